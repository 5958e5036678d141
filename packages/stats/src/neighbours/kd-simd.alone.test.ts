import { seededRng } from '@sdc/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildNodes } from './kd-build.js'
import { kdScratch, searchNearest } from './kd-search.js'
import { kdSimd, SIMD_LEAF, type KdSimd } from './kd-simd.js'
import { nearestRecord } from './nearest-record.js'
import { nearestDistances, nearestTies } from './nearest-ties.js'
import { rowNumbers } from './records.js'

/** Records of a cloud, or of a grid on which nearly every distance is shared. */
function drawn(name: string, n: number, d: number, grid: number): Float64Array {
  const rng = seededRng(name)
  return new Float64Array(n * d).map(() => (grid > 0 ? rng.int(grid) : rng.normal()))
}

function squaredDistance(records: Float64Array, id: number, point: Float64Array): number {
  return point.reduce(
    (sum, x, j) => sum + (records[id * point.length + j] - x) * (records[id * point.length + j] - x),
    0,
  )
}

function vectorsOf(...of: Parameters<typeof kdSimd>): KdSimd {
  const simd = kdSimd(...of)
  if (!simd) throw new Error('this engine has no vectors')
  return simd
}

describe('searches with vectors', () => {
  it.each([1, 2, 3, 4, 5, 7, 8, 9, 13, 17, 40])('equal searches without vectors, ties included: d = %d', (d) => {
    for (const [n, grid] of [
      [1, 0],
      [3, 2],
      [90, 0],
      [700, 0],
      [700, 2],
      [700, 5],
    ]) {
      const records = drawn(`records ${d} ${n} ${grid}`, n, d, grid)
      const points = drawn(`points ${d} ${n} ${grid}`, 20, d, grid)
      const rng = seededRng('weights')
      const weights = Int32Array.from({ length: n }, () => 1 + rng.int(5))
      for (const leaf of [16, SIMD_LEAF]) {
        const nodes = buildNodes(records, d, rowNumbers(n), leaf)
        const simd = vectorsOf(nodes, weights)
        const index = new Uint32Array(1)
        const distance2 = new Float64Array(1)
        for (let query = 0; query < 20; query++) {
          const point = points.subarray(query * d, (query + 1) * d)
          simd.point.set(point)
          searchNearest(nodes, kdScratch(), point, index, distance2)
          expect([simd.nearest(false), simd.distance2()]).toEqual([index[0], distance2[0]])
          const counted = simd.nearest(true)
          expect(simd.distance2()).toBe(distance2[0])
          const tied = [...weights.keys()].filter((id) => squaredDistance(records, id, point) === distance2[0])
          const weight = tied.reduce((sum, id) => sum + weights[id], 0)
          expect(simd.ties()).toBe(tied.length > 64 ? 0 : weight)
          if (tied.length <= 64) expect(counted).toBe(index[0])
        }
      }
    }
  })

  it('count ties up to 64, and then report too many', () => {
    for (const n of [63, 64, 65, 300]) {
      const simd = vectorsOf(buildNodes(new Float64Array(n).fill(2), 1, rowNumbers(n), SIMD_LEAF))
      simd.point[0] = 5
      const nearest = simd.nearest(true)
      expect([simd.distance2(), simd.ties()]).toEqual([9, n > 64 ? 0 : n])
      if (n <= 64) expect(nearest).toBe(0)
      expect(simd.nearest(false)).toBe(0)
    }
  })

  it('find squared distances that are infinite, and the lowest of such records', () => {
    const simd = vectorsOf(buildNodes(Float64Array.of(1e200, -1e200, 3e200), 1, rowNumbers(3)))
    expect([simd.nearest(false), simd.distance2()]).toEqual([0, Infinity])
  })
})

describe('without vectors', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    [2, 6000, 0],
    [5, 2100, 0],
    [5, 2400, 9],
    [13, 800, 0],
    [13, 800, 2],
  ])('results are the same: %d columns, %d records', (d, n, grid) => {
    const columns = (name: string): Float64Array[] =>
      Array.from({ length: d }, (_, j) => drawn(`${name} ${j}`, n, 1, grid))
    const [from, to] = [columns('from'), columns('to')]
    const results = () => [
      nearestRecord(from, to),
      nearestTies(from, to, 'euclidean'),
      nearestDistances(from, to, 'euclidean'),
    ]
    const real = (globalThis as unknown as { WebAssembly: { Memory: new (pages: object) => object } }).WebAssembly
    const memory = vi.fn()
    class Counted extends real.Memory {
      constructor(pages: object) {
        super(pages)
        memory()
      }
    }
    vi.stubGlobal('WebAssembly', Object.create(real, { Memory: { value: Counted } }))
    const withVectors = results()
    expect(memory).toHaveBeenCalledTimes(3)
    vi.stubGlobal('WebAssembly', undefined)
    expect(results()).toEqual(withVectors)
  })

  it('is used if a page forbids compilation', () => {
    const refuse = (): never => {
      throw new Error('refused')
    }
    vi.stubGlobal('WebAssembly', { Module: refuse, Memory: refuse, Instance: refuse })
    expect(kdSimd(buildNodes(Float64Array.of(1, 2), 2, rowNumbers(1)))).toBeUndefined()
  })
})
