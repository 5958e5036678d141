import { describe, expect, it } from 'vitest'
import { derivations } from './derive.js'
import { keepRules } from './keep-rules.js'
import { brokenOf, linear, number } from './twelve-columns.fixture.js'

const unitOf = Int32Array.from({ length: 300 }, (_, i) => Math.floor(i / 3))
const units = new Map([['pid', unitOf]])

/** Pension ≤ wage; total = base + wage. Columns base and total belong to persons, wage to records. */
const columns = [number('base', 10, { unit: 'pid' }), number('wage', 10), number('total', 10)]
const rules = [
  linear(
    [
      [2, 1],
      [0, -1],
      [1, -1],
    ],
    true,
    2,
  ),
  linear(
    [
      [0, 1],
      [1, -1],
    ],
    false,
  ),
]

const values = (): Float64Array[] => [
  Float64Array.from(unitOf, (unit, i) => (i % 29 === 0 ? Number.NaN : 20 + ((unit * 7) % 30))),
  Float64Array.from(unitOf, (unit, i) => 25 + ((i * 11) % 30) + (unit % 2)),
  Float64Array.from(unitOf, (_, i) => 60 + (i % 17)),
]

describe('keepRules of persons', () => {
  it('gives all records of a person one value', () => {
    const made = values()
    const originals = made.map((own) => own.map((value) => value + 100))
    const counts = keepRules({ columns, rules }, [], { values: made, originals, differs: () => false, units })
    expect(counts).toMatchObject({ left: 0, forced: 0 })
    expect(counts.repaired).toBeGreaterThan(200)
    expect(brokenOf(rules, made)).toBe(0)
    const [base] = made
    const before = values()[0]
    for (let i = 0; i < 300; i++) {
      expect(Number.isNaN(base[i])).toBe(Number.isNaN(before[i]))
      const known = [0, 1, 2].map((k) => base[3 * unitOf[i] + k]).filter((value) => !Number.isNaN(value))
      expect(new Set(known).size).toBe(1)
    }
    expect(base.some((value, i) => !Object.is(value, before[i]))).toBe(true)
  })

  it('repairs records separately if their persons have too many values, and leaves the values of these unchanged', () => {
    const made = values()
    const before = made[0].slice()
    const all = new Map([['pid', new Int32Array(300)]])
    const originals = made.map((own) => own.map((value) => value + 100))
    keepRules({ columns, rules }, [], { values: made, originals, differs: () => false, units: all })
    expect(made[0]).toEqual(before)
    expect(brokenOf(rules, made)).toBe(0)
  })

  it('does not compute the value of a person from values of records', () => {
    const computed = (left: string | undefined, right: string | undefined): number[] => {
      const own = columns.map((column, c) => ({ ...column, unit: c === 2 ? left : right }))
      return derivations({ columns: own, rules: [rules[0]] }, () => true).map(({ column }) => column)
    }
    expect(computed('pid', 'pid')).toEqual([2])
    expect(computed(undefined, 'pid')).toEqual([2])
    expect(computed('pid', undefined)).toEqual([])
  })
})
