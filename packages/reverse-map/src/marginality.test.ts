import { isSdcError, type Taxonomy } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marginality, semanticDistance, type SemanticDistance } from './marginality.js'
import { taxonomyTree } from '@sdc/toolkit/internal'

/** health ─ physician ─ surgeon, dentist; health ─ nurse; law ─ judge */
const jobs: Taxonomy = new Map([
  ['surgeon', 'physician'],
  ['dentist', 'physician'],
  ['physician', 'health'],
  ['nurse', 'health'],
  ['judge', 'law'],
  ['law', null],
])

const kinds: readonly SemanticDistance[] = ['ancestors', 'path']

function ancestors(taxonomy: Taxonomy, category: string): string[] {
  const above = taxonomy.get(category) ?? null
  return above === null ? [category] : [category, ...ancestors(taxonomy, above)]
}

/** The definition over sets, and over the edges of the way. */
function distanceBySets(taxonomy: Taxonomy, a: string, b: string, kind: SemanticDistance): number {
  const [s, t] = [new Set(ancestors(taxonomy, a)), new Set(ancestors(taxonomy, b))]
  const union = new Set([...s, ...t])
  const shared = [...s].filter((one) => t.has(one))
  if (kind === 'ancestors') return Math.log2(1 + (union.size - shared.length) / union.size)
  return [...union]
    .filter((one) => !shared.includes(one))
    .reduce((sum, one) => sum + 2 ** -ancestors(taxonomy, one).length, 0)
}

const forest = fc
  .array(fc.nat(), { minLength: 1, maxLength: 12 })
  .map(
    (draws) => new Map(draws.map((draw, i) => [`c${i}`, draw % (i + 1) === i ? null : `c${draw % (i + 1)}`] as const)),
  )

describe('semanticDistance', () => {
  it('depends on the ancestors that are not shared', () => {
    const names = ['surgeon', 'dentist', 'nurse', 'judge', 'physician', 'surgeon']
    const tree = taxonomyTree(names.slice(0, 5), jobs)
    // T = {surgeon, physician, health} and {dentist, physician, health}: union 4, shared 2.
    expect(semanticDistance(tree, 0, 1, 'ancestors')).toBe(Math.log2(1.5))
    expect(semanticDistance(tree, 0, 2, 'ancestors')).toBe(Math.log2(1.75))
    expect(semanticDistance(tree, 0, 3, 'ancestors')).toBe(1)
    expect(semanticDistance(tree, 0, 4, 'ancestors')).toBe(Math.log2(4 / 3))
    expect(semanticDistance(tree, 2, 2, 'ancestors')).toBe(0)
  })

  it('weighs lower edges less, by the path', () => {
    const tree = taxonomyTree(['surgeon', 'dentist', 'nurse', 'judge'], jobs)
    expect(semanticDistance(tree, 0, 1, 'path')).toBe(1 / 8 + 1 / 8)
    expect(semanticDistance(tree, 0, 2, 'path')).toBe(1 / 8 + 1 / 4 + 1 / 4)
    expect(semanticDistance(tree, 2, 3, 'path')).toBe(2 * (1 / 2 + 1 / 4))
  })

  it('is symmetric, 0 for the same category only, at most 1 by ancestors, and equals the formula on sets', () => {
    fc.assert(
      fc.property(forest, fc.nat(), fc.nat(), fc.constantFrom(...kinds), (taxonomy, i, j, kind) => {
        const names = [...taxonomy.keys()]
        const [a, b] = [i % names.length, j % names.length]
        const tree = taxonomyTree(names, taxonomy)
        const distance = semanticDistance(tree, a, b, kind)
        expect(distance).toBe(semanticDistance(tree, b, a, kind))
        expect(distance === 0).toBe(a === b)
        expect(distance).toBeLessThanOrEqual(kind === 'ancestors' ? 1 : 2)
        // A dozen additions of powers of two, or one logarithm.
        expect(distance).toBeCloseTo(distanceBySets(taxonomy, names[a], names[b], kind), 12)
      }),
    )
  })
})

describe('marginality', () => {
  it('is the sum of the distances to all records', () => {
    fc.assert(
      fc.property(
        forest,
        fc.array(fc.nat(9), { minLength: 12, maxLength: 12 }),
        fc.constantFrom(...kinds),
        (taxonomy, counts, kind) => {
          const names = [...taxonomy.keys()]
          const tree = taxonomyTree(names, taxonomy)
          const found = marginality(tree, counts, kind)
          names.forEach((name, a) => {
            const sum = names.reduce(
              (total, other, c) => total + counts[c] * distanceBySets(taxonomy, name, other, kind),
              0,
            )
            // Sums of a hundred terms of at most 2.
            expect(found[a]).toBeCloseTo(sum, 9)
          })
        },
      ),
    )
  })

  it('without a taxonomy counts the records of other categories', () => {
    const tree = taxonomyTree(['a', 'b', 'c'], undefined)
    expect([...marginality(tree, [5, 2, 0], 'ancestors')]).toEqual([2, 5, 7])
  })

  it('is the same to the last bit for categories in the same situation', () => {
    const taxonomy = new Map([...Array(30).keys()].map((i) => [`c${i}`, `top ${i % 3}`] as const))
    const tree = taxonomyTree([...taxonomy.keys()], taxonomy)
    const found = marginality(tree, Array(30).fill(7), 'ancestors').subarray(0, 30)
    expect(new Set(found).size).toBe(1)
  })
})

describe('taxonomyTree', () => {
  const message = (run: () => unknown): string => {
    try {
      run()
    } catch (error) {
      if (isSdcError(error) && error.code === 'BAD_PLAN') return error.message
      throw error
    }
    return 'no error'
  }

  it('refuses a category that the taxonomy does not have', () => {
    expect(message(() => taxonomyTree(['surgeon', 'pilot'], jobs))).toContain('"pilot"')
  })

  it('accepts categories that are inner nodes, or named as a parent only', () => {
    expect([...taxonomyTree(['health', 'surgeon'], jobs).level]).toEqual([1, 3, 2])
  })

  it('refuses a circle, and names it', () => {
    const circle = new Map([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'b'],
    ])
    expect(message(() => taxonomyTree(['a'], circle))).toContain('b → c → b')
    expect(message(() => taxonomyTree(['x'], new Map([['x', 'x']])))).toContain('x → x')
  })

  it('refuses a chain of more than 100 levels', () => {
    const chain = new Map([...Array(100_000).keys()].map((i) => [`c${i}`, `c${i + 1}`] as const))
    expect(message(() => taxonomyTree(['c0'], chain))).toContain('100001 levels')
  })
})
