import { defineMethod, numeric, numericValues } from '@sdc/core'
import { sortOrder } from '@sdc/stats'
import * as z from 'zod'

const params = z.object({
  times: z
    .int()
    .min(1)
    .max(1000)
    .default(3)
    .meta({
      description:
        'How often every value is exchanged with a neighbour in rank; no value moves by more ranks than that.',
      unit: 'exchanges',
      search: { min: 1, max: 50, scale: 'log' },
    }),
})

/** Exchanges every value with a neighbour in rank, several times over. */
export const neighbourExchange = defineMethod({
  id: 'example/neighbour-exchange',
  title: 'Exchange of neighbours',
  summary: 'Exchanges values that are next to each other in rank, in pairs that begin at a random one.',
  formula: 'x₍ⱼ₎ ↔ x₍ⱼ₊₁₎ for j = o, o + 2, …, with o ∈ {1, 2} drawn afresh each time',
  source: [{ key: 'moore-1996', where: 'rank swapping, of which this is a special case' }],
  notes: [
    {
      topic: 'attacks',
      text: 'No value moves by more than `times` ranks: who knows that finds a record again by its neighbours.',
    },
  ],
  traits: { stochastic: true, missing: 'keep', scope: 'column', claims: { marginals: true, means: true } },
  params,
  examples: [{ times: 1 }],
  apply({ data, columns, params: { times }, rng, tick }) {
    const masked = new Map()
    columns.forEach((name, j) => {
      tick(j / columns.length)
      masked.set(name, numeric(exchangeNeighbours(numericValues(data, name), times, rng.child(name))))
    })
    return { files: [{ columns: masked }] }
  },
})

/**
 * values: n, missing ones (NaN) stay where they are. Keeps the values as a whole. Cost: O(n log n + n·times).
 *
 * @param {Float64Array} values
 * @param {number} times
 * @param {import('@sdc/core').Rng} rng
 * @returns {Float64Array}
 */
export function exchangeNeighbours(values, times, rng) {
  const order = sortOrder(values).filter((row) => !Number.isNaN(values[row]))
  const sorted = Float64Array.from(order, (row) => values[row])
  for (let t = 0; t < times; t++) {
    for (let j = rng.int(2); j + 1 < sorted.length; j += 2) {
      const held = sorted[j]
      sorted[j] = sorted[j + 1]
      sorted[j + 1] = held
    }
  }
  const masked = values.slice()
  order.forEach((row, j) => {
    masked[row] = sorted[j]
  })
  return masked
}
