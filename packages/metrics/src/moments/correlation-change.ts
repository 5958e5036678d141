import { numericValues, type Dataset, type Measurement, type MeasureInput } from '@sdc/core'
import { correlate, countValues, mean, type CorrelationKind } from '@sdc/stats'
import { figures, leftOut, table, unmeasured } from '@sdc/toolkit'

/**
 * Mean of |r'_ab − r_ab| over all pairs of a given and a measured column and of two measured columns, each correlation over
 * the records of its own file.
 *
 * Given columns that are categories are ranked by the order of their levels where the correlation is one of ranks and they
 * have one; else they are left out.
 */
export function measureCorrelationChange(input: MeasureInput<unknown>, kind: CorrelationKind): Measurement {
  const { given, used, names } = correlatedColumns(input, kind)
  const left = kind === 'pearson' ? 'categories' : 'categories without an order'
  if (names.length < 2) {
    const nominal = given.length > used.length ? ` The given columns are ${left}.` : ''
    return unmeasured(`one column alone has no correlation: name another column as given (--given).${nominal}`)
  }
  const rows = Math.min(input.original.rows, input.masked.rows)
  if (rows < 2) return unmeasured(`a correlation needs 2 records, a file has ${rows}`)
  const before = names.map((name) => orderedValues(input.original, name))
  const after = names.map((name) => orderedValues(input.masked, name))
  const changes = correlationChanges(before, after, used.length, kind)
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
        [`given columns that are ${left}`]: given.length - used.length,
        'pairs without a correlation': changes.length - known.length,
      }),
    ],
  ])
  if (known.length === 0) return unmeasured(NO_PAIRS, 0, tables)
  const sizes = Float64Array.from(known, ({ difference }) => Math.abs(difference))
  tables.set('change', figures({ 'mean absolute change': mean(sizes), 'greatest absolute change': Math.max(...sizes) }))
  return { value: mean(sizes), used: Math.max(...after.map(countValues)), tables }
}

/** The columns whose correlations are compared: the given ones that can be correlated, then the measured ones. */
export function correlatedColumns(
  input: MeasureInput<unknown>,
  kind: CorrelationKind,
): { readonly given: readonly string[]; readonly used: readonly string[]; readonly names: readonly string[] } {
  const given = input.given.filter((name) => !input.columns.includes(name))
  const used = given.filter((name) => usable(input.original, name, kind) && usable(input.masked, name, kind))
  return { given, used, names: [...used, ...input.columns] }
}

/** Why there is none where `known` is empty. */
const NO_PAIRS =
  'no pair of columns has a correlation in both files: that needs records with both values, among which each of them varies'

export interface CorrelationChange {
  /** Positions of the two columns, a < b. */
  readonly a: number
  readonly b: number
  readonly original: number
  readonly masked: number
  /** masked − original, NaN where one of them is not defined. */
  readonly difference: number
}

/**
 * The correlations of all pairs but those of two given columns, before and after.
 *
 * The first `given` columns are the given ones. Cost: O(p²n) for p columns without missing values,
 * and O(pn log n) for their ranks.
 */
export function correlationChanges(
  before: readonly Float64Array[],
  after: readonly Float64Array[],
  given: number,
  kind: CorrelationKind = 'spearman',
): CorrelationChange[] {
  const r = correlate(before, kind)
  const s = correlate(after, kind)
  const changes: CorrelationChange[] = []
  for (let a = 0; a < before.length; a++) {
    for (let b = Math.max(a + 1, given); b < before.length; b++) {
      const original = r.get(a, b)
      const masked = s.get(a, b)
      changes.push({ a, b, original, masked, difference: masked - original })
    }
  }
  return changes
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
