import { exp, keyClasses, log, sum } from '@sdc/stats'

/** Distance between the tables of two files over the same columns. */
export interface TableDistance {
  /** Columns, by index. */
  readonly columns: readonly number[]
  /** Number of cells with records in either file. */
  readonly cells: number
  /** Σ over cells of the difference of their shares of the records: 0 to 2. */
  readonly difference: number
  /** The part of cells without records in the first file (false presence), and without records in the second. */
  readonly presence: number
  readonly absence: number
  /** Expectations for two independent samples of one population, given the records of both files together. */
  readonly chance: number
  readonly presenceByChance: number
  readonly absenceByChance: number
}

/** Different records of two files, and their frequencies in each. */
export interface JointRecords {
  /** Code of each different record by column, from 0; missing is 0. */
  readonly codes: readonly Int32Array[]
  /** Number of codes of each column. */
  readonly levels: readonly number[]
  /** Frequency of each record in the first file. */
  readonly x: Float64Array
  /** Frequency of each record in the second file. */
  readonly y: Float64Array
}

/**
 * Returns the number of tables of at most `ways` of `columns` columns: Σ_t C(columns, t).
 *
 * @param columns - Number of columns.
 * @param ways - Maximum number of columns of a table.
 * @returns The number, which may be infinite.
 */
export function tableCount(columns: number, ways: number): number {
  let total = 0
  let ofSize = 1
  for (let t = 1; t <= Math.min(columns, ways); t++) {
    ofSize = (ofSize * (columns - t + 1)) / t
    total += ofSize
  }
  return total
}

/**
 * Finds the different records of two tables of different records.
 *
 * @param before - Records of the first file: one code per column, −1 if missing, and their frequencies.
 * @param after - Records of the second file.
 * @returns Each once, counted in both files.
 */
export function jointTables(before: CountedCodes, after: CountedCodes): JointRecords {
  const both = before.codes.map((codes, j) => {
    const all = new Int32Array(codes.length + after.codes[j].length)
    all.set(codes)
    all.set(after.codes[j], codes.length)
    return all
  })
  const { ids, firsts } = keyClasses(both)
  const x = new Float64Array(firsts.length)
  const y = new Float64Array(firsts.length)
  const n = before.counts.length
  ids.forEach((id, i) => (i < n ? (x[id] += before.counts[i]) : (y[id] += after.counts[i - n])))
  const codes = both.map((column) => firsts.map((i) => column[i] + 1))
  const levels = codes.map((column) => column.reduce((most, code) => Math.max(most, code), 0) + 1)
  return { codes, levels, x, y }
}

/** Different records of a file. */
export interface CountedCodes {
  readonly codes: readonly Int32Array[]
  /** Frequency of each record. */
  readonly counts: Float64Array
}

/** Largest number of combinations for which a table has a place each; or four for each record. */
const SMALL_TABLE = 1 << 20

/** Combinations of the codes of some columns, by record; each below `size`. */
interface Crossed {
  readonly keys: Int32Array
  readonly size: number
}

/**
 * Enumerates all contingency tables of at most `ways` columns, with both files compared.
 *
 * Σ over cells |x/n − y/m|; a cell without records in a file counts 0 there, and a missing value is a category.
 *
 * @param records - Different records of both files.
 * @param ways - Maximum number of columns of a table.
 * @param each - Receives every table.
 *
 * Cost: O(different records) a table.
 * Source: Domingo-Ferrer & Torra 2001.
 */
export function tableDistances(records: JointRecords, ways: number, each: (distance: TableDistance) => void): void {
  const { codes } = records
  const n = sum(records.x)
  const m = sum(records.y)
  const chanceOf = chanceOfCells(n, m)
  const emptyOf = chanceOfEmpty(n, m)
  const visit = (columns: readonly number[], prefix: Crossed): void => {
    const from = columns.length === 0 ? 0 : columns[columns.length - 1] + 1
    for (let j = from; j < codes.length; j++) {
      const own = [...columns, j]
      const crossed = cross(prefix, codes[j], records.levels[j])
      each({ columns: own, ...distance(crossed, records, chanceOf, emptyOf) })
      if (own.length < ways && j + 1 < codes.length) visit(own, crossed)
    }
  }
  visit([], { keys: new Int32Array(records.x.length), size: 1 })
}

/** Adds a column: each pair gets a key of its own, and keys are renumbered if there are too many. */
function cross({ keys, size }: Crossed, codes: Int32Array, levels: number): Crossed {
  if (size * levels > Math.max(SMALL_TABLE, 4 * keys.length)) {
    const { ids, sizes } = keyClasses([keys, codes])
    return { keys: ids, size: sizes.length }
  }
  const crossed = new Int32Array(keys.length)
  for (let i = 0; i < keys.length; i++) crossed[i] = keys[i] * levels + codes[i]
  return { keys: crossed, size: size * levels }
}

function distance(
  { keys, size }: Crossed,
  { x, y }: JointRecords,
  chanceOf: (total: number) => number,
  emptyOf: (total: number) => readonly [presence: number, absence: number],
): Omit<TableDistance, 'columns'> {
  const cellsOfX = new Float64Array(size)
  const cellsOfY = new Float64Array(size)
  let n = 0
  let m = 0
  for (let i = 0; i < keys.length; i++) {
    cellsOfX[keys[i]] += x[i]
    cellsOfY[keys[i]] += y[i]
    n += x[i]
    m += y[i]
  }
  let [cells, difference, presence, absence] = [0, 0, 0, 0]
  let [chance, presenceByChance, absenceByChance] = [0, 0, 0]
  for (let cell = 0; cell < size; cell++) {
    const [before, after] = [cellsOfX[cell], cellsOfY[cell]]
    const total = before + after
    if (total === 0) continue
    cells++
    // Integers below 2⁵³ for files of up to 9·10⁷ records, so rounding makes no difference.
    difference += Math.abs(before * m - after * n)
    if (before === 0) presence += after
    if (after === 0) absence += before
    chance += chanceOf(total)
    const [falsePresence, falseAbsence] = emptyOf(total)
    presenceByChance += falsePresence
    absenceByChance += falseAbsence
  }
  return {
    cells,
    difference: difference / n / m,
    presence: presence / m,
    absence: absence / n,
    chance,
    presenceByChance,
    absenceByChance,
  }
}

/**
 * Returns the expected difference of a cell with t = x + y records that is empty in the first file, and in the second.
 * It is t/m times the probability that all t of the N = n + m records are in the second, Π_{i<t} (m − i)/(N − i), and
 * vice versa.
 */
function chanceOfEmpty(n: number, m: number): (total: number) => readonly [presence: number, absence: number] {
  const known = new Map<number, readonly [number, number]>()
  const allIn = (t: number, size: number): number => {
    let probability = 1
    for (let i = 0; i < t && probability > 1e-12; i++) probability *= Math.max(0, size - i) / (n + m - i)
    return probability > 1e-12 ? probability : 0
  }
  return (t) => {
    const before = known.get(t)
    if (before !== undefined) return before
    const made = [(allIn(t, m) * t) / m, (allIn(t, n) * t) / n] as const
    known.set(t, made)
    return made
  }
}

/** Totals up to which the mean deviation of a binomial is computed, not approximated. */
const EXACT_TOTAL = 200

/**
 * Returns the expected difference |x/n − y/m| of a cell with t = x + y records, if the t are any of the N = n + m
 * records.
 *
 * (1/n + 1/m) E|x − tπ|, π = n/N, with the mean deviation of the binomial, 2k C(t, k) π^k (1 − π)^(t − k + 1), k = ⌊tπ⌋
 * + 1 (de Moivre), times √((N − t)/(N − 1)) for sampling without replacement.
 */
function chanceOfCells(n: number, m: number): (total: number) => number {
  const share = n / (n + m)
  const exact = Float64Array.from({ length: EXACT_TOTAL + 1 }, (_, t) => {
    const k = Math.floor(t * share) + 1
    if (k > t) return 0
    let logChoose = 0
    for (let i = 1; i <= k; i++) logChoose += log((t - k + i) / i)
    return 2 * k * exp(logChoose + k * log(share) + (t - k + 1) * log(1 - share))
  })
  return (t) => {
    const deviation = t <= EXACT_TOTAL ? exact[t] : Math.sqrt((2 / Math.PI) * t * share * (1 - share))
    return (1 / n + 1 / m) * deviation * Math.sqrt((n + m - t) / Math.max(1, n + m - 1))
  }
}
