/**
 * Change of the distribution of each column, of numbers or categories.
 *
 * H = √(½ Σ_k (√p_k − √q_k)²), p_k and q_k the shares of original and masked values in class k; the mean of the columns. 0 if
 * the shares are equal, 1 if no class has values of both.
 * Source: Hellinger 1909.
 */
import { defineMetric, type Measurement, type MeasureFacts, type Plan } from '@sdc/core'
import { mean } from '@sdc/stats'
import { figures, leftOut, table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { readClassShares } from './value-classes.js'
import { lossInPercent } from '../card-facts.js'

const params = z.object({
  bins: z.number().int().min(1).max(1000).default(20).meta({
    description:
      'Maximum number of classes of numbers: quantiles of the original with equally many records, at least five each.',
    unit: 'classes',
  }),
})

export const hellingerMetric = defineMetric({
  id: 'loss/hellinger',
  title: 'Hellinger distance of the marginal distributions',
  summary:
    'Difference between the class shares of a column in the original and the masked file; the mean over columns.',
  formula: 'mean over columns of √(½ Σ_k (√p_k − √q_k)²)',
  source: [{ key: 'hellinger-1909', where: 'the distance of two distributions' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The table has the greatest distance of a column, and the number of classes of each. Two samples of n records ' +
        'from one distribution in K classes differ by about √((K − 1)/(4n)) by chance.',
    },
    {
      topic: 'choices',
      text:
        'Categories are their own classes, by name. Quantiles of the original define classes of numbers: at most 20 ' +
        'classes of five records or more (parameter bins). A value at which two quantiles coincide is its own class. ' +
        'Values below the least or above the greatest original value form one class each.',
    },
    {
      topic: 'limits',
      text:
        'It compares columns one by one: a file with every column shuffled separately has the value 0 and no relation ' +
        'left. It does not see how far numbers move within a class: see loss/wasserstein.',
    },
    {
      topic: 'missing',
      text:
        'Missing is a class like the others: a file with suppressed values has a loss. The metric omits and counts ' +
        'columns that have no original value, or are numeric in only one file.',
    },
  ],
  ...lossInPercent,
  accepts: ['numeric', 'ordered', 'nominal'],
  unit: 'Hellinger distance',
  range: [0, 1],
  cost: { time: 'O(np log n)' },
  params,
  plan: read,
})

function* read(files: MeasureFacts<z.infer<typeof params>>): Plan<Measurement> {
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
    'columns without an original value, or of another kind': columns.size - distances.length,
  })
  if (distances.length === 0) {
    const reason = 'no column has an original value and the same kind of values in the masked file'
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
 * Returns √(½ Σ(√p − √q)²), in [0, 1].
 *
 * @param p - Shares with sum 1.
 * @param q - Shares of the same classes.
 * @returns The distance.
 */
export function hellingerDistance(p: Float64Array, q: Float64Array): number {
  const squares = p.map((share, k) => (Math.sqrt(share) - Math.sqrt(q[k])) * (Math.sqrt(share) - Math.sqrt(q[k])))
  return Math.min(1, Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / 2))
}
