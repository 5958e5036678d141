import { defineMetric, type Measurement, type Metric } from '@sdc/core'
import { table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { lossesOf, purposeLoss, purposeWeights } from './purposes.js'
import { lossOfRoles } from './statistics.js'

/** What is said of a purpose. */
export interface PurposeCard {
  readonly purpose: 'tables' | 'records'
  readonly title: string
  readonly summary: string
  readonly formula: string
}

/**
 * A weighted mean of the families of statistics that `loss/statistics` measures.
 *
 * @param card - Its purpose.
 * @returns The metric, `loss/PURPOSE`.
 */
export function purposeMetric({ purpose, ...card }: PurposeCard): Metric<Record<string, never>> {
  return defineMetric({
    ...lossOfRoles,
    ...card,
    id: `loss/${purpose}`,
    source: [{ where: `This project: weights for ${purpose}` }],
    notes: [
      {
        topic: 'reading',
        text: 'The table families has every family with its weight; those without a value are left out of the mean.',
      },
    ],
    needsOrigin: true,
    weighs: 'a weighted mean of the losses of statistics',
    cost: { time: 'that of loss/statistics without models' },
    params: z.object({}),
    parts: () => ({ all: { use: 'loss/statistics', params: { models: false } } }),
    measure({ masked, origin, parts }): Measurement {
      const all = parts.get('all')
      const { value, families } = purposeLoss(lossesOf(all), purposeWeights[purpose])
      const numbers = (of: 'percent' | 'weight'): Float64Array => Float64Array.from(families, (one) => one[of])
      const tables = new Map([
        [
          'families',
          table({ family: families.map((one) => one.family), percent: numbers('percent'), weight: numbers('weight') }),
        ],
      ])
      const said = all?.warnings ? { warnings: all.warnings } : {}
      const unlinked = origin.every((row) => row < 0)
      if (value === null || unlinked)
        return { ...unmeasured(all?.reason ?? 'the records of the files are not linked', 0, tables), ...said }
      return { value: Math.min(100, value), used: masked.rows, tables, ...said }
    },
  })
}
