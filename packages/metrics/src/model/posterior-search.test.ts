import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneRight } from '../linkage/search/link.js'
import { meanPosterior, nearestCandidates, type PosteriorSearch } from './posterior-search.js'

/** Two coordinates of targets and of masked records, in halves: distances are exact. */
const cell = fc.integer({ min: -4, max: 4 }).map((steps) => steps / 2)
const record = fc.tuple(cell, cell)
const searches = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })).chain(([n, m]) =>
  fc.record({
    from: fc.array(record, { minLength: n, maxLength: n }),
    to: fc.array(record, { minLength: m, maxLength: m }),
    truth: fc.array(fc.nat({ max: m - 1 }), { minLength: n, maxLength: n }),
    fromBlock: fc.array(fc.nat({ max: 1 }), { minLength: n, maxLength: n }),
    toBlock: fc.array(fc.nat({ max: 1 }), { minLength: m, maxLength: m }),
  }),
)

const columns = (records: readonly (readonly [number, number])[]): Float64Array[] =>
  [0, 1].map((j) => Float64Array.from(records, (one) => one[j]))

const searchOf = (from: [number, number][], to: [number, number][], truth: number[]): PosteriorSearch => ({
  from: columns(from),
  to: columns(to),
  right: oneRight(Int32Array.from(truth)),
  sizes: { from: columns(from).map((v) => v.map(Math.abs)), to: columns(to).map((v) => v.map(Math.abs)) },
})

const placesOf = (list: readonly number[], block: number): Int32Array =>
  Int32Array.from(list.flatMap((own, at) => (own === block ? [at] : [])))

describe('nearestCandidates and meanPosterior', () => {
  it('equal comparing each target with the candidates of its block', () => {
    fc.assert(
      fc.property(searches, ({ from, to, truth, fromBlock, toBlock }) => {
        const search = searchOf(from, to, truth)
        const blocks = [0, 1].map((b) => ({ targets: placesOf(fromBlock, b), candidates: placesOf(toBlock, b) }))
        const links = nearestCandidates(search, blocks, () => {})
        const posterior = meanPosterior(search, blocks)
        let chance = 0
        let total = 0
        from.forEach((x, l) => {
          const candidates = blocks[fromBlock[l]].candidates
          const distance2 = (t: number): number => (to[t][0] - x[0]) ** 2 + (to[t][1] - x[1]) ** 2
          const least = Math.min(...[...candidates].map(distance2))
          const nearest = [...candidates].filter((t) => distance2(t) === least)
          expect(links.tied[l]).toBe(nearest.length)
          expect(links.right[l]).toBe(nearest.includes(truth[l]) ? 1 : 0)
          expect(links.first[l]).toBe(nearest[0] === truth[l] ? 1 : 0)
          if (!candidates.includes(truth[l])) return
          chance += 1 / candidates.length
          const weights = [...candidates].map((t) => Math.exp(-distance2(t) / 2))
          total += Math.exp(-distance2(truth[l]) / 2) / weights.reduce((a, b) => a + b, 0)
        })
        expect(links.chance).toBeCloseTo(chance, 12)
        expect(posterior.count).toBe(from.length)
        expect(posterior.mean).toBeCloseTo(total / from.length, 12)
      }),
    )
  })

  it('add up the probabilities of all records that are right', () => {
    const to: [number, number][] = [
      [0, 0],
      [0, 0],
      [2, 0],
    ]
    const search: PosteriorSearch = {
      ...searchOf([[0, 0]], to, [0]),
      right: { starts: Int32Array.of(0, 2), rows: Int32Array.of(0, 2) },
    }
    const blocks = [{ targets: Int32Array.of(0), candidates: Int32Array.of(0, 1, 2) }]
    expect(meanPosterior(search, blocks).mean).toBeCloseTo((1 + Math.exp(-2)) / (2 + Math.exp(-2)), 14)
    expect(nearestCandidates(search, blocks, () => {})).toMatchObject({ chance: 2 / 3 })
  })

  it('give probability 0 for a record whose distance exceeds the range of doubles', () => {
    const search = searchOf([[0, 0]], [[0, 0] as [number, number], [1e3, 0]], [1])
    const blocks = [{ targets: Int32Array.of(0), candidates: Int32Array.of(0, 1) }]
    expect(meanPosterior(search, blocks).mean).toBe(0)
  })

  it('report progress in shares of the targets', () => {
    const many = Array.from({ length: 6 }, (_, i): [number, number] => [i, 0])
    const blocks = [
      { targets: Int32Array.of(0, 1), candidates: Int32Array.of(0, 1) },
      { targets: Int32Array.of(2, 3, 4), candidates: Int32Array.of(2, 3, 4, 5) },
    ]
    const shares: number[] = []
    nearestCandidates(searchOf(many.slice(0, 5), many, [0, 1, 2, 3, 4]), blocks, (share) => shares.push(share))
    expect(shares).toEqual([0, 0.4])
  })

  it('sample the targets evenly if all would need too many distances', () => {
    const axis = Array.from({ length: 10 }, (_, i): [number, number] => [i, 0])
    const search = searchOf(axis, axis.slice(0, 4), Array<number>(10).fill(0))
    const blocks = [{ targets: Int32Array.from(axis.keys()), candidates: Int32Array.of(0, 1, 2, 3) }]
    const count = (most: number): number => meanPosterior(search, blocks, most).count
    // All targets need 40; then every second, third, … target, including the first one.
    expect([41, 40, 39, 20, 19, 4, 1].map(count)).toEqual([10, 10, 5, 5, 4, 1, 1])
  })
})
