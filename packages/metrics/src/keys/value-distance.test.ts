import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { taxonomyHeights } from './taxonomy-heights.js'
import { equalDistance, hierarchicalDistance, orderedDistance } from './value-distance.js'

/** Returns a set with these numbers of records of value 0, 1, …, without values of no records. */
function setOf(counts: readonly number[]) {
  const values = Int32Array.from(counts.keys()).filter((value) => counts[value] > 0)
  const weights = Float64Array.from(values, (value) => counts[value])
  return { values, weights, from: 0, to: values.length, total: weights.reduce((sum, one) => sum + one, 0) }
}
const shares = (counts: readonly number[]): Float64Array => {
  const total = counts.reduce((sum, one) => sum + one, 0)
  return Float64Array.from(counts, (count) => count / total)
}

/** Nine incomes of 3,000 to 11,000, each once in the file: the example of Li, Li & Venkatasubramanian 2007. */
const incomes = shares(new Array<number>(9).fill(1))

describe('distances of values from those of the file', () => {
  it('ordered: the published example, .375 and .167', () => {
    const distance = orderedDistance(incomes)
    expect(distance(setOf([1, 1, 1]))).toBeCloseTo(0.375, 14)
    expect(distance(setOf([0, 0, 0, 1, 0, 1, 0, 0, 1]))).toBeCloseTo(1 / 6, 14)
  })

  it('hierarchical: moving within a category costs less than out of it', () => {
    const taxonomy = new Map([
      ['flu', 'lung'],
      ['asthma', 'lung'],
      ['ulcer', 'stomach'],
      ['cancer', 'stomach'],
      ['lung', 'any'],
      ['stomach', 'any'],
      ['any', null],
    ])
    const levels = ['flu', 'asthma', 'ulcer', 'cancer']
    const forest = taxonomyHeights({ levels, taxonomy }, { codeOf: Int32Array.of(0, 1, 2, 3), missing: 0 }, {})
    const distance = hierarchicalDistance(shares([1, 1, 1, 1]), forest)
    // ¼ moves from asthma to flu at ½, ½ from the stomach to flu at 1.
    expect(distance(setOf([1]))).toBeCloseTo(0.25 * 0.5 + 0.5, 14)
    // Half of each category moves within it.
    expect(distance(setOf([1, 0, 1, 0]))).toBeCloseTo(0.25, 14)
    expect(distance(setOf([1, 1, 0, 0]))).toBeCloseTo(0.5, 14)
    expect(distance(setOf([2, 2, 2, 2]))).toBe(0)
    // The set before has no effect.
    expect(distance(setOf([1]))).toBeCloseTo(0.625, 14)
  })

  const counts = fc
    .integer({ min: 1, max: 8 })
    .chain((m) =>
      fc.tuple(...[1, 0].map((min) => fc.array(fc.integer({ min, max: 5 }), { minLength: m, maxLength: m }))),
    )
    .filter(([, set]) => set.some((count) => count > 0))

  it('equal and ordered match their definitions, for any missing values of a set', () => {
    fc.assert(
      fc.property(counts, ([file, set]) => {
        const [p, q] = [shares(file), shares(set)]
        const half = p.reduce((sum, share, i) => sum + Math.abs(q[i] - share), 0) / 2
        expect(equalDistance(p)(setOf(set))).toBeCloseTo(half, 13)
        let [gap, total] = [0, 0]
        p.forEach((share, i) => (total += Math.abs((gap += q[i] - share))))
        expect(orderedDistance(p)(setOf(set))).toBeCloseTo(p.length < 2 ? 0 : total / (p.length - 1), 13)
      }),
    )
  })

  it('hierarchical matches its definition over all categories, on ragged trees with values within', () => {
    const tree = fc.array(fc.nat(), { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(tree, fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { minLength: 8, maxLength: 8 }), (picks, given) => {
        // Category i is below an earlier one; every one is a value, too.
        const levels = picks.map((_, i) => `c${i}`)
        const above = picks.map((pick, i) => (i === 0 ? null : pick % i))
        const taxonomy = new Map(levels.map((name, i) => [name, above[i] === null ? null : levels[above[i]]]))
        const [file, set] = [0, 1].map((k) => levels.map((_, i) => given[i][k] + (i === 0 || k === 0 ? 1 : 0)))
        const codeOf = Int32Array.from(levels.keys())
        const distance = hierarchicalDistance(
          shares(file),
          taxonomyHeights({ levels, taxonomy }, { codeOf, missing: 0 }, {}),
        )
        const [p, q] = [shares(file), shares(set)]
        const below = (i: number): number[] => above.flatMap((one, child) => (one === i ? [child] : []))
        const height = (i: number): number => (below(i).length === 0 ? 0 : 1 + Math.max(...below(i).map(height)))
        const extra = (i: number): number => q[i] - p[i] + below(i).reduce((sum, child) => sum + extra(child), 0)
        let expected = 0
        levels.forEach((_, i) => {
          const parts = [q[i] - p[i], ...below(i).map(extra)]
          const much = parts.reduce((sum, one) => sum + Math.max(0, one), 0)
          const little = parts.reduce((sum, one) => sum + Math.max(0, -one), 0)
          expected += (height(i) / height(0)) * Math.min(much, little)
        })
        expect(distance(setOf(set))).toBeCloseTo(expected, 13)
      }),
    )
  })
})

describe('taxonomyHeights', () => {
  const heightsOf = (entries: [string, string | null][], levels: string[], missing = 0) => {
    const codeOf = Int32Array.from(levels.keys())
    return taxonomyHeights({ levels, taxonomy: new Map(entries) }, { codeOf, missing }, { column: 'x' })
  }

  it('several at the top get one above them, and missing values hang directly below it', () => {
    const { nodeOf, parent, height } = heightsOf(
      [
        ['a', null],
        ['b', 'c'],
        ['c', null],
      ],
      ['a', 'b'],
      2,
    )
    // Nodes a, b, c, the top, missing.
    expect([...parent]).toEqual([3, 2, 3, -1, 3])
    expect([...height]).toEqual([0, 0, 1, 2, 0])
    expect([...nodeOf]).toEqual([0, 1, 4])
  })

  it('heights do not depend on the values that occur', () => {
    const entries: [string, string | null][] = [
      ['a', 'top'],
      ['b', 'c'],
      ['c', 'top'],
      ['top', null],
    ]
    expect(Math.max(...heightsOf(entries, ['a']).height)).toBe(2)
  })

  it('names the missing category, the circle, and the column', () => {
    expect(() => heightsOf([['a', null]], ['a', 'z'])).toThrow(
      expect.objectContaining({ code: 'BAD_PLAN', place: { column: 'x' }, message: expect.stringContaining('"z"') }),
    )
    expect(() =>
      heightsOf(
        [
          ['a', 'b'],
          ['b', 'a'],
        ],
        ['a'],
      ),
    ).toThrow(/has a cycle: a → b → a/)
  })
})
