/**
 * Disclosure risk as one number: identity and value disclosure with equal weight.
 *
 * DR = ½·DLD + ½·ID, with DLD of `risk/dld` and ID of `risk/interval-disclosure`: the risk half of the score of
 * `score/sebe`, which is ½·IL + ½·DR. Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, eq. 2; Torra 2013, DR.
 */
import { defineMetric, type Measurement, type MeasureInput } from '@sdc/core'
import * as z from 'zod'
import { correspondence, type Correspondence } from '@sdc/toolkit'
import { table } from '@sdc/toolkit'
import { linkageParams, measureDld, type LinkageOptions } from '../linkage/dld.js'
import { intervalMode, measureIntervals, type IntervalOptions } from '../intervals/interval-disclosure.js'

/** The parameters of both parts. */
export const disclosureParams = { ...linkageParams, mode: intervalMode }

export type DisclosureOptions = LinkageOptions & IntervalOptions

export const drCombineMetric = defineMetric({
  id: 'risk/dr-combine',
  title: 'Combined disclosure risk (DR)',
  summary:
    'The mean of the share of records that are linked and the share of values that are found within an interval.',
  formula: 'DR = 0.5·DLD + 0.5·ID',
  source: [
    { key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'eq. 2' },
    { key: 'torra-2013', where: 'disclosure risk' },
  ],
  notes: [
    { topic: 'choices', text: 'The equal weights are the convention of the source.' },
    {
      topic: 'reading',
      text:
        'A file that has nothing to do with the original has about 5 %: the intervals cover about a tenth of the values ' +
        'by chance.',
    },
    {
      topic: 'reading',
      text: 'See risk/dld and risk/interval-disclosure for what each leaves out; used is the number of cells of ID.',
    },
  ],
  kind: 'risk',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 100,
  params: z.object(disclosureParams),
  measure(input) {
    const { linkage, intervals } = measureDisclosure(
      input,
      correspondence(input, input.params.truth, 'risk/dr-combine'),
      input.params,
    )
    return combined(
      new Map([
        ['DLD', linkage],
        ['ID', intervals],
      ]),
      [0.5, 0.5],
      intervals.used,
    )
  },
})

/** Both parts of DR for given pairs of records. */
export function measureDisclosure(
  input: MeasureInput<unknown>,
  pairs: Correspondence,
  params: DisclosureOptions,
): { readonly linkage: Measurement; readonly intervals: Measurement } {
  const part = (from: number): MeasureInput<unknown> => ({ ...input, tick: (done) => input.tick((from + done) / 2) })
  return { linkage: measureDld(part(0), pairs, params), intervals: measureIntervals(part(1), pairs, params) }
}

/** A weighted sum of measurements; null, with every reason, where one of them is. */
export function combined(
  parts: ReadonlyMap<string, Measurement>,
  weights: readonly number[],
  used: number,
): Measurement {
  const values = Float64Array.from(parts.values(), ({ value }) => value ?? Number.NaN)
  const tables = new Map([
    [
      'components',
      table({
        component: [...parts.keys()],
        percent: values,
        weight: Float64Array.from(weights),
        used: Float64Array.from(parts.values(), (part) => part.used),
      }),
    ],
  ])
  if (values.some(Number.isNaN)) {
    const reasons = [...parts].flatMap(([name, { reason }]) => (reason ? [`${name}: ${reason}`] : []))
    return { value: null, reason: [...new Set(reasons)].join('; '), used, tables }
  }
  return { value: weightedSum(values, weights), used, tables }
}

/** Σ w_i·v_i. */
export function weightedSum(values: Readonly<Float64Array> | readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * values[i], 0)
}
