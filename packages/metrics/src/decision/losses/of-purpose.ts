import { table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import type { OfFamily } from './of-family.js'
import { lossesOf, purposeLoss, purposeWeights } from '../structure/purposes.js'

/**
 * Returns the common fields of the metrics that are weighted means of the families for one purpose.
 *
 * @param purpose - Purpose of the weights.
 * @returns Fields for `defineMetric`.
 */
export function ofPurpose(purpose: 'tables' | 'records'): OfFamily {
  return {
    needsOrigin: true,
    cost: { time: 'as loss/structure without models' },
    params: z.object({}),
    parts: () => ({ all: { use: 'loss/structure', params: { models: false } } }),
    plan({ rows: { masked, pairs }, parts }) {
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
      if (value === null || pairs === 0)
        return { ...unmeasured(all?.reason ?? 'the records of the files are not linked', 0, tables), ...said }
      return { value: Math.min(100, value), used: masked, tables, ...said }
    },
  }
}
