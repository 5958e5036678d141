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

  it('takes smaller sets first, whenever they are found', () => {
    const sets = uniqueKeySets(columns('ax1', 'bx2', 'ay2', 'bx1', 'ax2', 'by1'), { maxSize: 3, missing: 'wildcard' })
    for (let row = 0; row < 6; row++) {
      const sizes = sets.three.map((of) => of[row].toString(2).replace(/0/g, '').length)
      const held = sizes.filter((size) => size > 0)
      expect(held).toEqual([...held].sort((a, b) => a - b))
      expect(held).toHaveLength(Math.min(3, sets.count[row]))
    }
  })

  it('has nothing where nothing is unique', () => {
    const sets = uniqueKeySets(columns('ab', 'ab'), { maxSize: 2, missing: 'never' })
    expect([[...sets.count], [...sets.smallest], [...whyUnique(sets, ['a', 'b']).codes]]).toEqual([
      [0, 0],
      [0, 0],
      [-1, -1],
    ])
    expect(uniqueKeySets([new Int32Array(0)], { maxSize: 2, missing: 'never' }).count).toHaveLength(0)
  })
})
