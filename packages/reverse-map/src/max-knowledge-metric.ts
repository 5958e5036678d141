import { defineMetric, isSdcError } from '@sdc/core'
import * as z from 'zod'
import { maxKnowledgeLinkage } from './max-knowledge.js'
import { bothFiles, table, unknownOrigin, unmeasured } from './metric-input.js'

/**
 * The share of records that the maximum-knowledge adversary links rightly, by ranks alone.
 *
 * See `maxKnowledgeLinkage`; the value is the expected share, equally near records picked at random.
 * Source: Domingo-Ferrer & Muralidhar 2016, section 3.
 */
export const maxKnowledge = defineMetric({
  id: 'risk/max-knowledge',
  title: 'Maximum-knowledge linkage',
  summary:
    'The share of records that an adversary links who knows both files whole, only not which record became which.',
  formula: '100 · mean of [the own record is nearest]/(number nearest), nearest by max_k |rank(x_ik) − rank(y_jk)|',
  source: 'Domingo-Ferrer & Muralidhar 2016, section 3',
  notes: [
    'The worst case: this adversary learns no value from the release. No auxiliary information can help him further.',
    'Only ranks count, so that methods of all kinds are on one scale, before and after reverse mapping alike.',
    'Equal values share the mean of their ranks. An unmasked file has 100 where no two records are equal in all columns.',
    'Records with a missing value take no part; both files must have as many complete ones.',
  ],
  kind: 'risk',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'original',
  needsOrigin: true,
  atIdentity: 100,
  params: z.object({
    distance: z.enum(['max', 'sum', 'l2']).default('max').meta({
      description: 'How the rank differences of the columns make one distance: the greatest, their sum, or Euclidean.',
    }),
  }),
  measure(input) {
    if (input.origin.length > 0 && input.origin.every((row) => row < 0)) return unmeasured(unknownOrigin)
    const { x, y } = bothFiles(input)
    try {
      const found = maxKnowledgeLinkage(x, y, input.origin, { distance: input.params.distance, tick: input.tick })
      if (found.used === 0) return unmeasured('no record is complete in both files and has a known origin')
      const tables = new Map([
        [
          'rates',
          table({
            what: ['linked to one record, and rightly', 'expected, ties at random', 'by chance'],
            percent: Float64Array.of(100 * found.exactRate, 100 * found.expectedRate, 100 * found.chance),
          }),
        ],
      ])
      return { value: 100 * found.expectedRate, used: found.used, records: found.credit, tables }
    } catch (error) {
      if (isSdcError(error) && error.code === 'LENGTH_MISMATCH') return unmeasured(error.message)
      throw error
    }
  },
})
