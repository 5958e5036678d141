import { describe, expect, it } from 'vitest'
import { linkTargets } from './link-targets.js'

const keys = [Float64Array.of(1, 1, 2, 2, 1), Float64Array.of(5, 6, 5, 5, 5), Float64Array.of(0, 0, 0, 1, 0)]

describe('linkTargets', () => {
  it('has the groups of the first 1, 2, … keys, asked for in any order', () => {
    for (const order of [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
      [2, 2, 1],
    ]) {
      const targets = linkTargets(keys)
      const groups = new Map([
        [1, [0, 0, 1, 1, 0]],
        [2, [0, 1, 2, 2, 0]],
        [3, [0, 1, 2, 3, 0]],
      ])
      for (const count of order) expect([...targets(count).group.ids]).toEqual(groups.get(count))
    }
  })

  it('keeps what it has made, of files that are not too large', () => {
    const targets = linkTargets(keys)
    expect(targets(2)).toBe(targets(2))
    const sized = (n: number) => linkTargets([Float64Array.from({ length: n }, (_, i) => i % 3)])
    const [largest, larger] = [sized(200_000), sized(200_001)]
    expect(largest(1)).toBe(largest(1))
    expect(larger(1)).not.toBe(larger(1))
    expect([...larger(1).group.firsts]).toEqual([0, 1, 2])
  })

  it('looks for points of the groups', () => {
    const { tree, unit } = linkTargets(keys)(2).tree
    const [nearest, distances] = [new Uint32Array(1), new Float64Array(1)]
    tree.nearestKInto(Float64Array.of(2 * unit, 5 * unit), 1, nearest, distances)
    expect([nearest[0], distances[0]]).toEqual([2, 0])
  })

  it('takes a file without keys', () => {
    expect(() => linkTargets([])).not.toThrow()
  })
})
