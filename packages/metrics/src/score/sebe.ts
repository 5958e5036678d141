import { defineMetric, type Measurement, type MeasureInput } from '@sdc/core'
import * as z from 'zod'
import { correspondence } from '../correspondence.js'
import { measureIl } from '../loss/il-score.js'
import { table } from '../measurement.js'
import { linkageParams, measureDld, type LinkageOptions } from '../risk/dld.js'
import { intervalMode, measureIntervals, type IntervalOptions } from '../risk/interval-disclosure.js'

/**
 * The score that weighs information loss against disclosure risk.
 *
 * Score = ½·IL + ¼·DLD + ¼·ID, with IL of `loss/il-score`, DLD of `risk/dld` and ID of `risk/interval-disclosure`;
 * lower is better. An unmasked file without records that share keys has 50, a file of noise as much as its loss.
 * Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, eq. 2.
 */
export const sebe = defineMetric({
  id: 'score/sebe',
  title: 'Score of Sebé et al.',
  summary: 'Half the information loss, a quarter each of linkage and interval disclosure: lower is better.',
  formula: 'Score = 0.5·IL + 0.25·DLD + 0.25·ID',
  source: 'Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, eq. 2',
  notes: [
    'The weights are a convention. IL has no upper end and a heavy tail, so that one small original value can ' +
      'decide the score.',
    'IL depends on where zero is, and so does the score.',
    'See loss/il-score, risk/dld and risk/interval-disclosure for what each leaves out; used is the number of ' +
      'cells of ID.',
  ],
  kind: 'score',
  better: 'lower',
  unit: 'points',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 50,
  params: z.object({ ...linkageParams, mode: intervalMode }),
  measure: (input) => measure(input, input.params),
})

/** Equation 2; all in percent. */
export function sebeScore(il: number, dldPercent: number, id: number): number {
  return 0.5 * il + 0.25 * dldPercent + 0.25 * id
}

function measure(input: MeasureInput<unknown>, params: LinkageOptions & IntervalOptions): Measurement {
  const pairs = correspondence(input, params.truth, 'score/sebe')
  const part = (from: number): MeasureInput<unknown> => ({ ...input, tick: (done) => input.tick((from + done) / 3) })
  const il = measureIl(part(0), pairs, params.truth)
  const linkage = measureDld(part(1), pairs, params)
  const intervals = measureIntervals(part(2), pairs, params)
  const parts = new Map([['IL', il], ['DLD', linkage], ['ID', intervals]])
  const tables = new Map([
    ['components', table({
      component: [...parts.keys()],
      percent: Float64Array.from(parts.values(), ({ value }) => value ?? Number.NaN),
      weight: Float64Array.of(0.5, 0.25, 0.25),
      used: Float64Array.from(parts.values(), ({ used }) => used),
    })],
  ])
  if (il.value === null || linkage.value === null || intervals.value === null) {
    const reasons = [...parts].flatMap(([name, { reason }]) => (reason ? [`${name}: ${reason}`] : []))
    return { value: null, reason: [...new Set(reasons)].join('; '), used: intervals.used, tables }
  }
  return { value: sebeScore(il.value, linkage.value, intervals.value), used: intervals.used, tables }
}
