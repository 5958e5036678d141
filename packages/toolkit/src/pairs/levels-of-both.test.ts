import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levelsOfBoth } from './levels-of-both.js'

describe('levelsOfBoth', () => {
  it('lists every category of both once, with the codes of the second', () => {
    const names = fc.uniqueArray(fc.string({ maxLength: 2 }), { maxLength: 8 })
    fc.assert(
      fc.property(names, names, (first, second) => {
        const { codes, levels } = levelsOfBoth(first, second)
        expect(Array.from(codes, (code) => levels[code])).toEqual(second)
        expect(levels.slice(0, first.length)).toEqual(first)
        expect([...levels].sort()).toEqual([...new Set([...first, ...second])].sort())
      }),
    )
  })
})
