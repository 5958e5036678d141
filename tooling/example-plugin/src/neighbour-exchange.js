import { defineMethod, fillByBlocks, numeric, numericValues } from '@sdc/core'
import { sortOrder } from '@sdc/stats'
import * as z from 'zod'

const params = z.object({
  times: z
    .int()
    .min(1)
    .max(1000)
    .default(3)
    .meta({
      description: 'Number of exchanges with a rank neighbour, and largest rank change of a value.',
      unit: 'exchanges',
      search: { min: 1, max: 50, scale: 'log' },
    }),
})

/** Exchanges every value with a neighbour in rank, several times over. */
export const neighbourExchange = defineMethod({
  id: 'example/neighbour-exchange',
  title: 'Exchange of neighbours',
  summary: 'Exchanges values of neighbouring ranks, each pair with probability 1/2, several times.',
  formula: 'x₍ⱼ₎ ↔ x₍ⱼ₊₁₎ with probability 1/2 for j = o, o + 2, …, o = 1, 2 in turn',
  source: [{ key: 'moore-1996', where: 'rank swapping, of which this is a special case' }],
  notes: [
    {
      topic: 'attacks',
      text: 'No value moves by more than `times` ranks: an intruder who knows this can identify a record by its neighbours.',
    },
  ],
  traits: { stochastic: true, missing: 'keep', scope: 'column', claims: { marginals: true, means: true } },
  params,
  examples: [{ times: 1 }],
  apply({ data, columns, params: { times }, rng, tick }) {
    const masked = new Map()
    columns.forEach((name, j) => {
      tick(j / columns.length)
      masked.set(name, numeric(exchangeNeighbours(numericValues(data, name), times, rng.child(name).child('coins'))))
    })
    return { files: [{ columns: masked }] }
  },
})

/**
 * Exchanges values of neighbouring ranks; the set of values stays the same. Cost: O(n log n + n·times).
 *
 * @param {Float64Array} values - The n values; missing ones (NaN) stay in place.
 * @param {number} times - Number of exchanges.
 * @param {import('@sdc/core').Rng} rng - Random stream; each rank has a coin from the stream of its block.
 * @returns {Float64Array} The n masked values.
 */
export function exchangeNeighbours(values, times, rng) {
  const order = sortOrder(values).filter((row) => !Number.isNaN(values[row]))
  const sorted = Float64Array.from(order, (row) => values[row])
  for (let t = 0; t < times; t++) {
    const coins = fillByBlocks(rng.child(String(t)), new Float64Array(sorted.length), (stream, part) =>
      stream.fillUniform(part),
    )
    for (let j = t % 2; j + 1 < sorted.length; j += 2) {
      if (coins[j] < 0.5) continue
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
