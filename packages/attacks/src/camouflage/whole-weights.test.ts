import { dataset, maskInput, numeric, resolveParams, seededRng } from '@sdc/core'
import { camouflageService } from '@sdc/services'
import { exp } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { wholeWeights } from './whole-weights.js'

/** The vectors of a camouflage and their weights. */
async function camouflaged(values: Float64Array, seed: number): Promise<readonly [Float64Array[], number[]]> {
  const data = dataset([['a', numeric(values)]])
  const params = resolveParams(camouflageService.params, {})
  const { json, arrays } = await camouflageService.build(maskInput(data, { params, rng: seededRng(seed) }))
  const { weights } = (json as { camouflaged: { weights: number[] }[] }).camouflaged[0]
  return [weights.map((_, j) => arrays.get(`vector ${j} a`) as Float64Array), weights]
}

const amounts = (n: number, seed: number): Float64Array => {
  const rng = seededRng(`amounts ${seed}`)
  return Float64Array.from({ length: n }, () => (rng.uniform() < 0.2 ? 0 : 20_000 * exp(0.8 * rng.normal())))
}

describe('wholeWeights', () => {
  it('finds the weights of whole numbers, for any outside vector', async () => {
    for (let seed = 1; seed <= 4; seed++) {
      const [vectors, weights] = await camouflaged(amounts(300, seed).map(Math.round), seed)
      const order = [seed % 3, (seed + 1) % 3, (seed + 2) % 3]
      const found = wholeWeights(order.map((j) => vectors[j]))
      order.forEach((j, at) => expect(found?.[at]).toBeCloseTo(weights[j], 8))
    }
  })

  it('finds none for other numbers, few records, and more vectors', async () => {
    const [vectors] = await camouflaged(amounts(300, 1), 1)
    expect(wholeWeights(vectors)).toBeNull()
    expect(wholeWeights([...vectors, vectors[0]])).toBeNull()
    const one = [Float64Array.of(1), Float64Array.of(2), Float64Array.of(9)]
    expect(wholeWeights(one)).toBeNull()
    expect(wholeWeights([0, 1, 2].map(() => new Float64Array(0)))).toBeNull()
  })
})
