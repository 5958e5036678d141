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
  formula: '100 · mean of [the own record is nearest]/(number nearest), nearest by max_k |rank(x_ik) − rank(z_jk)|',
  source: 'Domingo-Ferrer & Muralidhar 2016, section 3',
  notes: [
    'The worst case: this adversary learns no value from the release. No auxiliary information can help him further.',
    'Only ranks count, so that methods of all kinds are on one scale, before and after reverse mapping alike.',
    'Z is the reverse mapping of the masked file. Equal values share the mean of the ranks that they may have, so that ' +
      'neither the order of the records nor a draw decides. An unmasked file has 100 where no two records are equal in ' +
      'all columns.',
    'Records with a missing value take no part. Where the files differ in their number of complete records, n and n′, ' +
      'place j of the masked ones is compared with place ⌈jn/n′⌉ of the original ones.',
    'Where several masked records come from one original record, each of them is a right link.',
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
            what: ['linked rightly, without doubt', 'expected, ties at random', 'by chance'],
            percent: Float64Array.of(100 * found.exactRate, 100 * found.expectedRate, 100 * found.chance),
          }),
        ],
      ])
      return { value: 100 * found.expectedRate, used: found.used, records: found.credit, tables }
    } catch (error) {
      if (isSdcError(error) && error.code === 'TOO_FEW_RECORDS') return unmeasured(error.message)
      throw error
    }
  },
})
