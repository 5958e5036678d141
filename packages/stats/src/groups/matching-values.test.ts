import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classValues } from './class-values.js'
import { keyClasses } from './key-classes.js'
import { matchingValues, type MatchRule } from './matching-values.js'

/** By record: value → weight of the records that match it, in ascending order of the values. */
function setsOf(codes: readonly Int32Array[], values: Int32Array, rule: MatchRule): [number, number][][] {
  const levels = Math.max(...values) + 1
  const classes = keyClasses(codes)
  const own = classValues(classes, values, levels)
  const ofEntry: [number, number][][] = []
  const ticks: number[] = []
  matchingValues(
    codes,
    classes,
    own,
    levels,
    rule,
    (first, end, set) => {
      const pairs = Array.from({ length: set.to - set.from }, (_, k): [number, number] => [
        set.values[set.from + k],
        set.weights[set.from + k],
      ])
      expect(pairs.reduce((sum, [, weight]) => sum + weight, 0)).toBeCloseTo(set.total, 12)
      for (let entry = first; entry < end; entry++) {
        expect(ofEntry[entry]).toBeUndefined()
        ofEntry[entry] = pairs
      }
    },
    (done) => ticks.push(done),
  )
  expect(ticks.every((done) => done >= 0 && done <= 1)).toBe(true)
  return Array.from(own.entryOf, (entry) => ofEntry[entry])
}

/** The definition, record by record. */
function byDefinition(codes: readonly Int32Array[], values: Int32Array, rule: MatchRule): [number, number][][] {
  const lacks = (i: number): boolean => codes.some((of) => of[i] < 0)
  const matches = (i: number, j: number): boolean =>
    codes.every((of) => of[i] === of[j] || (rule.widens && (of[i] < 0 || of[j] < 0)))
  return Array.from(values, (_, i) => {
    const weight = new Map<number, number>()
    values.forEach((value, j) => {
      if (!matches(i, j)) return
      const same = codes.every((of) => of[i] === of[j])
      const counts = i === j || !lacks(j) || (same && !rule.alone) ? 1 : rule.other
      if (counts > 0) weight.set(value, (weight.get(value) ?? 0) + counts)
    })
    return [...weight].sort(([a], [b]) => a - b)
  })
}

const rules: [string, MatchRule][] = [
  ['wildcard', { widens: true, other: 1, alone: false }],
  ['own-level', { widens: false, other: 1, alone: false }],
  ['never', { widens: false, other: 0, alone: true }],
  ['share', { widens: true, other: 0.25, alone: false }],
  ['a share of nothing', { widens: true, other: 0, alone: false }],
]

describe('matchingValues', () => {
  it.each(rules)('equals the comparison of every pair: %s', (_, rule) => {
    const key = fc.integer({ min: -1, max: 2 })
    const record = fc.tuple(key, key, key, fc.integer({ min: 0, max: 3 }))
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 30 }), (records) => {
        const codes = [0, 1, 2].map((j) => Int32Array.from(records, (one) => one[j]))
        const values = Int32Array.from(records, (one) => one[3])
        // Sums of quarters are exact.
        expect(setsOf(codes, values, rule)).toEqual(byDefinition(codes, values, rule))
      }),
    )
  })

  it.each([2, 40])('has ascending sets also for few of a thousand values: about %i times', (times) => {
    // Half of the records lack a key; classes of about `times` records, whose values come in no order.
    const n = 60 * times
    const codes = [
      Int32Array.from({ length: n }, (_, i) => (i % 2 ? -1 : i % 60)),
      Int32Array.from({ length: n }, (_, i) => (i % 30) - 1),
    ]
    const values = Int32Array.from({ length: n }, (_, i) => (i * 7919 + 13 * (i % 17)) % 4001)
    const rule = { widens: true, other: 0.5, alone: false }
    expect(setsOf(codes, values, rule)).toEqual(byDefinition(codes, values, rule))
  })

  it('sets overlap if keys are missing', () => {
    const codes = [Int32Array.of(0, 1, -1)]
    expect(setsOf(codes, Int32Array.of(0, 1, 2), { widens: true, other: 1, alone: false })).toEqual([
      [
        [0, 1],
        [2, 1],
      ],
      [
        [1, 1],
        [2, 1],
      ],
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
    ])
  })
})
