/**
 * What masking did to the distribution of each column, of numbers or of categories.
 *
 * H = √(½ Σ_k (√p_k − √q_k)²), p_k and q_k the shares of original and masked values in class k; the mean of the columns. 0 where
 * the shares are the same, 1 where no class has values of both.
 * Source: Hellinger 1909.
 */
import { defineMetric, type Measurement } from '@sdc/core'
import { mean } from '@sdc/stats'
import { figures, leftOut, table, unmeasured } from '@sdc/toolkit'
import { measuredInParts, measureInMemory, PLACE_AGGREGATES, type ReadFiles, type Reads } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { readClassShares } from './value-classes.js'

const params = z.object({
  bins: z.number().int().min(1).max(1000).default(20).meta({
    description:
      'The most classes that numbers are put into: quantiles of the original, of as many records each and of five or more.',
    unit: 'classes',
  }),
})

export const hellingerMetric = defineMetric({
  id: 'loss/hellinger',
  title: 'Hellinger distance of the marginal distributions',
  summary:
    'How much the shares of the classes of a column differ between original and masked file; the mean of the columns.',
  formula: 'mean over columns of √(½ Σ_k (√p_k − √q_k)²)',
  source: [{ key: 'hellinger-1909', where: 'the distance of two distributions' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The table has the greatest distance of a column, and of each how many classes it has. Two samples of n records from ' +
        'one distribution in K classes are some √((K − 1)/(4n)) apart by chance.',
    },
    {
      topic: 'choices',
      text:
        'Categories are classes as they are, by name. Numbers are classed by quantiles of the original, at most 20 classes of ' +
        'five records or more (parameter bins); a value on which two quantiles fall is a class of its own, and what is ' +
        'below the least or above the greatest original value is a class each.',
    },
    {
      topic: 'limits',
      text:
        'It compares columns one by one: a file with every column shuffled by itself has 0 and no relation left. Within a ' +
        'class numbers can be moved unseen, and it is all the same to it how far they went: see loss/wasserstein.',
    },
    {
      topic: 'missing',
      text:
        'Missing is a class like the others: a file in which values were suppressed has a loss. A column without a value in ' +
        'the original, or that is numbers in one file and categories in the other, is left out and counted.',
    },
  ],
  kind: 'loss',
  accepts: ['numeric', 'ordered', 'nominal'],
  better: 'lower',
  unit: 'Hellinger distance',
  range: [0, 1],
  recordsOf: 'masked',
  needsOrigin: false,
  atIdentity: 0,
  cost: { time: 'O(np log n)' },
  params,
  measure: (input) => measureInMemory(input, read),
  streamed: () => measuredInParts({ aggregates: [...PLACE_AGGREGATES, 'tables'], read }),
})

function* read(files: ReadFiles<z.infer<typeof params>>): Reads<Measurement> {
  const { columns: names, params: asked, rows } = files
  const shares = yield* readClassShares(names, files, asked.bins)
  const columns = new Map(
    names.map((name, j): [string, number | null] => {
      const own = shares[j]
      return [name, own ? hellingerDistance(own.original, own.masked) : null]
    }),
  )
  const classes = shares.map((own) => (own ? own.original.filter((share, k) => share + own.masked[k] > 0).length : 0))
  const distances = Float64Array.from([...columns.values()].filter((distance) => distance !== null))
  const counts = leftOut({
    'columns without a value in the original, or of another kind': columns.size - distances.length,
  })
  if (distances.length === 0) {
    const reason = 'no column has a value in the original and the same kind of values in the masked file'
    return { ...unmeasured(reason, 0, new Map([['left-out', counts]])), columns }
  }
  return {
    value: mean(distances),
    used: rows.masked * distances.length,
    columns,
    tables: new Map([
      ['distance', figures({ mean: mean(distances), greatest: Math.max(...distances) })],
      ['columns', table({ column: [...columns.keys()], classes: Float64Array.from(classes) })],
      ['left-out', counts],
    ]),
  }
}

/**
 * √(½ Σ(√p − √q)²), in [0, 1].
 *
 * @param p - Shares that add up to 1.
 * @param q - Shares of the same classes.
 */
export function hellingerDistance(p: Float64Array, q: Float64Array): number {
  const squares = p.map((share, k) => (Math.sqrt(share) - Math.sqrt(q[k])) * (Math.sqrt(share) - Math.sqrt(q[k])))
  return Math.min(1, Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / 2))
}
