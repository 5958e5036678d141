import { describe, expect, it } from 'vitest'
import { derivations, withDerived } from './derive.js'
import { keepRules } from './keep-rules.js'
import { brokenOf, linear, noisyValues, number, system } from './twelve-columns.fixture.js'
import type { RuleWays } from './ways.js'

describe('keepRules', () => {
  it('repairs every record, with and without derived columns', () => {
    for (const isDerived of [false, true]) {
      const derived = isDerived ? derivations(system, () => true) : []
      const values = noisyValues(2000)
      const originals = noisyValues(2000).map((own) => own.map((value) => value + 1))
      expect(brokenOf(system.rules, values)).toBe(2000)
      const own = { ...system, columns: withDerived(system.columns, derived) }
      const counts = keepRules(own, derived, { values, originals, differs: () => false })
      expect(brokenOf(system.rules, values)).toBe(0)
      expect(counts.left).toBe(0)
      expect(counts.repaired).toBeGreaterThan(isDerived ? 100 : 1999)
      expect(values.every((column) => column.every((value) => Number.isInteger(value) && value >= 0))).toBe(true)
    }
  })

  it('orders derivations, uses the first of two for one column, and leaves cycles to repairs', () => {
    const columns = system.columns.map((own) => ({ ...own, cost: 1 }))
    const orderOf = (rules: RuleWays[]): number[] =>
      derivations({ columns, rules }, () => true).map(({ column }) => column)
    expect(orderOf(system.rules.toReversed())).toEqual([4, 0, 7])
    expect(
      orderOf([
        linear(
          [
            [0, 1],
            [1, -1],
          ],
          true,
          0,
        ),
        linear(
          [
            [0, 1],
            [2, -1],
          ],
          true,
          0,
        ),
      ]),
    ).toEqual([0])
    expect(
      orderOf([
        linear(
          [
            [0, 1],
            [1, -1],
          ],
          true,
          0,
        ),
        linear(
          [
            [1, 1],
            [0, -1],
          ],
          true,
          1,
        ),
      ]),
    ).toEqual([])
  })

  it('avoids the original values if another repair is possible, and counts records without one', () => {
    const columns = [number('a', 1, { isMasked: false }), number('b', 1), number('c', 1)]
    const rules = [
      linear(
        [
          [0, 1],
          [1, -1],
          [2, -1],
        ],
        true,
      ),
    ]
    const records = (): Parameters<typeof keepRules>[2] => ({
      values: [Float64Array.of(5), Float64Array.of(2), Float64Array.of(4)],
      originals: [Float64Array.of(5), Float64Array.of(1), Float64Array.of(4)],
      differs: () => false,
    })
    const made = records()
    expect(keepRules({ columns, rules }, [], made)).toMatchObject({ repaired: 1, forced: 0 })
    expect(made.values[1][0] + made.values[2][0]).toBe(5)
    expect(made.values[1][0]).not.toBe(1)
    const fixed = [columns[0], columns[1], { ...columns[2], isMasked: false }]
    expect(keepRules({ columns: fixed, rules }, [], records())).toMatchObject({ forced: 1, returned: 1 })
  })

  it('accepts original values that a rule states', () => {
    // if a < 15 then b = 0
    const rules: RuleWays[] = [
      {
        text: '',
        ways: [
          [{ kind: 'row', terms: [[0, -1]], bound: -15, isEquation: false, isStrict: false }],
          [{ kind: 'row', terms: [[1, 1]], bound: 0, isEquation: true, isStrict: false }],
        ],
      },
    ]
    const columns = [number('a', 1, { isMasked: false }), number('b', 1)]
    const values = [Float64Array.of(5, 40), Float64Array.of(7, 8)]
    const originals = [Float64Array.of(5, 40), Float64Array.of(0, 9)]
    const counts = keepRules({ columns, rules }, [], { values, originals, differs: () => false })
    expect(counts).toMatchObject({ repaired: 1, returned: 1, forced: 0, left: 0 })
    expect([...values[1]]).toEqual([0, 8])
  })

  it('computes the column that varies most if the left side varies little', () => {
    // stay = discharge − admission
    const terms: [number, number][] = [
      [0, 1],
      [1, -1],
      [2, 1],
    ]
    const rules = [linear(terms, true, 0)]
    const of = (sds: readonly number[], unmasked: number[] = []): number[] =>
      derivations(
        { columns: sds.map((sd, c) => number(String(c), sd, { isMasked: !unmasked.includes(c) })), rules },
        () => true,
      ).map(({ column }) => column)
    expect(of([6, 105, 104])).toEqual([1])
    expect(of([60, 105, 104])).toEqual([0])
    // The right side restores the value of one masked column.
    expect(of([6, 105, 104], [0, 2])).toEqual([0])
    expect(of([6, 105, 104], [0])).toEqual([1])
  })
})
