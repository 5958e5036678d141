import { defineMetric, numericValues } from '@sdc/core'
import { median, quantile } from '@sdc/stats'
import * as z from 'zod'

/** Shift of the medians, in interquartile ranges of the original. */
export const medianShift = defineMetric({
  id: 'loss/median-shift',
  title: 'Shift of the median',
  summary: 'Shift of the column median, in interquartile ranges of the original, averaged over the columns.',
  formula: '|med(y) − med(x)| / (Q₃(x) − Q₁(x)), averaged over columns',
  source: [{ where: 'This plugin' }],
  notes: [
    {
      topic: 'limits',
      text: 'Medians say nothing about relationships: a file with shuffled columns keeps its medians.',
    },
  ],
  kind: 'loss',
  better: 'lower',
  unit: 'IQR',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: false,
  atIdentity: 0,
  params: z.object({}),
  measure({ original, masked, columns }) {
    /** @type {Map<string, number | null>} */
    const shifts = new Map()
    let [sum, used, counted] = [0, 0, 0]
    for (const name of columns) {
      const [x, y] = [numericValues(original, name), numericValues(masked, name)]
      const spread = quantile(x, 0.75) - quantile(x, 0.25)
      const shift = Math.abs(median(y) - median(x)) / spread
      shifts.set(name, Number.isFinite(shift) ? shift : null)
      if (!Number.isFinite(shift)) continue
      sum += shift
      used += y.filter((value) => !Number.isNaN(value)).length
      counted++
    }
    if (counted === 0)
      return { value: null, reason: 'no column has a spread to compare with', used: 0, columns: shifts }
    return { value: sum / counted, used, columns: shifts }
  },
})
