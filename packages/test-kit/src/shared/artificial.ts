import {
  categorical,
  dataset,
  hmacSha256,
  numeric,
  seededRng,
  takeColumn,
  withColumns,
  type Column,
  type ColumnKind,
  type Dataset,
  type KeyedHash,
  type Rng,
  type Roles,
  type Traits,
} from '@sdc/core'
import { exp } from '@sdc/stats'

/** Artificial files are drawn from one fixed source: every run of the suite uses the same data. */
const source = seededRng('sdc conformance data')

/** Key of the project that methods of pseudonyms get. */
export const artificialKey: KeyedHash = hmacSha256(Uint8Array.from({ length: 32 }, (_, i) => i))

/** 101 is a prime: no group size divides it, so that every grouping has a remainder. */
export const RECORDS = 101

/** The columns that are masked or measured, by kind. */
export const maskedColumns: Readonly<Record<ColumnKind, readonly string[]>> = {
  numeric: ['hours', 'income', 'rent', 'visits'],
  ordered: ['job', 'status'],
  nominal: ['region', 'trade'],
}

/** Columns of some kinds, sorted by name, as the engine passes them. */
export function columnsOfKinds(kinds: readonly ColumnKind[]): readonly string[] {
  return kinds.flatMap((kind) => maskedColumns[kind]).sort()
}

/** Columns that a conditional method may use as `given`: two numeric ones, one categorical. */
export const givenColumns: readonly string[] = ['age', 'sex', 'size']

/** Columns whose values repeat, for a method that matches records by them. */
const keyColumns: readonly string[] = ['sex', 'year']

/** Given columns for a method that needs columns to condition on, by its trait. */
export function givenFor({ traits }: { readonly traits: Pick<Traits, 'given'> }): readonly string[] {
  return traits.given === 'required' ? givenColumns : traits.given === 'keys' ? keyColumns : []
}

/** Roles of the columns: keys and confidential columns of every kind. */
const artificialRoles: Roles = {
  keys: ['job', 'region', 'visits', 'year'],
  confidential: ['income', 'rent', 'status', 'trade'],
  given: givenColumns,
  identifiers: ['id'],
  items: ['rent', 'status', 'trade'],
  weight: 'weight',
  household: 'household',
}

/** Roles of the columns that a file has. */
export function rolesOf(file: Dataset, named: (name: string) => string = (name) => name): Roles {
  const present = (names: readonly string[]): string[] => names.map(named).filter((name) => file.names.includes(name))
  const { keys, confidential, given, identifiers, items = [] } = artificialRoles
  const [weight] = present([artificialRoles.weight ?? ''])
  const [household] = present([artificialRoles.household ?? ''])
  return {
    keys: present(keys),
    confidential: present(confidential),
    given: present(given),
    identifiers: present(identifiers),
    items: present(items),
    ...(weight === undefined ? {} : { weight }),
    ...(household === undefined ? {} : { household }),
    rules: present(['rent']).map((rent) => `\`${rent.replaceAll('`', '``')}\` >= 300`),
  }
}

/** Further columns, besides the masked ones, that a method or metric may find by their role. */
export const roleColumns: readonly string[] = ['household', 'id', 'weight']

/**
 * Width of the middle categories in standard deviations: with six categories the outermost are rare, about 4 % each.
 */
const CATEGORY_WIDTH = 0.87

const levels = {
  job: ['none', 'odd', 'part', 'full', 'over', 'several'],
  region: ['n', 'e', 's', 'w', 'centre', 'isles'],
  status: ['a', 'b', 'c', 'd', 'e', 'f'],
  trade: ['wood', 'iron', 'cloth', 'food', 'glass', 'paper'],
  sex: ['f', 'm'],
}

const ordered: readonly string[] = maskedColumns.ordered

/** Files as drawn: only copies are returned. */
const drawn = new Map<string, Dataset>()

/**
 * A file with skewed (`income`), correlated (all), tied (`visits`, its tail without ties) and symmetric (`hours`)
 * positive numbers. It has two ordered and two nominal columns whose outermost categories are rare, three columns to
 * condition on, and one more to match by. An identifier, a sampling weight and the household of every record complete
 * it.
 */
export function artificialFile(rows: number = RECORDS, name = 'base'): Dataset {
  const key = `${rows} ${name}`
  const file = drawn.get(key) ?? drawnFile(rows, name)
  drawn.set(key, file)
  return copyFile(file)
}

function drawnFile(rows: number, name: string): Dataset {
  const rng = source.child(name)
  const factor = normals(rows, rng.child('factor'))
  const mixed = (column: string, share: number): Float64Array => {
    const own = normals(rows, rng.child(column))
    return own.map((value, i) => share * factor[i] + Math.sqrt(1 - share * share) * value)
  }
  const map = (column: string, share: number, f: (value: number) => number): Column =>
    numeric(mixed(column, share).map(f))
  const cut = (column: keyof typeof levels, share: number): Column => {
    const of = levels[column]
    const label = (value: number): string =>
      of[Math.min(of.length - 1, Math.max(0, Math.floor(value / CATEGORY_WIDTH + of.length / 2)))]
    return { ...categorical(Array.from(mixed(column, share), label), of), ordered: ordered.includes(column) }
  }
  const houses = rng.child('household')
  let house = 1
  const household = Float64Array.from({ length: rows }, (_, i) => (i > 0 && houses.uniform() < 0.45 ? ++house : house))
  return dataset([
    ['age', map('age', 0.5, (v) => 45 + 9 * v)],
    ['hours', map('hours', 0.6, (v) => 60 + 8 * v)],
    ['income', map('income', 0.8, (v) => 900 * exp(0.7 * v))],
    ['job', cut('job', 0.7)],
    ['region', cut('region', 0)],
    ['rent', map('rent', 0.7, (v) => 300 + 50 * exp(0.4 * v))],
    ['size', map('size', -0.4, (v) => 20 * exp(0.3 * v))],
    ['status', cut('status', 0.3)],
    ['visits', map('visits', 0.2, (v) => 0.7 * (1 + Math.floor(3 * exp(0.9 * v))))],
    ['sex', cut('sex', 0)],
    ['trade', cut('trade', -0.2)],
    ['year', map('year', 0, (v) => 2000 + Math.max(0, Math.min(2, Math.floor(v + 1))))],
    ['household', numeric(household)],
    ['id', categorical(Array.from({ length: rows }, (_, i) => `p${String(i + 1).padStart(6, '0')}`))],
    ['weight', map('weight', 0.3, (v) => Math.round(1000 * exp(0.2 * v)) / 10)],
  ])
}

/** Two columns whose scales differ by a factor of 10⁸: sums of squares on the raw scale lose the small one. */
export function unevenFile(): Dataset {
  const base = artificialFile()
  const scaled = (name: string, factor: number): Column => numeric(values(base, name).map((value) => value * factor))
  return dataset([
    ['age', base.column('age')],
    ['large', scaled('income', 1e6 / 900)],
    ['size', base.column('size')],
    ['small', scaled('rent', 1e-2 / 350)],
    ...keyColumns.map((name) => [name, base.column(name)] as const),
  ])
}

/**
 * The file after an earlier step: numbers with noise of half a standard deviation, a fifth of the categories redrawn.
 */
export function noisyFile(file: Dataset, columns: readonly string[], strength = 0.5, name = 'noise'): Dataset {
  const rng = source.child(name)
  const noisy = columns.map((column): readonly [string, Column] => [
    column,
    noisyColumn(file.column(column), strength, rng.child(column)),
  ])
  return withColumns(file, new Map(noisy))
}

export function noisyColumn(column: Column, strength: number, rng: Rng): Column {
  if (column.kind === 'numeric') {
    const present = column.values.filter((value) => !Number.isNaN(value))
    const mean = present.reduce((sum, value) => sum + value, 0) / present.length
    const squares = present.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
    const deviation = Math.sqrt(squares / present.length)
    return numeric(column.values.map((value) => value + strength * deviation * rng.normal()))
  }
  const redrawn = column.codes.map((code) =>
    code >= 0 && rng.uniform() < Math.min(0.95, 0.4 * strength) ? rng.int(column.levels.length) : code,
  )
  return { ...column, codes: redrawn }
}

/**
 * The file with the original's own values in these columns, in the order of the other file's: the input of a method
 * whose values only change places. Cells that are missing in one of the two stay missing, even if the original has a
 * value.
 */
export function permutedFile(original: Dataset, other: Dataset, columns: readonly string[]): Dataset {
  const permuted = columns.map((name): readonly [string, Column] => [
    name,
    permutedColumn(original.column(name), other.column(name)),
  ])
  return withColumns(other, new Map(permuted))
}

function permutedColumn(original: Column, other: Column): Column {
  const [x, y] = [original, other].map(cells)
  const rows = Int32Array.from(x.keys()).filter((i) => !Number.isNaN(x[i] + y[i]))
  const byX = rows.slice().sort((a, b) => x[a] - x[b] || a - b)
  const byY = rows.slice().sort((a, b) => y[a] - y[b] || a - b)
  const from = new Int32Array(x.length).fill(-1)
  byY.forEach((row, place) => (from[row] = byX[place]))
  return takeColumn(original, from)
}

/** Numbers, or the codes of categories. */
function cells(column: Column): Float64Array {
  return column.kind === 'numeric'
    ? column.values
    : Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
}

/** The file with about a tenth of the cells of these columns missing, in other records for each column. */
export function withMissing(file: Dataset, columns: readonly string[]): Dataset {
  const holed = columns.map((name, j): readonly [string, Column] => {
    const column = file.column(name)
    const gone = (i: number): boolean => (i + 3 * j) % 10 === 4
    if (column.kind === 'numeric')
      return [name, numeric(column.values.map((value, i) => (gone(i) ? Number.NaN : value)))]
    return [name, { ...column, codes: column.codes.map((code, i) => (gone(i) ? -1 : code)) }]
  })
  return withColumns(file, new Map(holed))
}

/** The file with one constant column. */
export function withConstant(file: Dataset, name: string): Dataset {
  const column = file.column(name)
  const constant: Column =
    column.kind === 'numeric' ? numeric(column.values.map(() => 7.5)) : { ...column, codes: column.codes.map(() => 0) }
  return withColumns(file, new Map([[name, constant]]))
}

/** A copy in new arrays, so that nothing is shared with the source. */
export function copyFile(file: Dataset): Dataset {
  return dataset(
    file.names.map((name) => {
      const column = file.column(name)
      const copy =
        column.kind === 'numeric' ? numeric(column.values.slice()) : { ...column, codes: column.codes.slice() }
      return [name, copy] as const
    }),
  )
}

/** Columns of the artificial file that a method masks, by its trait. */
export function columnsFor({ traits }: { readonly traits: Pick<Traits, 'accepts'> }): readonly string[] {
  return columnsOfKinds(traits.accepts)
}

function values(file: Dataset, name: string): Float64Array {
  const column = file.column(name)
  if (column.kind !== 'numeric') throw new RangeError(`${name} is not numeric`)
  return column.values
}

function normals(rows: number, rng: Rng): Float64Array {
  const values = new Float64Array(rows)
  for (let i = 0; i < rows; i++) values[i] = rng.normal()
  return values
}
