import { log } from '@sdc/core'
import type { LookedColumn } from './look-at-column.js'

/** Columns determined by a column: its value implies theirs. */
interface Determined {
  readonly by: string
  /** Columns that it determines and that determine it, one value for one: copies and recodes. */
  readonly copies: readonly string[]
  /** Columns that it determines, and not the reverse. */
  readonly columns: readonly string[]
}

/** Columns that are equal in most records, though not in all. */
interface NearlyEqual {
  readonly columns: readonly [string, string]
  readonly share: number
}

/** Result of the search for determined columns. */
export interface DeterminedSearch {
  readonly determined: readonly Determined[]
  readonly nearlyEqual: readonly NearlyEqual[]
  readonly left: readonly string[]
  /** True if the search ended before its last pair. */
  readonly isCut: boolean
}

/** Most columns whose pairs are examined. */
export const MOST_PAIRED = 250
/** Most cells that are read in total. */
const MOST_CELLS = 2e8
/**
 * Greatest share of distinct values in a determining column: one that is nearly an identifier determines all others,
 * which is uninformative.
 */
const REPEATED = 0.5
/**
 * Minus the logarithm of the probability that each value of one column coincides with one of the other by chance:
 * 1e-13.
 */
const NO_CHANCE = 30
/**
 * Share of the records, without those where both are 0, in which two nearly equal numeric columns have the same number.
 */
const NEARLY = 0.8

/**
 * Finds the columns that others determine: a place its region, a text its code, a household number all columns of the
 * household.
 *
 * A determines B if all records with a value of A have one value of B. Chance is excluded if Σ over the values of A of
 * (records − 1), times −log Σ p_v² of B, is at least 30; this fails for a B that is nearly constant. A missing cell of
 * B counts as a separate value. A column whose values mostly occur once determines everything and is left out.
 *
 * @param columns - The columns of a file.
 * @returns The determined columns by column. Cost: a pair mostly ends after a few records; at most 2·10⁸ cells.
 */
export function determinedColumns(columns: readonly LookedColumn[]): DeterminedSearch {
  const useful = columns.filter(({ distinct }) => distinct >= 2)
  const paired = useful.slice(0, MOST_PAIRED)
  const seen = paired.map((one) => ({ one, classes: one.classes(), surprise: surpriseOf(one) }))
  const budget = { cells: MOST_CELLS }
  const found: Determined[] = []
  const copied = new Set<LookedColumn>()
  for (const a of seen) {
    if (copied.has(a.one) || a.one.distinct > REPEATED * a.one.present) continue
    const repeats = a.one.present - a.one.distinct
    const given = seen.filter(
      (b) =>
        b !== a &&
        b.one.distinct <= a.one.distinct &&
        repeats * b.surprise >= NO_CHANCE &&
        determines(a.classes, a.one.distinct, b.classes, budget),
    )
    const copies = given.filter(
      (b) => b.one.distinct === a.one.distinct && determines(b.classes, b.one.distinct, a.classes, budget),
    )
    for (const { one } of copies) copied.add(one)
    const names = (list: readonly (typeof seen)[number][]): string[] => list.map(({ one }) => one.name)
    const rest = given.filter((b) => !copies.includes(b))
    if (given.length > 0) found.push({ by: a.one.name, copies: names(copies), columns: names(rest) })
  }
  const nearlyEqual = equalPairs(paired, budget)
  const left = useful.slice(MOST_PAIRED).map(({ name }) => name)
  return { determined: found, nearlyEqual, left, isCut: budget.cells <= 0 }
}

/** Returns −log Σ p_v²: the improbability that two records have the same value. */
function surpriseOf({ counts, present, records }: LookedColumn): number {
  const missing = (records - present) / records
  let same = missing * missing
  for (const count of counts) same += (count / records) * (count / records)
  return -log(Math.min(same, 1))
}

function determines(a: Int32Array, distinct: number, b: Int32Array, budget: { cells: number }): boolean {
  if (budget.cells <= 0) return false
  const given = new Int32Array(distinct).fill(-2)
  let i = 0
  for (; i < a.length; i++) {
    const value = a[i]
    if (value < 0) continue
    if (given[value] === -2) given[value] = b[i]
    else if (given[value] !== b[i]) break
  }
  // Allocating an array has a cost, too.
  budget.cells -= i + distinct / 8
  return i === a.length
}

/** Returns pairs of numeric columns that have the same number in most records, apart from zeros. */
function equalPairs(columns: readonly LookedColumn[], budget: { cells: number }): NearlyEqual[] {
  const numbers = columns.flatMap((one) =>
    one.column.kind === 'numeric' && one.distinct > 20 ? [{ name: one.name, values: one.column.values }] : [],
  )
  const found: NearlyEqual[] = []
  for (let a = 0; a < numbers.length; a++) {
    for (let b = a + 1; b < numbers.length && budget.cells > 0; b++) {
      const share = equalShare(numbers[a].values, numbers[b].values, budget)
      if (share >= NEARLY && share < 1) found.push({ columns: [numbers[a].name, numbers[b].name], share })
    }
  }
  return found
}

/** Returns the share of equal records; some records are examined first, since most pairs have none in common. */
function equalShare(x: Float64Array, y: Float64Array, budget: { cells: number }): number {
  const first = Math.min(200, x.length)
  const shareOf = (count: number): number => {
    const step = x.length / count
    let [equal, of] = [0, 0]
    for (let k = 0; k < count; k++) {
      const i = Math.floor(k * step)
      if ((x[i] === 0 && y[i] === 0) || x[i] !== x[i] || y[i] !== y[i]) continue
      of++
      if (x[i] === y[i]) equal++
    }
    budget.cells -= count
    return of < 20 ? 0 : equal / of
  }
  return shareOf(first) < NEARLY - 0.1 ? 0 : shareOf(x.length)
}
