import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { repairRecord } from './repair-record.js'
import { keepsRule, type Atom, type RuleSystem, type RuleWays, type SystemColumn } from './ways.js'

const MOST = 6

function number(name: string, cost: number, more: Partial<SystemColumn> = {}): SystemColumn {
  const step = { whole: 1, scale: 1 }
  return { name, isMasked: true, levels: 0, cost, isOrdered: false, step, lower: 0, upper: MOST, ...more }
}

function row(terms: [number, number][], bound: number, comparison: '=' | '<=' | '<' = '='): Atom {
  return { kind: 'row', terms, bound, isEquation: comparison === '=', isStrict: comparison === '<' }
}

function rule(text: string, ...ways: Atom[][]): RuleWays {
  return { text, ways }
}

/** A random system over four integers and a category, with its record. */
function randomSystem(seed: number): { readonly system: RuleSystem; readonly record: Float64Array } {
  const rng = seededRng(`system ${seed}`)
  const below = (count: number): number => Math.floor(rng.uniform() * count)
  const columns: SystemColumn[] = ['a', 'b', 'c', 'd'].map((name) =>
    number(name, 1 / (1 + below(5)), {
      isMasked: below(5) > 0,
      ...(below(3) === 0 && { isCode: (value: number) => value === 3 }),
    }),
  )
  const isOrdered = below(2) === 0
  columns.push({ name: 'e', isMasked: true, levels: 4, cost: isOrdered ? 0.4 : 1, isOrdered, lower: 0, upper: 3 })
  const terms = (): [number, number][] => [0, 1, 2, 3].map((c) => [c, below(5) - 2])
  const among = (): Atom => ({ kind: 'among', column: 4, codes: Uint8Array.from({ length: 4 }, () => below(2)) })
  const rules = [
    rule('equation', [row(terms(), below(5))]),
    rule('inequality', [row(terms(), below(7), below(2) === 0 ? '<=' : '<')]),
    rule('condition', [among()], [row(terms(), below(5), '<='), row([[below(4), 1]], below(6), '<=')]),
    rule('ways', [row([[0, 1]], below(6))], [row([[1, -1]], -below(6), '<')], [row([[1, 1]], below(6))]),
  ]
  return { system: { columns, rules }, record: Float64Array.from(columns, ({ levels }) => below(levels || MOST + 1)) }
}

/** The least cost over all records. */
function enumerated({ columns, rules }: RuleSystem, record: Float64Array, original?: Float64Array): number {
  let best = Infinity
  const values = record.slice()
  const visit = (c: number, cost: number): void => {
    if (cost >= best) return
    if (c < columns.length) {
      const { isMasked, levels, isOrdered, cost: unit, isCode } = columns[c]
      for (let value = 0; value < (levels || MOST + 1); value++) {
        if (isCode?.(value) && isMasked) continue
        if (!isMasked && value !== record[c]) continue
        values[c] = value
        const size = levels > 0 && !isOrdered ? Number(value !== record[c]) : Math.abs(value - record[c])
        visit(c + 1, cost + unit * size)
      }
      return
    }
    if (original && columns.every(({ isMasked }, j) => !isMasked || values[j] === original[j])) return
    if (rules.every((one) => keepsRule(one, values))) best = cost
  }
  visit(0, 0)
  return best
}

describe('repairRecord', () => {
  it('finds the least change of 300 random systems, as enumeration does', () => {
    let repaired = 0
    let impossible = 0
    for (let seed = 0; seed < 300; seed++) {
      const { system, record } = randomSystem(seed)
      const least = enumerated(system, record)
      const made = repairRecord(system, record)
      expect(made?.cost ?? Infinity, `system ${seed}`).toBeCloseTo(least, 9)
      if (made === null) impossible++
      else {
        if (made.cost > 0) repaired++
        expect(system.rules.every((one) => keepsRule(one, made.values))).toBe(true)
        // The next best one, if the best is the original.
        const next = enumerated(system, record, made.values)
        expect(repairRecord(system, record, made.values)?.cost ?? Infinity, `system ${seed}`).toBeCloseTo(next, 9)
      }
    }
    expect(repaired).toBeGreaterThan(100)
    expect(impossible).toBeGreaterThan(5)
  })

  it('keeps cents exactly, and skips a record with a missing value', () => {
    const columns = ['total', 'wage', 'rent'].map((name, c) =>
      number(name, 1 / (c + 1), { step: { whole: 1, scale: 100 }, upper: 1e9, lower: -Infinity }),
    )
    const sum = rule('total = wage + rent', [
      row(
        [
          [0, 1],
          [1, -1],
          [2, -1],
        ],
        0,
      ),
    ])
    const made = repairRecord({ columns, rules: [sum] }, Float64Array.of(100.1, 33.33, 20.2))
    expect([...(made?.values ?? [])]).toEqual([100.1, 33.33, 66.77])
    const holed = repairRecord({ columns, rules: [sum] }, Float64Array.of(100.1, Number.NaN, 20.2))
    expect([...(holed?.values ?? [])]).toEqual([100.1, Number.NaN, 20.2])
  })

  it('gives up the fine steps of columns if an equation requires it, and no others', () => {
    const fine = { step: { whole: 1, scale: 2 ** 20 }, isLoose: true, upper: 1e6 }
    const columns = [
      number('a', 1, { step: { whole: 1, scale: 100 }, upper: 1e6 }),
      number('b', 1, fine),
      number('c', 0.1, fine),
    ]
    const sum = rule('a = b + c', [
      row(
        [
          [0, 1],
          [1, -1],
          [2, -1],
        ],
        0,
      ),
    ])
    const record = Float64Array.of(1234.56, 1000 + 2 ** -20, 3 * 2 ** -19)
    const made = repairRecord({ columns, rules: [sum] }, record)
    expect(made?.values[0]).toBe(1234.56)
    expect(made?.values[1]).toBe(record[1])
    expect(made && keepsRule(sum, made.values)).toBe(true)
  })

  it('returns null if fixed columns leave no way', () => {
    const columns = [number('a', 1, { isMasked: false }), number('b', 1)]
    const sum = rule('a = 2 b', [
      row(
        [
          [0, 1],
          [1, -2],
        ],
        0,
      ),
    ])
    expect(repairRecord({ columns, rules: [sum] }, Float64Array.of(3, 1))).toBeNull()
  })
})
