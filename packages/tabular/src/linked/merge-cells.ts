import { givenStatuses, option, SdcError, type CellContributions, type Table } from '@sdc/core'
import { cellName } from '../table/cell-name.js'

/** Relative difference of two tables in one cell that counts as agreement: decimals are rounded to binary. */
export const AGREEMENT = 1e-9

/**
 * Merges the data of several tables into the cells of the joined one. Data of only some tables (contributions, costs,
 * keys) are kept if every cell has them. Each table numbers its lone respondents. Two numbers are one respondent if
 * their names are equal or, without names, if the tables share a cell of theirs.
 *
 * @param tables - The tables.
 * @param cells - Places of the cells of each table.
 * @param size - Number of joined cells.
 * @param shape - Dimensions and names of the joined table, for messages.
 * @param called - Names of the tables.
 * @returns Values, counts and the rest.
 * @throws BAD_TABLE if two tables disagree about a cell
 */
export function mergeCells(
  tables: readonly Table[],
  cells: readonly Int32Array[],
  size: number,
  shape: Pick<Table, 'dimensions' | 'names'>,
  called: readonly string[],
): Omit<Table, 'dimensions' | 'names' | 'equations'> {
  const first = new Int32Array(size).fill(-1)
  const values = new Float64Array(size)
  const counts = new Int32Array(size)
  tables.forEach((table, t) =>
    cells[t].forEach((at, c) => {
      if (first[at] < 0) {
        first[at] = t
        values[at] = table.values[c]
        counts[at] = table.counts[c]
      } else {
        const both = [called[first[at]], called[t]]
        agree(shape, at, 'value', [values[at], table.values[c]], both)
        if (counts[at] < 0) counts[at] = table.counts[c]
        if (table.counts[c] >= 0) agree(shape, at, 'number of contributors', [counts[at], table.counts[c]], both)
      }
    }),
  )
  const numbers = (of: (table: Table) => Float64Array | undefined): Float64Array | undefined =>
    everywhere(tables, cells, size, 1, of)
  const top = Math.min(...tables.map(({ largest, top: own = 2 }) => (largest ? own : Infinity)))
  const largest = top < Infinity && everywhere(tables, cells, size, top, (table) => topOf(table, top))
  const [costs, keys, magnitudes] = [
    numbers((table) => table.costs),
    numbers((table) => table.keys),
    numbers((table) => table.magnitudes),
  ]
  return {
    values,
    counts,
    ...(largest && { largest, top }),
    ...(magnitudes && { magnitudes }),
    ...(costs && { costs }),
    ...(keys && { keys }),
    ...givenOf(tables, cells, size, shape, called),
    ...knownOf(tables, cells, size),
    ...askedOf(tables, cells, size),
    ...(respondentsOf(tables, cells, size) ?? aloneOf(tables, cells, size)),
  }
}

function agree(
  shape: Pick<Table, 'dimensions' | 'names'>,
  cell: number,
  what: string,
  [a, b]: readonly number[],
  [one, other]: readonly string[],
): void {
  if (Math.abs(a - b) <= AGREEMENT * Math.max(Math.abs(a), Math.abs(b))) return
  const message = `${one} and ${other} disagree: the ${what} of ${cellName(shape, cell)} is ${a} in the first and ${b} in the second`
  const fix = `Cells of the same name must agree. If one table has only a part of the records, declare it (${option('part')}). Otherwise add the dimension that separates them.`
  throw new SdcError('BAD_TABLE', message, {}, fix)
}

/** Numbers that every joined cell has from one of the tables; undefined if a cell has none. */
function everywhere(
  tables: readonly Table[],
  cells: readonly Int32Array[],
  size: number,
  width: number,
  of: (table: Table) => Float64Array | undefined,
): Float64Array | undefined {
  const merged = new Float64Array(width * size).fill(Number.NaN)
  tables.forEach((table, t) => {
    const numbers = of(table)
    if (!numbers) return
    cells[t].forEach((at, c) => {
      if (Number.isNaN(merged[width * at])) merged.set(numbers.subarray(width * c, width * (c + 1)), width * at)
    })
  })
  return size > 0 && !merged.some(Number.isNaN) ? merged : undefined
}

function topOf({ largest, top = 2 }: Table, wanted: number): Float64Array | undefined {
  if (!largest || top === wanted) return largest
  const cells = largest.length / top
  return Float64Array.from({ length: cells * wanted }, (_, i) => largest[top * Math.floor(i / wanted) + (i % wanted)])
}

/** Codes of `givenStatuses`; of two statuses of one cell, the first is taken. */
const precedence = ['primary', 'must', 'fixed', 'zero', 'safe'].map((word) =>
  (givenStatuses as readonly string[]).indexOf(word),
)
const [PRIMARY, MUST, FIXED] = precedence

/** A cell that one table must publish cannot be suppressed in another. */
function givenOf(
  tables: readonly Table[],
  cells: readonly Int32Array[],
  size: number,
  shape: Pick<Table, 'dimensions' | 'names'>,
  called: readonly string[],
): Pick<Table, 'given'> {
  if (!tables.some(({ given }) => given)) return {}
  const merged = new Uint8Array(size)
  const by = new Int32Array(size)
  tables.forEach(({ given }, t) =>
    cells[t].forEach((at, c) => {
      const said = given?.[c] ?? 0
      if (said === 0) return
      const before = merged[at]
      const both = [before, said]
      if (both.includes(FIXED) && (both.includes(PRIMARY) || both.includes(MUST))) {
        const [fixed, other] = before === FIXED ? [by[at], t] : [t, by[at]]
        const message = `${cellName(shape, at)} must be published in ${called[fixed]} and suppressed in ${called[other]}`
        throw new SdcError('BAD_TABLE', message, {}, 'Change the status of this cell in one of the two tables.')
      }
      if (before === 0 || precedence.indexOf(said) < precedence.indexOf(before)) {
        merged[at] = said
        by[at] = t
      }
    }),
  )
  return { given: merged }
}

/** The interval between the greatest lower bound and the least upper bound. */
function knownOf(tables: readonly Table[], cells: readonly Int32Array[], size: number): Pick<Table, 'known'> {
  if (!tables.some(({ known }) => known)) return {}
  const least = tables.some(({ values }) => values.some((value) => value < 0)) ? -Infinity : 0
  const low = new Float64Array(size).fill(-Infinity)
  const high = new Float64Array(size).fill(Infinity)
  tables.forEach(({ known }, t) =>
    cells[t].forEach((at, c) => {
      low[at] = Math.max(low[at], known?.low[c] ?? least)
      high[at] = Math.min(high[at], known?.high[c] ?? Infinity)
    }),
  )
  return { known: { low, high } }
}

/** The greatest level of each cell over all tables. */
function askedOf(tables: readonly Table[], cells: readonly Int32Array[], size: number): Pick<Table, 'givenLevels'> {
  if (!tables.some(({ givenLevels }) => givenLevels)) return {}
  const side = (which: 'lower' | 'upper'): Float64Array => {
    const merged = new Float64Array(size).fill(Number.NaN)
    tables.forEach(({ givenLevels }, t) =>
      cells[t].forEach((at, c) => {
        const level = givenLevels?.[which][c] ?? Number.NaN
        if (!(merged[at] >= level) && !Number.isNaN(level)) merged[at] = level
      }),
    )
    return merged
  }
  return { givenLevels: { lower: side('lower'), upper: side('upper') } }
}

/** Respondents by name, with their contributions to each cell; undefined if a table has no names for them. */
function respondentsOf(
  tables: readonly Table[],
  cells: readonly Int32Array[],
  size: number,
): Pick<Table, 'alone' | 'respondents' | 'contributions' | 'waivers'> | undefined {
  const telling = tables.filter(({ alone, contributions }) => alone ?? contributions)
  if (telling.length === 0 || telling.some((table) => table.respondents === undefined)) return undefined
  const respondents = [...new Set(telling.flatMap((table) => table.respondents ?? []))].sort()
  const numberOf = new Map(respondents.map((name, i) => [name, i]))
  const numbers = tables.map((table) => Int32Array.from(table.respondents ?? [], (name) => numberOf.get(name) ?? -1))
  const alone = new Int32Array(size).fill(-1)
  const given: (readonly [who: number, x: number][] | undefined)[] = Array.from({ length: size })
  tables.forEach((table, t) =>
    cells[t].forEach((at, c) => {
      const lone = table.alone?.[c] ?? -1
      if (lone >= 0) alone[at] = numbers[t][lone]
      const { starts, respondents: who, values } = table.contributions ?? {}
      if (!starts || !who || !values || starts[c] === starts[c + 1]) return
      given[at] ??= Array.from(who.subarray(starts[c], starts[c + 1]), (one, i) => [
        numbers[t][one],
        values[starts[c] + i],
      ])
    }),
  )
  const waivers = new Set(tables.flatMap((table, t) => Array.from(table.waivers ?? [], (one) => numbers[t][one])))
  return {
    respondents,
    ...(tables.every((table) => table.alone) && { alone }),
    ...(tables.every((table) => table.contributions) && { contributions: packed(given) }),
    ...(waivers.size > 0 && { waivers: Int32Array.from(waivers).sort() }),
  }
}

function packed(given: readonly (readonly (readonly [who: number, x: number])[] | undefined)[]): CellContributions {
  const starts = new Int32Array(given.length + 1)
  given.forEach((own, c) => (starts[c + 1] = starts[c] + (own?.length ?? 0)))
  const all = given.flatMap((own) => own ?? [])
  return {
    starts,
    respondents: Int32Array.from(all, ([who]) => who),
    values: Float64Array.from(all, ([, x]) => x),
  }
}

function aloneOf(tables: readonly Table[], cells: readonly Int32Array[], size: number): Pick<Table, 'alone'> {
  if (!tables.every(({ alone }) => alone)) return {}
  const merged = new Int32Array(size).fill(-1)
  const renamed = new Map<string, string>()
  const whose = (name: string): string => {
    let at = name
    for (let next = renamed.get(at); next !== undefined; next = renamed.get(at)) at = next
    return at
  }
  const names: (string | undefined)[] = Array.from({ length: size })
  tables.forEach(({ alone }, t) =>
    cells[t].forEach((at, c) => {
      const number = alone?.[c] ?? -1
      if (number < 0) return
      const name = whose(`${t}:${number}`)
      const before = names[at] === undefined ? undefined : whose(names[at])
      if (before === undefined) names[at] = name
      else if (before !== name) renamed.set(name, before)
    }),
  )
  const numbers = new Map<string, number>()
  names.forEach((name, at) => {
    if (name === undefined) return
    const who = whose(name)
    if (!numbers.has(who)) numbers.set(who, numbers.size)
    merged[at] = numbers.get(who) ?? -1
  })
  return { alone: merged }
}
