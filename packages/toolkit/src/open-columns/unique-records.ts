import type { Dataset } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { keyCodes } from '../key-codes.js'

/** Some columns, and how many records no other has the same values in. */
export interface UniqueRecords {
  readonly columns: readonly string[]
  readonly unique: number
  readonly records: number
  /** unique/records. */
  readonly share: number
}

/** From this share of unique records on, columns name people. */
const MANY = 0.1
/** Combinations that are tried, of each size; in files beyond so many records fewer. */
const MOST_TRIED = 300
const LARGE = 20_000

/**
 * The open columns that name people: who knows somebody's values in them finds their record, whatever is masked beside.
 *
 * Every column by which a tenth of the records are unique, and of the others the smallest combination that does: the
 * worst pair, else the worst three, else all together. A missing value is a value like any other. In files with many
 * columns only combinations of those with the most values are tried.
 * @param data - the released file
 * @param names - its open columns
 * @returns columns and combinations, single ones first
 */
export function uniqueRecords(data: Dataset, names: readonly string[]): UniqueRecords[] {
  if (data.rows < 2 || names.length === 0) return []
  const codes = new Map(names.map((name) => [name, keyCodes(data.column(name))]))
  const count = (columns: readonly string[]): UniqueRecords => {
    const { sizes } = keyClasses(columns.map((name) => codes.get(name) ?? new Int32Array(data.rows)))
    const unique = sizes.reduce((sum, size) => sum + (size === 1 ? 1 : 0), 0)
    return { columns, unique, records: data.rows, share: unique / data.rows }
  }
  const single = names.map((name) => count([name]))
  const naming = single.filter(({ share }) => share >= MANY)
  const rest = names.filter((name) => !naming.some(({ columns }) => columns[0] === name))
  if (rest.length < 2) return naming
  const all = count(rest)
  if (all.share < MANY) return naming
  const values = new Map(rest.map((name) => [name, new Set(codes.get(name)).size]))
  const byValues = [...rest].sort((a, b) => (values.get(b) ?? 0) - (values.get(a) ?? 0))
  const tried = data.rows > LARGE ? Math.ceil((MOST_TRIED * LARGE) / data.rows) : MOST_TRIED
  for (const size of [2, 3]) {
    const found = combinations(byValues, size, tried).map((columns) => count(columns))
    const worst = found.reduce((a, b) => (b.unique > a.unique ? b : a), all.columns.length <= size ? all : found[0])
    if (worst.share >= MANY)
      return [...naming, { ...worst, columns: rest.filter((name) => worst.columns.includes(name)) }]
  }
  return [...naming, all]
}

/** The first combinations of some names, those of names that come early first. */
function combinations(names: readonly string[], size: number, most: number): string[][] {
  const made: string[][] = []
  const extend = (before: readonly string[], last: number, left: number): void => {
    for (let i = left - 1; i < last && made.length < most; i++) {
      if (left === 1) made.push([...before, names[i]])
      else extend([...before, names[i]], i, left - 1)
    }
  }
  // Built from the last name down, so that all combinations of the first names come before those with a later one.
  for (let i = size - 1; i < names.length && made.length < most; i++) extend([names[i]], i, size - 1)
  return made
}
