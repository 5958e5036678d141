import { defineMetric, type Metric } from '@sdc/core'
import { standardDeviation } from '@sdc/stats'
import * as z from 'zod'
import { valuesOf } from './sound.fixture.js'

/** Mean absolute change in standard deviations of the original, of the pairs whose origin is known. */
export const soundLoss: Metric<{ power: 'one' | 'two' }> = defineMetric({
  id: 'loss/fixture',
  title: 'Mean change',
  summary: 'How far a value moved, on average.',
  formula: 'mean |y − x| / s',
  source: 'A fixture of the test-kit',
  kind: 'loss',
  better: 'lower',
  unit: 'sd',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 0,
  params: z.object({ power: z.enum(['one', 'two']).default('one').meta({ description: 'The power of the change.' }) }),
  measure({ original, masked, origin, columns, params, tick }) {
    const records = new Float64Array(masked.rows).fill(Number.NaN)
    let used = 0
    for (const name of columns) {
      const [x, y] = [valuesOf(original.column(name)), valuesOf(masked.column(name))]
      const spread = standardDeviation(x.filter((value) => !Number.isNaN(value)))
      if (!(spread > 0)) continue
      for (let i = 0; i < masked.rows; i++) {
        const change = origin[i] < 0 ? Number.NaN : Math.abs(y[i] - x[origin[i]]) / spread
        if (Number.isNaN(change)) continue
        records[i] = (Number.isNaN(records[i]) ? 0 : records[i]) + (params.power === 'two' ? change * change : change)
        used++
      }
    }
    tick(1)
    if (used === 0) return { value: null, reason: 'no pair of values can be compared', used }
    return { value: records.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0) / used, used, records }
  },
})
