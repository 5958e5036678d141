import { defineTableMethod, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { checkCounts } from '../table/check-counts.js'

export interface MinimumFrequencyParams {
  readonly n: number
  readonly percent: number
}

/** A cell with contributors, but fewer than n, is sensitive. */
export const minimumFrequencyRule: TableMethod<MinimumFrequencyParams> = defineTableMethod({
  id: 'tabular/minimum-frequency',
  title: 'Minimum frequency',
  summary: 'Finds the cells with fewer contributors than n; n itself is safe.',
  formula: '0 < contributors < n',
  source: [{ key: 'hundepool-et-al-2012', where: 'the threshold rule' }],
  notes: [
    {
      topic: 'choices',
      text: 'A respondent whose contribution is 0 counts. Where the values are the counts themselves, the level is one contribution; else a percentage of the value.',
    },
  ],
  step: 'sensitivity',
  short: { name: 'freq', params: ['n'] },
  params: z.object({
    n: z
      .int()
      .min(1)
      .max(1000)
      .default(3)
      .meta({ description: 'The fewest contributors of a safe cell.', unit: 'contributors' }),
    percent: z.number().min(0).max(1000).default(20).meta({
      description: 'How much of the value must remain unknown, where it is no count.',
      unit: 'percent of the value',
    }),
  }),
  protect({ table, params: { n, percent }, tick }) {
    const { counts, values } = table
    checkCounts(table, 'tabular/minimum-frequency')
    const status = Uint8Array.from(counts, (count) => Number(count > 0 && count < n))
    const areCounts = values.every((value, c) => value === counts[c])
    const level = Float64Array.from(status, (one, c) => one * (areCounts ? 1 : (percent / 100) * Math.abs(values[c])))
    tick(1)
    return { status, levels: { lower: level, upper: level.slice(), width: new Float64Array(level.length) } }
  },
})
