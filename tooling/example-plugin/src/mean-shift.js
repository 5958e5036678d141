import { defineMetric, numericValues } from '@sdc/core'
import * as z from 'zod'

/** Shift of the means, in ranges of the original. */
export const meanShift = defineMetric({
  id: 'loss/mean-shift',
  title: 'Shift of the mean',
  summary: 'Shift of the column mean, in ranges of the original column, averaged over the columns.',
  formula: '|ȳ − x̄| / (max x − min x), averaged over columns',
  source: [{ where: 'This plugin' }],
  notes: [{ topic: 'missing', text: 'Missing values are excluded.' }],
  kind: 'loss',
  better: 'lower',
  unit: 'range',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: false,
  atIdentity: 0,
  params: z.object({}),
  *plan({ columns }) {
    const [original, masked] = yield [totalsOf('original', columns), totalsOf('masked', columns)]
    const shifts = columns.map((_, j) => {
      const [[n, sum, least, greatest], [m, other]] = [original, masked].map((totals) => totals.subarray(4 * j))
      return Math.abs(other / m - sum / n) / (greatest - least)
    })
    const counted = shifts.filter(Number.isFinite)
    if (counted.length === 0) return { value: null, reason: 'no column has a range to compare with', used: 0 }
    return {
      value: counted.reduce((sum, shift) => sum + shift, 0) / counted.length,
      used: columns.reduce((sum, _, j) => sum + masked[4 * j], 0),
      columns: new Map(columns.map((name, j) => [name, Number.isFinite(shifts[j]) ? shifts[j] : null])),
    }
  },
})

/**
 * Number of values, sum, least and greatest value of each column, block by block.
 *
 * @param {'original' | 'masked'} reads - File.
 * @param {readonly string[]} columns - Columns.
 * @returns {import('@sdc/core').Aggregate} The totals, four a column.
 */
function totalsOf(reads, columns) {
  const plus = (/** @type {number} */ a, /** @type {number} */ b) => a + b
  const add = [plus, plus, Math.min, Math.max]
  return {
    reads,
    of: (block) =>
      Float64Array.from(
        columns.flatMap((name) => {
          const values = numericValues(block[reads], name).filter((value) => !Number.isNaN(value))
          let [sum, least, greatest] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
          for (const value of values) {
            sum += value
            least = Math.min(least, value)
            greatest = Math.max(greatest, value)
          }
          return [values.length, sum, least, greatest]
        }),
      ),
    merge: (total, own) => total.map((value, k) => add[k % 4](value, own[k])),
  }
}
