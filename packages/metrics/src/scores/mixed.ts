import { defineMetric, kindOf, refParam, type Measurement, type MeasureInput, type Metric, type Ref } from '@sdc/core'
import { table } from '@sdc/toolkit'
import * as z from 'zod'

/** The two parts of a mixed file, and the metric that each is measured by. */
interface MixedParams {
  readonly numbers: Ref
  readonly categories: Ref
}

const partNames = ['numbers', 'categories'] as const

const params = (kind: 'risk' | 'loss', numbers: string, categories: string): Metric<MixedParams>['params'] =>
  z.object({
    numbers: refParam('metric', { kind, default: numbers, description: `The ${kind} of the numeric columns, in %.` }),
    categories: refParam('metric', { kind, default: categories, description: `The ${kind} of the categories, in %.` }),
  }) as unknown as Metric<MixedParams>['params']

const shared = {
  accepts: ['numeric', 'ordered', 'nominal'],
  better: 'lower',
  unit: '%',
  recordsOf: 'masked',
  needsOrigin: true,
  parts: ({ numbers, categories }: MixedParams) => ({ numbers, categories }),
} as const

/**
 * The disclosure risk of a file with numbers and categories: that of its worse part.
 *
 * max(risk of the numeric columns, risk of the categories). A mean would let a safe part hide an open one. Of a file with
 * columns of one kind it is the risk of that part.
 */
export const mixedRisk: Metric<MixedParams> = defineMetric({
  ...shared,
  id: 'risk/mixed',
  title: 'Disclosure risk of a mixed file',
  summary: 'The greater of the disclosure risks of the numeric columns and of the categories.',
  formula: 'max(risk of the numbers, risk of the categories)',
  source: 'This project: the worse part decides',
  notes: [
    'A kind of columns that has no value leaves the file without one: an unknown risk is not a small one.',
    'The two risks are shares of different things (linked records, records in small classes of the keys): the greater is ' +
      'the one to look at, not a probability.',
  ],
  kind: 'risk',
  range: [0, 100],
  atIdentity: null,
  params: params('risk', 'risk/dr-combine', 'risk/k-anonymity'),
  measure: (input) => overParts(input, ({ values }) => Math.max(...values)),
})

/**
 * The information loss of a file with numbers and categories: the mean over its columns.
 *
 * (p_N·loss of the numeric columns + p_C·loss of the categories)/(p_N + p_C), with p_N and p_C the numbers of columns.
 */
export const mixedLoss: Metric<MixedParams> = defineMetric({
  ...shared,
  id: 'loss/mixed',
  title: 'Information loss of a mixed file',
  summary:
    'The mean of the information losses of the numeric columns and of the categories, weighted by their numbers.',
  formula: '(p_N·loss of the numbers + p_C·loss of the categories)/(p_N + p_C)',
  source: 'This project: each column counts the same',
  notes: [
    'A kind of columns that has no value leaves the file without one.',
    'The loss of the numbers has no upper end (loss/il-score), that of the categories ends at 100 %.',
  ],
  kind: 'loss',
  range: [0, Number.POSITIVE_INFINITY],
  atIdentity: 0,
  params: params('loss', 'loss/il-score', 'loss/categorical-distance'),
  measure: (input) =>
    overParts(input, ({ values, columns }) => {
      const total = columns.reduce((sum, count) => sum + count, 0)
      return values.reduce((sum, value, part) => sum + (columns[part] / total) * value, 0)
    }),
})

interface Parts {
  readonly values: readonly number[]
  /** How many columns each is of. */
  readonly columns: readonly number[]
}

/** One value of the parts whose kind the columns have; null, with the reason, where one of these has none. */
function overParts(
  { original, columns, parts }: MeasureInput<MixedParams>,
  combine: (parts: Parts) => number,
): Measurement {
  const numbers = columns.filter((name) => kindOf(original.column(name)) === 'numeric').length
  const counts = { numbers, categories: columns.length - numbers }
  const there = partNames.filter((name) => counts[name] > 0)
  const measured = there.map((name) => parts.get(name))
  const used = Math.min(...measured.map((one) => one?.used ?? 0))
  const values = measured.map((one) => one?.value ?? Number.NaN)
  const columnCounts = there.map((name) => counts[name])
  const components = table({
    component: [...there],
    percent: Float64Array.from(values),
    columns: Float64Array.from(columnCounts),
  })
  const tables = new Map([['components', components]])
  const without = there.filter((_, part) => Number.isNaN(values[part]))
  if (without.length === 0) return { value: combine({ values, columns: columnCounts }), used, tables }
  const reason = without.map((name) => `${name}: ${parts.get(name)?.reason ?? 'it was not measured'}`).join('; ')
  return { value: null, reason, used, tables }
}
