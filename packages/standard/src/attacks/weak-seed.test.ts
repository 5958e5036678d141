import { dataset, keyedRng, numeric, numericValues, seededRng, type Dataset, type Rng } from '@sdc/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { maskedBy, noiseOf, people } from './attacked.fixture.js'

/** 150 people; the intruder knows five incomes: their own and their family's. */
const original = people(150)
const known = [2, 3, 5, 8, 13]
const method = { use: 'noise/additive' }
/** Typical weak seeds: a tenth of the numbers of four digits, and words. Each guess costs a run of the program. */
const guesses = [
  ...Array.from({ length: 1000 }, (_, i) => String(4000 + i)),
  'secret',
  'password',
  'release',
  'statistics',
  'census2026',
]

/**
 * Noise of a seed up to its scale: the intruder runs the same public program with that seed on a file of their own.
 * They need not know the column's standard deviation, which only scales the noise; here the parameters are the
 * defaults.
 */
async function noiseFor(root: Rng, rows: number): Promise<Float64Array> {
  const own: Dataset = dataset([['income', numeric(Array.from({ length: rows }, (_, i) => i % 2))]])
  return noiseOf(own, (await maskedBy(own, [{ ...method, precision: 'full' }], root)).data, 'income')
}

/**
 * Factor between the noise of the known records and that of a seed, if there is one. The released incomes are in cents,
 * so that each known noise is within half a cent of it.
 */
function scaleOf(noise: Float64Array, guess: Float64Array): number | undefined {
  const half = 0.005 + 1e-9
  const bounds = known.map((i) => {
    const ends = [(noise[i] - half) / guess[i], (noise[i] + half) / guess[i]]
    return { low: Math.min(...ends), high: Math.max(...ends) }
  })
  const [low, high] = [Math.max(...bounds.map((one) => one.low)), Math.min(...bounds.map((one) => one.high))]
  return low <= high ? (low + high) / 2 : undefined
}

/** Noise of every guessed seed, up to the last known record; computed once, it serves for every released file. */
const noises = new Map<string, Float64Array>()
beforeAll(async () => {
  for (const seed of guesses) noises.set(seed, await noiseFor(seededRng(seed), Math.max(...known) + 1))
})

/** The seeds that explain the noise of the known records. */
function matchingSeeds(masked: Dataset): string[] {
  const noise = noiseOf(original, masked, 'income')
  return guesses.filter((seed) => scaleOf(noise, noises.get(seed) ?? new Float64Array()) !== undefined)
}

describe('additive noise', () => {
  it.each(['4711', 'census2026'])(
    'with the seed %s can be removed from every record by an intruder who knows five',
    async (seed) => {
      const { data: masked } = await maskedBy(original, [method], seededRng(seed))
      expect(matchingSeeds(masked)).toEqual([seed])
      const noise = await noiseFor(seededRng(seed), masked.rows)
      const scale = scaleOf(noiseOf(original, masked, 'income'), noise) ?? Number.NaN
      const back = numericValues(masked, 'income').map((value, i) => Math.round(100 * (value - scale * noise[i])) / 100)
      const wrong = numericValues(original, 'income').map((value, i) => Math.round(100 * Math.abs(back[i] - value)))
      // The scale is known to half a cent in the largest of the five known noises; no record has five times that noise.
      expect(Math.max(...wrong)).toBeLessThanOrEqual(2)
      expect(wrong.filter((cents) => cents === 0).length).toBeGreaterThan(75)
    },
  )

  it('without a seed has a key of 256 bits, and no guess matches', async () => {
    const root = keyedRng()
    expect(root.state).toMatchObject({ source: 'chacha20', key: expect.objectContaining({ length: 32 }) })
    const { data: masked } = await maskedBy(original, [method], root)
    expect(matchingSeeds(masked)).toEqual([])
    // The key itself does match: the attack fails for lack of the key, not of a test of it.
    const noise = await noiseFor(root, masked.rows)
    expect(scaleOf(noiseOf(original, masked, 'income'), noise)).toBeDefined()
  })

  it('is hidden by other parameters: the noise of a seed depends on them, so publishing them enables the attack', async () => {
    const { data: masked } = await maskedBy(
      original,
      [{ ...method, params: { relativeVariance: 0.3 } }],
      seededRng('4711'),
    )
    expect(scaleOf(noiseOf(original, masked, 'income'), await noiseFor(seededRng('4711'), masked.rows))).toBeUndefined()
  })
})
