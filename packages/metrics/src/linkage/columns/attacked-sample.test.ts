import { seededRng } from '@sdc/core'
import { equalRecords, mean } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { fullerIdentificationMetric } from '../../model/fuller-identification.js'
import { normals, run } from '../../testing/run.fixture.js'
import { drawnRecords, percentSample } from './attacked-sample.js'
import { linkCredit } from '../search/link.js'

const noisyCopy = (x: ReadonlyMap<string, Float64Array>, sd: number): Map<string, Float64Array> => {
  const noise = [...normals([...x.values()][0].length, x.size, 9).values()]
  return new Map([...x].map(([name, values], j) => [name, values.map((v, i) => v + sd * noise[j][i])]))
}

describe('a sample of the attacked records', () => {
  const n = 4000
  const x = [...normals(n, 2, 1).values()]
  const y = [...noisyCopy(new Map(x.map((v, j) => [`${j}`, v])), 0.02).values()]
  const truth = Int32Array.from({ length: n }, (_, i) => i)
  const credit = linkCredit(x, y, equalRecords(y), truth, 'fractional', () => {})

  it('is within twice the stated error, as often as it should be', () => {
    const exact = 100 * mean(credit)
    expect(exact).toBeGreaterThan(10)
    expect(exact).toBeLessThan(90)
    let within = 0
    const z2: number[] = []
    for (let seed = 1; seed <= 200; seed++) {
      const drawn = drawnRecords(n, () => x, { candidates: n, keys: 2 }, seededRng(seed), 400)
      expect(drawn).toHaveLength(400)
      expect([...drawn]).toEqual([...new Set(drawn)].sort((a, b) => a - b))
      const found = Float64Array.from(drawn, (r) => credit[r])
      const { sample } = percentSample(n, found)
      expect(sample).toMatchObject({ of: n, drawn: 400 })
      const error = sample?.standardError ?? Number.NaN
      const z = (100 * mean(found) - exact) / error
      z2.push(z * z)
      if (Math.abs(z) <= 2) within++
    }
    // Normal with variance 1: 95.4 % of 200 within 2, five standard deviations of that, and of the mean of z².
    expect(within).toBeGreaterThan(191 - 5 * 3)
    expect(Math.abs(mean(Float64Array.from(z2)) - 1)).toBeLessThan(5 * Math.sqrt(2 / 200))
  })

  it.each([
    ['complete', x],
    ['with missing values', x.map((key, j) => key.map((value, i) => ((i + j) % 3 === 0 ? Number.NaN : value)))],
  ])('has the same records for any order of the file, %s', (_, columns) => {
    const order = seededRng(3).permutation(n)
    const moved = columns.map((key) => Float64Array.from(order, (row) => key[row]))
    const [one, other] = [columns, moved].map((keys) =>
      drawnRecords(n, () => keys, { candidates: n, keys: 2 }, seededRng(4), 100),
    )
    expect([...Int32Array.from(other, (at) => order[at]).sort()]).toEqual([...one])
  })

  it('includes all of few records, and fewer with many keys only among very many candidates', () => {
    const size = (candidates: number, keys: number, count = n): number =>
      drawnRecords(count, () => x, { candidates, keys }, seededRng(1)).length
    expect(size(n, 2)).toBe(n)
    expect(size(n, 50)).toBe(n)
    expect(size(1e7, 13)).toBe(1000)
    expect(size(1e7, 7)).toBe(n)
    expect(percentSample(3, Float64Array.of(1, 0, 1))).toEqual({})
  })

  const count = 101_000
  const original = normals(count, 1, 1)
  const masked = noisyCopy(original, 1e-5)

  it('risk/fuller-identification uses a sample, too, and also in blocks', async () => {
    const { sample, value, used } = await run(fullerIdentificationMetric, original, masked)
    expect(sample).toMatchObject({ of: count, drawn: 100_000 })
    expect(used).toBe(100_000)
    expect(value).toBeGreaterThan(5)
    expect(value).toBeLessThan(95)
  })
})
