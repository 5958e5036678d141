/**
 * The share of records that the maximum-knowledge adversary links rightly, by ranks alone.
 *
 * See `maxKnowledgeLinkage`; the value is the expected share, equally near records picked at random.
 * Source: Domingo-Ferrer & Muralidhar 2016, section 3.
 */
import { defineMetric, isSdcError } from '@sdc/core'
import * as z from 'zod'
import { maxKnowledgeLinkage } from './max-knowledge.js'
import { table, unknownOrigin, unmeasured } from '@sdc/toolkit'
import { bothFiles } from '@sdc/toolkit/internal'

export const maxKnowledgeMetric = defineMetric({
  id: 'risk/max-knowledge',
  title: 'Maximum-knowledge linkage',
  summary:
    'The share of records that an adversary links who knows both files whole, only not which record became which.',
  formula: '100 · mean of [the own record is nearest]/(number nearest), nearest by max_k |rank(x_ik) − rank(z_jk)|',
  source: [{ key: 'domingo-ferrer-muralidhar-2016', where: 'section 3' }],
  notes: [
    {
      topic: 'interpretation',
      text: 'The worst case: this adversary learns no value from the release. No auxiliary information can help them further.',
    },
    {
      topic: 'interpretation',
      text: 'Only ranks count, so that methods of all kinds are on one scale, before and after reverse mapping alike.',
    },
    {
      topic: 'ties',
      text:
        'Z is the reverse mapping of the masked file. Equal values share the mean of the ranks that they may have, so that ' +
        'neither the order of the records nor a draw decides. An unmasked file has 100 where no two records are equal in ' +
        'all columns.',
    },
    {
      topic: 'missing',
      text:
        'Records with a missing value take no part. Where the files differ in their number of complete records, n and n′, ' +
        'place j of the masked ones is compared with place ⌈jn/n′⌉ of the original ones.',
    },
    {
      topic: 'parameters',
      text:
        'By linkage assignment every record gets a masked one of its own, as an intruder may demand who knows that the files ' +
        'have the same people. Records equal in rank share what they are assigned; among other assignments as good the ' +
        'choice is fixed.',
    },
    {
      topic: 'choices',
      text: 'Where several masked records come from one original record, each of them is a right link.',
    },
  ],
  kind: 'risk',
  high: {
    share: 0.1,
    meaning: 'an adversary who has both files, only not which record became which, links {value} of the records',
  },
  better: 'lower',
  unit: '%',
  range: [0, 100],
  costly: true,
  cost: { time: 'O(n log n) by up to seven columns, up to O(n²p) by many; O(n³) one-to-one' },
  share: 'records',
  recordsOf: 'original',
  needsOrigin: true,
  atIdentity: 100,
  params: z.object({
    distance: z.enum(['chebyshev', 'cityblock', 'euclidean']).default('chebyshev').meta({
      description:
        'How the rank differences of the columns make one distance: the greatest, sum, or root of the sum of squares.',
    }),
    linkage: z.enum(['nearest', 'assignment']).default('nearest').meta({
      description:
        'Whether every record is linked to the nearest by itself, or all of them one-to-one at the least total distance (5,000 records at most).',
    }),
  }),
  streamed: () => ({
    shape: 'whole',
    why: 'it compares each record with all others by their ranks; risk/dbrl runs in parts, by a sample',
  }),
  measure(input) {
    if (input.origin.length > 0 && input.origin.every((row) => row < 0)) return unmeasured(unknownOrigin())
    const { x, y } = bothFiles(input)
    try {
      const found = maxKnowledgeLinkage(x, y, input.origin, { ...input.params, tick: input.tick })
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
      if (isSdcError(error) && ['TOO_FEW_RECORDS', 'BAD_PARAMETER'].includes(error.code))
        return unmeasured(error.message)
      throw error
    }
  },
})
