import { kindOf, refParam, type Measurement, type MeasureInput, type Metric, type Ref } from '@sdc/core'
import { table } from '@sdc/toolkit'
import * as z from 'zod'
import { warningsOf } from './combined-parts.js'

/** Two parts of a mixed file, and the metric of each. */
export interface MixedParams {
  readonly numbers: Ref
  readonly categories: Ref
}

const partNames = ['numbers', 'categories'] as const

export const mixedParams = (
  kind: 'risk' | 'loss',
  numbers: string,
  categories: string,
): Metric<MixedParams>['params'] =>
  z.object({
    numbers: refParam('metric', { kind, default: numbers, description: `The ${kind} of the numeric columns, in %.` }),
    categories: refParam('metric', { kind, default: categories, description: `The ${kind} of the categories, in %.` }),
  }) as unknown as Metric<MixedParams>['params']

/** Common fields of both metrics of a mixed file. */
export const mixedMetric = {
  accepts: ['numeric', 'ordered', 'nominal'],
  better: 'lower',
  unit: '%',
  recordsOf: 'masked',
  needsOrigin: true,
  cost: { time: 'sum of its parts' },
  parts: ({ numbers, categories }: MixedParams) => ({ numbers, categories }),
} as const

/** Parts with a value. */
export interface Parts {
  readonly values: readonly number[]
  /** Number of columns of each. */
  readonly columns: readonly number[]
}

/**
 * Combines the values of the parts whose kinds the columns have; null, with the reason, if one of these has none.
 *
 * @param input - The original, for the kinds of the columns, and the measured parts.
 * @param combine - Makes one value from those of the parts.
 * @returns The measurement, with a table of the parts.
 */
export function overParts(
  { original, columns, parts }: Pick<MeasureInput<MixedParams>, 'original' | 'columns' | 'parts'>,
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
  const warned = warningsOf(measured.map((one) => ({ warnings: one?.warnings ?? [] })))
  if (without.length === 0) return { value: combine({ values, columns: columnCounts }), used, tables, ...warned }
  const reason = without.map((name) => `${name}: ${parts.get(name)?.reason ?? 'not measured'}`).join('; ')
  return { value: null, reason, used, tables, ...warned }
}
