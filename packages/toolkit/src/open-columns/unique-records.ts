import type { Dataset } from '@sdc/core'
import { uniqueCombinations } from '@sdc/stats/internal'
import { looksAtColumns, type LookedAt, type Looks } from './looked-at.js'

/** Columns that name people: by unique records, or one column by its many values. */
export interface UniqueRecords {
  readonly columns: readonly string[]
  readonly unique: number
  readonly records: number
  /** unique/records. */
  readonly share: number
  /** Numbers of different and of all values of a column that names people by these, however few records have one. */
  readonly values?: { readonly distinct: number; readonly present: number }
}

/** From this share of unique records on, columns name people. */
const MANY = 0.1
/** A text with more different values names people, however few records have one. */
const MANY_TEXTS = 50
/** Combinations that are tried, of each size; in files beyond so many records fewer. */
const MOST_TRIED = 300
const LARGE = 20_000

/**
 * The open columns that name people: who knows somebody's values in them finds their record, whatever is masked beside.
 *
 * Every column by which a tenth of the records are unique; every text with more than 50 different values, and every column whose
 * different values are more than half of its values, such as remarks; and of the others the smallest combination by which a tenth
 * are unique: the worst pair, else the worst three, else all together. A missing value is a value like any other. In files with many
 * columns only combinations of those with the most values are tried.
 * @param data - the released file
 * @param names - its open columns
 * @param looks - what looks at the columns, where somebody else looks at them, too
 * @param anonymous - those that are k-anonymous together: by themselves they name nobody
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
    // No more records can be unique than there are combinations: too few of them are not worth a look.
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
  // All columns name at least as many as two of them do.
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

/** How many records are alone with their value; a missing one is a value like any other. */
function uniqueIn({ present, classes, runs: { starts } }: LookedAt): number {
  let unique = classes.length - present === 1 ? 1 : 0
  for (let run = 0; run + 1 < starts.length; run++) if (starts[run + 1] - starts[run] === 1) unique++
  return unique
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
