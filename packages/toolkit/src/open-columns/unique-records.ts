import type { Dataset } from '@sdc/core'
import { uniqueCombinations } from '@sdc/stats/internal'
import { looksAtColumns, type LookedAt, type Looks } from './looked-at.js'

/** Columns that identify people: by unique records, or one column by its many values. */
export interface UniqueRecords {
  readonly columns: readonly string[]
  readonly unique: number
  readonly records: number
  /** unique/records. */
  readonly share: number
  /**
   * Numbers of different and of all values of a column that identifies people by these, even if few records have one.
   */
  readonly values?: { readonly distinct: number; readonly present: number }
}

/** From this share of unique records on, columns identify people. */
const MANY = 0.1
/** A text with more different values identifies people, even if few records have one. */
const MANY_TEXTS = 50
/** Maximum number of combinations of each size; fewer in files with more records. */
const MOST_TRIED = 300
const LARGE = 20_000

/**
 * Finds the open columns that identify people: an intruder who knows a person's values in them finds their record,
 * despite the masking of other columns.
 *
 * A column is reported if a tenth of the records are unique in it. So is a text with more than 50 different values, and
 * a column with more different values than half of its values, such as remarks. For the other columns the smallest
 * combination with a tenth of unique records is reported: the worst pair, otherwise the worst three, otherwise all
 * together. A missing value is a value like any other. In files with many columns only combinations of those with the
 * most values are tried.
 *
 * @param data - The released file.
 * @param names - Its open columns.
 * @param looks - Prepared columns, if other searches share them.
 * @param anonymous - Columns that are k-anonymous together: by themselves they identify nobody.
 * @returns Columns and combinations, single ones first.
 */
export function uniqueRecords(
  data: Dataset,
  names: readonly string[],
  looks: Looks = looksAtColumns(),
  anonymous: readonly string[] = [],
): UniqueRecords[] {
  if (data.rows < 2 || names.length === 0) return []
  const looked = new Map(names.map((name) => [name, looks(name, data.column(name))]))
  const of = (name: string): LookedAt => looked.get(name) as LookedAt
  const found = (columns: readonly string[], unique: number): UniqueRecords => {
    return { columns, unique, records: data.rows, share: unique / data.rows }
  }
  const naming = names.flatMap((name): UniqueRecords[] => {
    if (anonymous.includes(name)) return []
    const { distinct, present } = of(name)
    const one = found([name], uniqueIn(of(name)))
    if (one.share >= MANY) return [one]
    const isText = data.column(name).kind === 'categorical'
    const isNaming = 2 * distinct > present || (isText && distinct > MANY_TEXTS)
    return present > 0 && isNaming ? [{ ...one, values: { distinct, present } }] : []
  })
  const rest = names.filter((name) => !naming.some(({ columns }) => columns[0] === name))
  if (rest.length < 2) return naming
  const values = (name: string): number => of(name).distinct + (of(name).present < data.rows ? 1 : 0)
  const count = (columns: readonly string[]): UniqueRecords => {
    // The number of unique records is at most the number of combinations: too few combinations are not worth counting.
    const most = columns.reduce((product, name) => product * values(name), 1)
    if (most / data.rows < MANY) return found(columns, 0)
    return found(
      columns,
      uniqueCombinations(columns.map((name) => ({ codes: of(name).classes, levels: of(name).distinct }))),
    )
  }
  const byValues = [...rest].sort((a, b) => values(b) - values(a))
  const tried = data.rows > LARGE ? Math.ceil((MOST_TRIED * LARGE) / data.rows) : MOST_TRIED
  const pairs = combinations(byValues, 2, tried)
  const likely = count(pairs[0])
  // All columns together have at least as many unique records as two of them.
  const all = likely.share >= MANY && rest.length > 2 ? undefined : count(rest)
  if (all !== undefined && all.share < MANY) return naming
  const worstOf = (size: number, counted: readonly UniqueRecords[]): UniqueRecords =>
    counted.reduce((a, b) => (b.unique > a.unique ? b : a), rest.length <= size && all ? all : counted[0])
  const inOrder = (worst: UniqueRecords): UniqueRecords[] => [
    ...naming,
    { ...worst, columns: rest.filter((name) => worst.columns.includes(name)) },
  ]
  const pair = worstOf(2, [likely, ...pairs.slice(1).map(count)])
  if (pair.share >= MANY || all === undefined) return inOrder(pair)
  const three = worstOf(3, combinations(byValues, 3, tried).map(count))
  return three.share >= MANY ? inOrder(three) : [...naming, all]
}

/** Number of records that are unique in a column; a missing value is a value like any other. */
function uniqueIn({ present, classes, runs: { starts } }: LookedAt): number {
  let unique = classes.length - present === 1 ? 1 : 0
  for (let run = 0; run + 1 < starts.length; run++) if (starts[run + 1] - starts[run] === 1) unique++
  return unique
}

/** First combinations of some names; combinations of early names come first. */
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
