/**
 * Share of records that the maximum-knowledge adversary links correctly, by ranks alone.
 *
 * See `maxKnowledgeLinkage`; the value is the expected share, with equally near records picked at random.
 * Source: Domingo-Ferrer & Muralidhar 2016, section 3.
 */
import { defineMetric, isSdcError, type MeasureInput, type Measurement } from '@sdc/core'
import * as z from 'zod'
import { maxKnowledgeLinkage } from './max-knowledge.js'
import { table, unknownOrigin, unmeasured } from '@sdc/toolkit'
import { bothFiles } from '@sdc/toolkit/internal'

const params = z.object({
  distance: z
    .enum(['chebyshev', 'cityblock', 'euclidean'])
    .default('chebyshev')
    .meta({
      description:
        "Combination of the columns' rank differences into one distance: the largest, the sum, or the root of " +
        'the sum of squares.',
    }),
  linkage: z
    .enum(['nearest', 'assignment'])
    .default('nearest')
    .meta({
      description:
        'Linkage: every record independently to the nearest, or all one-to-one at the smallest total distance ' +
        '(at most 5,000 records).',
    }),
})

export const maxKnowledgeMetric = defineMetric({
  id: 'risk/max-knowledge',
  title: 'Maximum-knowledge linkage',
  summary:
    'Share of records linked by an adversary who knows both files completely, but not which record became which.',
  brief: [
    'It is the worst case: an intruder with both files, who only lacks the links.',
    'No real intruder knows as much; use it to compare methods.',
  ],
  formula: '100 · mean of [the own record is nearest]/(number nearest), nearest by max_k |rank(x_ik) − rank(z_jk)|',
  source: [{ key: 'domingo-ferrer-muralidhar-2016', where: 'section 3' }],
  notes: [
    {
      topic: 'interpretation',
      text: 'The worst case: this adversary learns no value from the release. No auxiliary information can help them further.',
    },
    {
      topic: 'interpretation',
      text: 'Only ranks count, so methods of all kinds are on one scale, both before and after reverse mapping.',
    },
    {
      topic: 'ties',
      text:
        'Z is the reverse mapping of the masked file. Equal values share the mean of the ranks that they may ' +
        'have, so neither the order of the records nor a random draw decides. An unmasked file has 100 if no two ' +
        'records are equal in all columns.',
    },
    {
      topic: 'missing',
      text:
        'Records with a missing value are left out. If the files differ in their number of complete records, n ' +
        'and n′, place j of the masked ones is compared with place ⌈jn/n′⌉ of the original ones.',
    },
    {
      topic: 'parameters',
      text:
        'With linkage assignment every record gets a different masked one, as an intruder may require who knows ' +
        'that the files have the same people. Records equal in rank share the assigned ones; among other equally ' +
        'good assignments the choice is fixed.',
    },
    {
      topic: 'choices',
      text: 'If several masked records come from one original record, each of them is a correct link.',
    },
  ],
  kind: 'risk',
  high: {
    share: 0.1,
    meaning:
      'an adversary who has both files, but does not know which record became which, links {value} of the records',
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
  params,
  needsFile: () => ({
    why: 'it compares each record with all others by their ranks; risk/dbrl runs out of core, by a sample',
  }),
  plan: () => ({ form: 'file', measure }),
})

function measure(input: MeasureInput<z.infer<typeof params>>): Measurement {
  if (input.origin.length > 0 && input.origin.every((row) => row < 0)) return unmeasured(unknownOrigin())
  const { x, y } = bothFiles(input)
  try {
    const found = maxKnowledgeLinkage(x, y, input.origin, { ...input.params, tick: input.tick })
    if (found.used === 0) return unmeasured('no record is complete in both files and has a known origin')
    const tables = new Map([
      [
        'rates',
        table({
          what: ['linked correctly with certainty', 'expected, ties at random', 'by chance'],
          percent: Float64Array.of(100 * found.exactRate, 100 * found.expectedRate, 100 * found.chance),
        }),
      ],
    ])
    return { value: 100 * found.expectedRate, used: found.used, records: found.credit, tables }
  } catch (error) {
    if (isSdcError(error) && ['TOO_FEW_RECORDS', 'BAD_PARAMETER'].includes(error.code)) return unmeasured(error.message)
    throw error
  }
}
