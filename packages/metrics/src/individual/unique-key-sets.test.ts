import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { uniqueKeySets, whyUnique } from './unique-key-sets.js'

const columns = (...records: readonly string[]): Int32Array[] =>
  [...records[0]].map((_, j) => Int32Array.from(records, (one) => one.charCodeAt(j)))

describe('uniqueKeySets', () => {
  it('counts the sets, and keeps the three smallest in the order of size and keys', () => {
    // The last record differs from each of the others in two keys of four: unique by any three, and by some pairs.
    const codes = columns('0011', '0101', '1001', '0110', '1010', '1100', '0000')
    const all: number[] = []
    const sets = uniqueKeySets(codes, { maxSize: 4, missing: 'wildcard' }, (row, keys) => {
      if (row === 6) all.push(keys)
    })
    expect(all.sort((a, b) => a - b)).toEqual([0b0111, 0b1011, 0b1101, 0b1110])
    expect(sets.count[6]).toBe(4)
    expect(sets.smallest[6]).toBe(3)
    expect(sets.three.map((of) => of[6])).toEqual([0b0111, 0b1011, 0b1101])
    const words = whyUnique(sets, ['age', 'job', 'region', 'sex'])
    expect(words.levels[words.codes[6]]).toBe('age + job + region; age + job + sex; age + region + sex')
  })

  it('keeps the first three of all sets, in any order of finding', () => {
    const rng = seededRng(5)
    const n = 80
    const codes = Array.from({ length: 6 }, (_, j) => Int32Array.from({ length: n }, () => rng.int(2 + j)))
    const all = new Map<number, number[][]>()
    const sets = uniqueKeySets(codes, { maxSize: 6, missing: 'wildcard' }, (row, keys) => {
      const held = all.get(row) ?? []
      all.set(row, [...held, codes.flatMap((_, j) => ((keys >> j) & 1 ? [j] : []))])
    })
    const bits = (keys: readonly number[] = []): number => keys.reduce((set, j) => set | (1 << j), 0)
    let differing = 0
    for (let row = 0; row < n; row++) {
      const found = (all.get(row) ?? []).sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1))
      expect(sets.count[row]).toBe(found.length)
      expect(sets.smallest[row]).toBe(found[0]?.length ?? 0)
      expect(sets.three.map((of) => of[row])).toEqual([0, 1, 2].map((at) => bits(found[at])))
      if (found.length > 3 && found[0].length < found[2].length) differing++
    }
    expect(differing).toBeGreaterThan(3)
  })

  it('has no set if no record is unique', () => {
    const sets = uniqueKeySets(columns('ab', 'ab'), { maxSize: 2, missing: 'never' })
    expect([[...sets.count], [...sets.smallest], [...whyUnique(sets, ['a', 'b']).codes]]).toEqual([
      [0, 0],
      [0, 0],
      [-1, -1],
    ])
    expect(uniqueKeySets([new Int32Array(0)], { maxSize: 2, missing: 'never' }).count).toHaveLength(0)
  })
})
