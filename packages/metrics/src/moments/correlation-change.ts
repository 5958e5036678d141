import {
  numericValues,
  option,
  type Dataset,
  type MeasureInput,
  type Measurement,
  type MeasureFacts,
  type Plan,
} from '@sdc/core'
import { mean, type CorrelationKind } from '@sdc/stats'
import { figures, leftOut, table, unmeasured } from '@sdc/toolkit'
import { readColumns, readJoint, readRankCorrelations, together, type RankedColumns } from '@sdc/toolkit/internal'

/**
 * Reads the mean of |r'_ab − r_ab| over all pairs of a given and a measured column and of two measured columns, each
 * Pearson's over the complete records of its own file. Categorical given columns are omitted.
 *
 * @param files - Both files.
 * @returns The measurement.
 */
export function* readCorrelationChange(files: MeasureFacts<unknown>): Plan<Measurement> {
  const columns = correlatedColumns(files, 'pearson')
  const { names } = columns
  const why = notCorrelated(columns, 'pearson', Math.min(files.rows.original, files.rows.masked))
  if (why !== undefined) return unmeasured(why)
  const [before, after] = yield* together(
    readJoint('original', readColumns('original', names)),
    readJoint('masked', readColumns('masked', names)),
  )
  const changes = changesOf(names.length, columns.used.length, before.correlation, after.correlation)
  return changeMeasurement(columns, changes, 'pearson', Math.max(...after.totals.map(({ count }) => count)))
}

/**
 * Reads the mean absolute change of Spearman's rank correlations. Categorical given columns are ranked by the order of
 * their levels; those without an order are omitted.
 *
 * @param files - Both files, with their given columns.
 * @returns The measurement; null if no pair has a correlation in both files.
 */
export function* readRankCorrelationChange(files: MeasureFacts<unknown>): Plan<Measurement> {
  const columns = correlatedColumns(files, 'spearman')
  const { names, used } = columns
  const why = notCorrelated(columns, 'spearman', Math.min(files.rows.original, files.rows.masked))
  if (why !== undefined) return unmeasured(why)
  const pairs = pairsOf(names.length, used.length)
  const ranked = (file: 'original' | 'masked'): RankedColumns => ({
    file,
    names,
    columns: names.map((name) => (block) => orderedValues(block[file], name)),
  })
  const [before, after] = yield* together(
    readRankCorrelations(ranked('original'), pairs),
    readRankCorrelations(ranked('masked'), pairs),
  )
  const changes = changesOf(names.length, used.length, before.correlation, after.correlation)
  return changeMeasurement(columns, changes, 'spearman', Math.max(...after.totals.map(({ count }) => count)))
}

type UsedColumns = ReturnType<typeof correlatedColumns>

const leftColumns = (kind: CorrelationKind): string =>
  kind === 'pearson' ? 'categories' : 'categories without an order'

/** Returns the reason why nothing can be correlated; undefined if something can. */
function notCorrelated({ given, used, names }: UsedColumns, kind: CorrelationKind, rows: number): string | undefined {
  if (names.length < 2) {
    const nominal = given.length > used.length ? ` The given columns are ${leftColumns(kind)}.` : ''
    return `one column alone has no correlation: name another column as given (${option('given')}).${nominal}`
  }
  return rows < 2 ? `a correlation needs 2 records; a file has ${rows}` : undefined
}

function changeMeasurement(
  { given, used, names }: UsedColumns,
  changes: readonly CorrelationChange[],
  kind: CorrelationKind,
  records: number,
): Measurement {
  const known = changes.filter(({ difference }) => difference === difference)
  const tables = new Map([
    [
      'pairs',
      table({
        a: changes.map(({ a }) => names[a]),
        b: changes.map(({ b }) => names[b]),
        original: Float64Array.from(changes, ({ original }) => original),
        masked: Float64Array.from(changes, ({ masked }) => masked),
        difference: Float64Array.from(changes, ({ difference }) => difference),
      }),
    ],
    [
      'left-out',
      leftOut({
        [`given columns that are ${leftColumns(kind)}`]: given.length - used.length,
        'pairs without a correlation': changes.length - known.length,
      }),
    ],
  ])
  if (known.length === 0) return unmeasured(NO_PAIRS, 0, tables)
  const sizes = Float64Array.from(known, ({ difference }) => Math.abs(difference))
  tables.set('change', figures({ 'mean absolute change': mean(sizes), 'greatest absolute change': Math.max(...sizes) }))
  return { value: mean(sizes), used: records, tables }
}

/**
 * Returns the columns of the compared correlations: the given ones that can be correlated, then the measured ones.
 *
 * @param input - Both files, and their columns.
 * @param kind - `pearson` omits given categories, `spearman` only those without an order.
 * @returns Given columns that are not measured, the used ones among them, and all compared ones.
 */
export function correlatedColumns(
  input: Pick<MeasureInput<unknown>, 'original' | 'masked' | 'given' | 'columns'>,
  kind: CorrelationKind,
): { readonly given: readonly string[]; readonly used: readonly string[]; readonly names: readonly string[] } {
  const given = input.given.filter((name) => !input.columns.includes(name))
  const used = given.filter((name) => usable(input.original, name, kind) && usable(input.masked, name, kind))
  return { given, used, names: [...used, ...input.columns] }
}

/** Reason of a file without a correlation. */
const NO_PAIRS =
  'no pair of columns has a correlation in both files: it needs records with both values, among which each varies'

export interface CorrelationChange {
  /** Positions of the two columns, a < b. */
  readonly a: number
  readonly b: number
  readonly original: number
  readonly masked: number
  /** masked − original, NaN if one of them is not defined. */
  readonly difference: number
}

function changesOf(
  columns: number,
  given: number,
  before: (a: number, b: number) => number,
  after: (a: number, b: number) => number,
): CorrelationChange[] {
  return pairsOf(columns, given).map(([a, b]) => {
    const original = before(a, b)
    const masked = after(a, b)
    return { a, b, original, masked, difference: masked - original }
  })
}

/** Returns all pairs except those of two given columns, which come first. */
function pairsOf(columns: number, given: number): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = []
  for (let a = 0; a < columns; a++) for (let b = Math.max(a + 1, given); b < columns; b++) pairs.push([a, b])
  return pairs
}

function usable(data: Dataset, name: string, kind: CorrelationKind): boolean {
  const column = data.column(name)
  return column.kind === 'numeric' || (column.ordered && kind !== 'pearson')
}

function orderedValues(data: Dataset, name: string): Float64Array {
  const column = data.column(name)
  if (column.kind === 'categorical' && column.ordered) {
    return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
  }
  return numericValues(data, name)
}
