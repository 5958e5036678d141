import { numeric, seededRng, type Rng } from '@sdc/core'
import { equalRecords, type RecordGroups } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { clustersOf, permuteWithin, reverseMap } from '@sdc/reverse-map'
import { probabilisticKAnonymity } from './index.js'

const n = 600
const source = seededRng('people')
const x = [0, 1, 2].map((j) => Float64Array.from({ length: n }, (_, i) => i + (j + 1) * 40 * source.normal()))

/** Groups of k neighbours by the first column: what microaggregation would do, in short. */
function groupsOf(k: number): RecordGroups {
  const order = Int32Array.from(x[0].keys()).sort((a, b) => x[0][a] - x[0][b])
  const group = new Float64Array(n)
  order.forEach((row, at) => (group[row] = Math.floor(at / k)))
  return equalRecords([group])
}

const permuted = (clusters: RecordGroups, rng: Rng): Float64Array[] =>
  x.map((column, j) =>
    Float64Array.from(
      permuteWithin(clusters, () => true, rng.child(`${j}`)),
      (row) => column[row],
    ),
  )

describe('probabilisticKAnonymity', () => {
  it.each([2, 3, 5, 20])('holds if each column is permuted within clusters of %i', async (k) => {
    const clusters = groupsOf(k)
    const rng = seededRng(`permuted ${k}`)
    const found = await probabilisticKAnonymity(x, (run) => permuted(clusters, rng.child(`${run}`)), clusters, {
      runs: 50,
    })
    expect(found.promised).toBe(1 / k)
    // Exchangeable records: the rate is 1/k itself, to 5.3 standard deviations of at most ½/√30,000 each way.
    expect(Math.abs(found.rate - 1 / k)).toBeLessThan((5.3 * 0.5) / Math.sqrt(30_000))
    expect(found.bound).toBe(1 / k + 3 * Math.sqrt(0.25 / 30_000))
  })

  it('holds for reverse-mapped centroids with random ties, but not if ties follow the records', async () => {
    const clusters = groupsOf(3)
    const centroid = x.map((column) => {
      const sums = new Float64Array(clusters.sizes.length)
      column.forEach((value, i) => (sums[clusters.ids[i]] += value))
      return Float64Array.from(clusters.ids, (id) => sums[id] / clusters.sizes[id])
    })
    const rng = seededRng('mapped')
    const mapped = await probabilisticKAnonymity(
      x,
      (run) => x.map((column, j) => reverseMap(column, centroid[j], { rng: rng.child(`${run} ${j}`) })),
      clusters,
      { runs: 50 },
    )
    expect(mapped.holds).toBe(true)
    expect(Math.abs(mapped.rate - 1 / 3)).toBeLessThan((5.3 * 0.5) / Math.sqrt(30_000))
    const inOrder = await probabilisticKAnonymity(x, () => x, clusters, { runs: 1 })
    expect(inOrder.rate).toBe(1)
    expect(inOrder.holds).toBe(false)
  })

  it('fails a release that permutes one column only', async () => {
    const clusters = groupsOf(4)
    const rng = seededRng('one column')
    const release = (run: number): Float64Array[] => [permuted(clusters, rng.child(`${run}`))[0], x[1], x[2]]
    const found = await probabilisticKAnonymity(x, release, clusters, { runs: 20 })
    expect(found.rate).toBeGreaterThan(0.5)
    expect(found.holds).toBe(false)
  })

  it('counts equal records as chance, and refuses missing values and other records', async () => {
    const same = [new Float64Array(6).fill(3)]
    const clusters = clustersOf([numeric(same[0])])
    expect((await probabilisticKAnonymity(same, () => same, clusters, { runs: 1 })).rate).toBeCloseTo(1 / 6, 12)
    await expect(probabilisticKAnonymity(same, () => [Float64Array.of(1)], clusters, { runs: 1 })).rejects.toThrow(
      /6 records/,
    )
    const holed = [Float64Array.of(1, 2, 3, 4, 5, Number.NaN)]
    await expect(probabilisticKAnonymity(holed, () => holed, clusters, { runs: 1 })).rejects.toThrow(/complete/)
    await expect(probabilisticKAnonymity(same, () => same, clusters, { runs: 0 })).rejects.toThrow(/at least 1/)
  })
})
