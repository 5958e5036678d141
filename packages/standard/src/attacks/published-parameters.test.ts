import { numericValues, seededRng, type Dataset } from '@sdc/core'
import { covariance, mean } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { maskedBy, people } from './attacked.fixture.js'

const original = people(400)
const names = original.names
const ascending = (values: Float64Array): Float64Array => Float64Array.from(values).sort()

describe('the window w of rank swapping', () => {
  const w = 20

  /**
   * Masked records that can be the original one in every column. In the sorted column, which the masked file has, too,
   * their value is at most w positions from its own (Torra 2013, rank swapping record linkage).
   */
  function candidates(masked: Dataset, record: number, columns: readonly string[], window: number): number[] {
    const bounds = columns.map((name) => {
      const x = numericValues(original, name)[record]
      const y = numericValues(masked, name)
      const sorted = ascending(y)
      const [low, high] = [sorted.indexOf(x) - window, sorted.lastIndexOf(x) + window]
      return { y, least: sorted[Math.max(0, low)], most: sorted[Math.min(sorted.length - 1, high)] }
    })
    return Array.from({ length: masked.rows }, (_, j) => j).filter((j) =>
      bounds.every(({ y, least, most }) => y[j] >= least && y[j] <= most),
    )
  }

  it('leaves few candidates, the true record always among them, and identifies it if it is the only one', async () => {
    const { data: masked } = await maskedBy(
      original,
      [{ use: 'swapping/rank-swap', params: { positions: w } }],
      seededRng(1),
    )
    const records = Array.from({ length: original.rows }, (_, i) => i)
    const sizes = [1, 2, 3].map((count) => {
      const sets = records.map((i) => candidates(masked, i, names.slice(0, count), w))
      expect(sets.every((set, i) => set.includes(i))).toBe(true)
      return {
        mean: mean(Float64Array.from(sets, (set) => set.length)),
        alone: sets.filter((set) => set.length === 1).length,
      }
    })
    // Amounts in cents have few ties: 2w + 1 values, fewer at both ends.
    expect(sizes[0].mean).toBeGreaterThan(2 * w - 2)
    expect(sizes[0].mean).toBeLessThanOrEqual(2 * w + 1.5)
    expect(sizes[1].mean).toBeLessThan(sizes[0].mean / 2)
    expect(sizes[2].mean).toBeLessThan(sizes[1].mean / 2)
    expect(sizes.map(({ alone }) => alone)).toEqual([0, expect.any(Number), expect.any(Number)])
    // Numbers stated in docs/attacks.md.
    expect(sizes.map((one) => one.mean.toPrecision(2))).toEqual(['40', '8.3', '2.0'])
    expect(sizes[2].alone).toBe(193)
    // A quarter of all people are identified with certainty by three columns: a set of one is the truth.
    expect(sizes[2].alone).toBeGreaterThan(original.rows / 4)
  })

  it('is needed: half of it excludes many of the true records', async () => {
    const { data: masked } = await maskedBy(
      original,
      [{ use: 'swapping/rank-swap', params: { positions: w } }],
      seededRng(1),
    )
    const found = Array.from({ length: original.rows }, (_, i) => i).filter((i) =>
      candidates(masked, i, names, w / 2).includes(i),
    )
    expect(found.length).toBeLessThan(original.rows / 2)
    // Numbers stated in docs/attacks.md.
    expect(found.length).toBe(31)
  })
})

describe("the constant c of Tendick and Matloff's method", () => {
  it('removes the shrinkage: the rest is X plus noise that is independent of X', async () => {
    const d = 0.5
    const c = 1 / Math.sqrt(1 + d)
    const { data: masked } = await maskedBy(
      original,
      [{ use: 'noise/tendick-matloff', params: { relativeVariance: d, exact: true } }],
      seededRng(1),
    )
    for (const name of names) {
      const x = numericValues(original, name)
      const y = numericValues(masked, name)
      const centre = mean(y)
      const noise = y.map((value, i) => centre + (value - centre) / c - x[i])
      const relative = (other: Float64Array): number => covariance(x, other) / covariance(x, x)
      // exact is accurate to rounding, about 1e-15 of the variance times the number of operations.
      expect(Math.abs(relative(noise))).toBeLessThan(1e-9)
      expect(Math.abs(covariance(noise, noise) / covariance(x, x) - d)).toBeLessThan(1e-9)
      // As released, large values are shrunk towards the mean: Cov(X, Y − X) = (c − 1)·Var X.
      expect(Math.abs(relative(y.map((value, i) => value - x[i])) - (c - 1))).toBeLessThan(1e-9)
      // With c the best linear estimate has an error of d/(1 + d)·Var X, less than that of Y itself.
      const guess = y.map((value, i) => centre + c * (value - centre) - x[i])
      const error = covariance(guess, guess) / covariance(x, x)
      expect(Math.abs(error - d / (1 + d))).toBeLessThan(1e-9)
      const own = y.map((value, i) => value - x[i])
      expect(error).toBeLessThan(covariance(own, own) / covariance(x, x))
    }
  })
})

describe('the information that a file is reverse-mapped', () => {
  it('discloses the income of the richest person by the maximum, to the cent; noise alone does not', async () => {
    const noise = { use: 'noise/additive' }
    const noisy = (await maskedBy(original, [noise], seededRng(1))).data
    const mapped = (await maskedBy(original, [noise, { use: 'reverse-map/rank' }], seededRng(1))).data
    for (const name of names) {
      const [x, y, z] = [original, noisy, mapped].map((data) => ascending(numericValues(data, name)))
      expect([z.at(-1), z[0]]).toEqual([x.at(-1), x[0]])
      expect(y.includes(x.at(-1) ?? Number.NaN)).toBe(false)
    }
  })
})
