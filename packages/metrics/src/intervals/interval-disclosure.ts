/**
 * Interval disclosure: share of original values that lie close to the masked ones.
 *
 * ID = 100 · mean over the cells (i, j) and the widths w = 1…10 % of 1[x_ij ∈ interval of width w around y_ij]. rank:
 * [y_(r−h), y_(r+h)] with r the rank of y_ij among the n masked values, h = ⌊wn/100⌋, clipped to 1…n. rank-original: up
 * to the h-th original value below y_ij, or below those that equal it, and likewise above. sd: y_ij ± w/100 · sd(y_j).
 * relative: y_ij ± w/100 · |y_ij|. Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, section 2.
 */
import { defineMetric, type Measurement, type MeasureInput } from '@sdc/core'
import { correspondence, truthParam } from '@sdc/toolkit'
import { measurePairs } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { measuringSession } from '../sessions/measuring-session.js'
import { intervalSession } from './interval-session.js'
import { readIntervals, WIDTHS } from './read-intervals.js'
import { riskInPercent } from '../card-facts.js'

/** Parameter `mode`, shared by the scores. */
export const intervalMode = z
  .enum(['rank', 'rank-original', 'sd', 'relative'])
  .default('rank')
  .meta({
    description:
      'Unit of the width w % around a masked value. rank: masked records on either side; rank-original: original ' +
      "records; sd: the masked column's standard deviation; relative: the value itself.",
  })

const params = z.object({ truth: truthParam, mode: intervalMode })

export const intervalDisclosureMetric = defineMetric({
  id: 'risk/interval-disclosure',
  title: 'Interval disclosure (ID)',
  summary:
    'Share of original values within a narrow interval around their masked value, averaged over widths of 1 to 10 %.',
  brief: [
    'So many of 100 original values lie near their masked value.',
    'Frequent values are near by chance as well: compare it with independent data.',
  ],
  formula: 'ID = 100 · mean over cells and w = 1…10 % of 1[x_ij ∈ [y_(r−h), y_(r+h)]],  h = ⌊w n / 100⌋',
  source: [{ key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'section 2' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'A masked file without relation to the original scores about 10.6 with truth: identity and mode: rank, by the ' +
        'width of the windows.',
    },
    {
      topic: 'ties',
      text:
        'Equal masked values share a range of ranks: a cell counts with the share of those ranks whose window contains ' +
        'the original value. So the order of the records changes nothing.',
    },
    {
      topic: 'missing',
      text:
        'The metric omits cells that are missing in either file, masked records without a known origin and columns that ' +
        'are constant in the original. The table counts them.',
    },
    {
      topic: 'limits',
      text:
        'Below 100 records the narrowest windows of mode rank contain no neighbour. Below 10 records none does, and the ' +
        'metric has no value.',
    },
    {
      topic: 'interpretation',
      text:
        'A value below chance does not protect and causes a warning (truth: identity, mode: rank). The masking then ' +
        'moved values out of every window, and an intruder who knows this links records the other way. See ' +
        'risk/max-knowledge.',
    },
    { topic: 'parameters', text: 'mode: relative depends on the position of zero; the others do not.' },
  ],
  ...riskInPercent,
  high: { share: 0.5, meaning: '{value} of the original values lie within a narrow interval around the masked one' },
  recordsOf: 'masked',
  cost: { time: 'O(np log n); with truth: nearest the cost of a nearest-record search in p columns' },
  share: 'cells',
  params,
  needsFile: ({ params: { truth } }) =>
    truth === 'nearest'
      ? {
          why: 'truth: nearest searches the nearest original of each masked record among all (truth: identity runs out of core)',
        }
      : undefined,
  plan: (facts) =>
    facts.params.truth === 'nearest' ? { form: 'file', measure: measureNearest } : readIntervals(facts),
  session: (input) =>
    input.params.truth === 'nearest' ? measuringSession(input, measureNearest) : intervalSession(input, WIDTHS),
})

function measureNearest(input: MeasureInput<z.infer<typeof params>>): Measurement {
  return measurePairs(readIntervals, input, correspondence(input, 'nearest', 'risk/interval-disclosure'))
}
