import { defineMetric, numericValues, type Dataset, type Measurement, type MeasureInput } from '@sdc/core'
import { correlate, countValues } from '@sdc/stats'
import * as z from 'zod'
import { leftOut, table, unmeasured } from '../measurement.js'

/**
 * What masking did to the rank order correlations between columns.
 *
 * Mean of |r'_ab − r_ab| over all pairs of a given and a masked column and of two masked columns, r = Spearman in the
 * original and r' in the masked file, each over its own records: no link between the files is needed.
 * Source: Muralidhar, Sarathy & Domingo-Ferrer 2014, section 4 (r_sx against r_sz) and table 4.
 */
export const rankCorrelationLoss = defineMetric({
  id: 'loss/rank-correlation',
  title: 'Change of rank correlations',
  summary:
    'The mean absolute change of the rank correlations among the masked columns and between them and the given ones.',
  formula: 'mean over pairs of |Spearman(y_a, y_b) − Spearman(x_a, x_b)|',
  source: 'Muralidhar, Sarathy & Domingo-Ferrer 2014 (Reverse Mapping), section 4',
  notes: [
    'Ties have their mean rank; each correlation uses its own complete pairs of records.',
    'Given columns that are categories count by the order of their levels; those without an order are left out and ' +
      'counted.',
    'A pair with a column that is constant in either file has no correlation: it is left out and counted.',
  ],
  kind: 'loss',
  better: 'lower',
  unit: 'correlation',
  range: [0, 2],
  recordsOf: 'masked',
  needsOrigin: false,
  atIdentity: 0,
  params: z.object({}),
  measure,
})

function measure(input: MeasureInput<unknown>): Measurement {
  const given = input.given.filter((name) => !input.columns.includes(name))
  const ranked = given.filter((name) => hasOrder(input.original, name) && hasOrder(input.masked, name))
  const names = [...ranked, ...input.columns]
  if (names.length < 2) {
    const nominal = given.length > ranked.length ? ' The given columns are categories without an order.' : ''
    return unmeasured(`one column alone has no correlation: name another column as given (--given).${nominal}`)
  }
  const rows = Math.min(input.original.rows, input.masked.rows)
  if (rows < 2) return unmeasured(`a correlation needs 2 records, a file has ${rows}`)
  const before = names.map((name) => orderedValues(input.original, name))
  const after = names.map((name) => orderedValues(input.masked, name))
  const changes = correlationChanges(before, after, ranked.length)
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
        'given columns without an order': given.length - ranked.length,
        'pairs without a correlation': changes.length - known.length,
      }),
    ],
  ])
  if (known.length === 0) return unmeasured('every pair has a column that is constant in one of the files', 0, tables)
  const total = known.reduce((sum, { difference }) => sum + Math.abs(difference), 0)
  return { value: total / known.length, used: Math.max(...after.map(countValues)), tables }
}

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
 * The Spearman correlations of all pairs but those of two given columns, before and after.
 *
 * The first `given` columns are the given ones. Cost: O(pn log n + p²n) for p columns without missing values.
 */
export function correlationChanges(
  before: readonly Float64Array[],
  after: readonly Float64Array[],
  given: number,
): CorrelationChange[] {
  const r = correlate(before, 'spearman')
  const s = correlate(after, 'spearman')
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

function hasOrder(data: Dataset, name: string): boolean {
  const column = data.column(name)
  return column.kind === 'numeric' || column.ordered
}

function orderedValues(data: Dataset, name: string): Float64Array {
  const column = data.column(name)
  if (column.kind === 'categorical' && column.ordered) {
    return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
  }
  return numericValues(data, name)
}
