import { option, SdcError, type CategoricalColumn, type Relation, type Table } from '@sdc/core'
import { cellName } from '../table/cell-name.js'
import { dimensionNames } from './join-levels.js'
import { joinTables } from './join-tables.js'
import { AGREEMENT } from './merge-cells.js'
import { suppressedIn, type ConsistencyOptions, type Release } from './release.js'

/** All releases as one table, with the unpublished differences of a release and its part. */
export interface JoinedReleases {
  readonly table: Table
  /** 1 if no release publishes the cell. */
  readonly hidden: Uint8Array
  /** Releases that suppress each cell, and those that publish it, with its number there. */
  readonly suppressedBy: readonly (readonly OwnCell[])[]
  readonly publishedBy: readonly (readonly OwnCell[])[]
  readonly differences: readonly Difference[]
  /** Sentences about releases that share nothing with the others. */
  readonly notes: readonly string[]
}

export interface OwnCell {
  readonly release: number
  readonly cell: number
}

/** Cell of a release minus the same cell of its part. */
export interface Difference {
  readonly cell: number
  readonly whole: number
  readonly part: number
  readonly name: string
}

/**
 * Joins releases. Releases about the same people share cells. A release about a part of the records has cells of its
 * own: each of its cells and a remainder add up to the cell of the whole. The remainders are not published and are
 * found by differencing.
 *
 * @param releases - Tables of the releases.
 * @param options - Hierarchies of groups, and tolerance.
 * @returns The joined table and the sources of its cells.
 * @throws BAD_TABLE if releases disagree or a part exceeds the whole; BAD_OPTION for a part of an unknown release
 */
export function joinReleases(
  releases: readonly Release[],
  { hierarchies, slack }: Pick<ConsistencyOptions, 'hierarchies' | 'slack'>,
): JoinedReleases {
  const wholes = wholesOf(releases)
  const parted = wholes.some((whole) => whole >= 0)
  const names = releases.map(({ name }) => name)
  const records = recordsName(releases)
  const everybody = names.filter((_, r) => wholes[r] < 0).join(', ')
  const tables = releases.map(({ table, name }, r) =>
    parted ? withRecords(table, records, wholes[r] < 0 ? everybody : name) : table,
  )
  const { table, cells } = joinTables(tables, { names, hierarchies, slack })
  const suppressedBy = Array.from(table.values, (): OwnCell[] => [])
  const publishedBy = Array.from(table.values, (): OwnCell[] => [])
  releases.forEach((release, r) => {
    suppressedIn(release).forEach((one, cell) => {
      const lists = one === 1 ? suppressedBy : publishedBy
      lists[cells[r][cell]].push({ release: r, cell })
    })
  })
  const differences = parted ? differencesOf(table, cells, wholes, names, records) : []
  return {
    ...withDifferences(table, differences, publishedBy),
    suppressedBy,
    publishedBy,
    differences,
    notes: notes(releases, cells, table, wholes),
  }
}

function wholesOf(releases: readonly Release[]): number[] {
  const names = releases.map(({ name }) => name)
  const wholes = releases.map(({ name, partOf }) => {
    if (partOf === undefined) return -1
    const whole = names.indexOf(partOf)
    if (whole >= 0 && partOf !== name) return whole
    const message =
      whole < 0
        ? `${name} is declared a part of ${partOf}, which is not among the tables`
        : `${name} is declared a part of itself`
    throw new SdcError('BAD_OPTION', message, {}, `The tables are ${names.join(', ')}.`)
  })
  wholes.forEach((_, r) => {
    let at = r
    for (let step = 0; at >= 0; step++) {
      if (step > wholes.length)
        throw new SdcError(
          'BAD_OPTION',
          `${names[r]} is declared a part of its own part`,
          {},
          'Declare one of them as the whole.',
        )
      at = wholes[at]
    }
  })
  return wholes
}

function recordsName(releases: readonly Release[]): string {
  const taken = new Set(releases.flatMap(({ table }) => dimensionNames(table)))
  let name = 'records'
  while (taken.has(name)) name = `${name}_`
  return name
}

function withRecords(table: Table, name: string, level: string): Table {
  const column: CategoricalColumn = {
    kind: 'categorical',
    ordered: false,
    levels: [level],
    codes: new Int32Array(table.values.length),
  }
  return { ...table, dimensions: [column, ...table.dimensions], names: [name, ...dimensionNames(table)] }
}

function differencesOf(
  table: Table,
  cells: readonly Int32Array[],
  wholes: readonly number[],
  names: readonly string[],
  records: string,
): Difference[] {
  const d = table.names?.indexOf(records) ?? -1
  const others = (cell: number): string =>
    table.dimensions.map(({ codes }, e) => (e === d ? '' : codes[cell])).join(',')
  const negative = table.values.some((value) => value < 0)
  let next = table.values.length
  return wholes.flatMap((whole, part): Difference[] => {
    if (whole < 0) return []
    const level = table.dimensions[d].codes[cells[whole][0]]
    const at = new Map<string, number>()
    table.dimensions[d].codes.forEach((code, cell) => {
      if (code === level) at.set(others(cell), cell)
    })
    return Array.from(new Set(cells[part])).flatMap((own): Difference[] => {
      const of = at.get(others(own))
      if (of === undefined) return []
      const tooMuch = (what: string, a: number, b: number): void => {
        if (a - b <= AGREEMENT * Math.max(Math.abs(a), Math.abs(b))) return
        const message = `${names[part]} is declared a part of ${names[whole]}, but the ${what} of ${nameWithout(table, own, d)} is ${a} in the part and ${b} in the whole`
        throw new SdcError(
          'BAD_TABLE',
          message,
          {},
          `Correct one of the two tables, or ${option('part')}. A part cannot exceed the whole.`,
        )
      }
      if (table.counts[own] >= 0 && table.counts[of] >= 0)
        tooMuch('number of contributors', table.counts[own], table.counts[of])
      if (!negative) tooMuch('value', table.values[own], table.values[of])
      const name = `${names[whole]} without ${names[part]}: ${nameWithout(table, own, d)}`
      return [{ cell: next++, whole: of, part: own, name }]
    })
  })
}

/** Name of a cell by all its levels except that of one dimension. */
function nameWithout({ dimensions, names }: Table, cell: number, without: number): string {
  const kept = dimensions.filter((_, d) => d !== without)
  return cellName({ dimensions: kept, names: names?.filter((_, d) => d !== without) }, cell)
}

function withDifferences(
  table: Table,
  differences: readonly Difference[],
  publishedBy: readonly (readonly OwnCell[])[],
): Pick<JoinedReleases, 'table' | 'hidden'> {
  const hidden = Uint8Array.from(publishedBy, (by) => Number(by.length === 0))
  if (differences.length === 0) return { table, hidden }
  const { values, counts, known, equations, dimensions } = table
  const relations = differences.map(({ cell, whole, part }): Relation => ({
    cells: Int32Array.of(whole, part, cell),
    signs: Int8Array.of(-1, 1, 1),
  }))
  const all = (numbers: Float64Array, of: (one: Difference) => number): Float64Array =>
    Float64Array.from([...numbers, ...differences.map(of)])
  return {
    hidden: Uint8Array.from([...hidden, ...differences.map(() => 1)]),
    table: {
      names: table.names,
      dimensions: dimensions.map((one) => ({
        ...one,
        codes: Int32Array.from([...one.codes, ...differences.map(({ part }) => one.codes[part])]),
      })),
      values: all(values, ({ whole, part }) => {
        const value = values[whole] - values[part]
        return Math.abs(value) <= AGREEMENT * Math.abs(values[whole]) ? 0 : value
      }),
      counts: Int32Array.from([
        ...counts,
        ...differences.map(({ whole, part }) =>
          counts[whole] < 0 || counts[part] < 0 ? -1 : counts[whole] - counts[part],
        ),
      ]),
      equations: [...equations, ...relations],
      ...(known && { known: { low: all(known.low, () => 0), high: all(known.high, () => Infinity) } }),
    },
  }
}

function notes(
  releases: readonly Release[],
  cells: readonly Int32Array[],
  { equations, values }: Table,
  wholes: readonly number[],
): string[] {
  const owner = Array.from(values, (): number[] => [])
  cells.forEach((own, r) => own.forEach((cell) => owner[cell].push(r)))
  const met = releases.map((_, r) => wholes[r] >= 0 || wholes.includes(r))
  const join = (rs: Iterable<number>): void => {
    const all = new Set(rs)
    if (all.size > 1) for (const r of all) met[r] = true
  }
  for (const rs of owner) join(rs)
  for (const { cells: own } of equations) join(Array.from(own).flatMap((cell) => owner[cell]))
  return releases.flatMap((release, r) => [
    ...(met[r] || releases.length < 2
      ? []
      : [`${release.name} shares no cell and no total with another table, so they disclose nothing together`]),
    ...(suppressedIn(release).includes(1) ? [] : [`${release.name} suppresses no cell`]),
  ])
}
