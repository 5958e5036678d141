import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { exchangeRules, type ExchangeRecords } from './exchange-rules.js'
import { keepsRule, type RuleSystem, type RuleWays, type SystemColumn } from './ways.js'

const number = (name: string, more: Partial<SystemColumn> = {}): SystemColumn => ({
  name,
  isMasked: true,
  levels: 0,
  cost: 0.01,
  isOrdered: false,
  lower: -Infinity,
  upper: Infinity,
  ...more,
})

const row = (terms: [number, number][], isEquation: boolean): RuleWays => ({
  text: JSON.stringify(terms),
  ways: [[{ kind: 'row', terms, bound: 0, isEquation, isStrict: false }]],
})

const sum = row(
  [
    [0, 1],
    [1, -1],
    [2, -1],
  ],
  true,
)

const columns = ['total', 'wage', 'rent'].map((name) => number(name))

/** Records that keep total = wage + rent, many with ties, zeros and missing values. */
function sums(rows: number): Float64Array[] {
  const rng = seededRng('sums')
  const wage = Float64Array.from({ length: rows }, (_, i) => (i % 7 === 0 ? 0 : Math.round(100 * rng.uniform())))
  const rent = Float64Array.from({ length: rows }, (_, i) => (i % 5 === 0 ? Number.NaN : rng.int(20)))
  return [wage.map((value, i) => value + rent[i]), wage, rent]
}

/** Every column in its own random order; missing cells stay. */
function shuffled(originals: readonly Float64Array[]): Float64Array[] {
  return originals.map((column, c) => {
    const known = Array.from(column.keys()).filter((i) => !Number.isNaN(column[i]))
    const order = seededRng(`shuffle ${c}`).permutation(known.length)
    const made = column.slice()
    known.forEach((i, at) => (made[i] = column[known[order[at]]]))
    return made
  })
}

function brokenOf({ rules }: RuleSystem, values: readonly Float64Array[]): number {
  return [...values[0].keys()].filter(
    (i) =>
      !rules.every((rule) =>
        keepsRule(
          rule,
          values.map((own) => own[i]),
        ),
      ),
  ).length
}

const sorted = (values: readonly Float64Array[]): number[][] => values.map((own) => [...own.slice().sort()])

const records = (originals: Float64Array[], values: Float64Array[], more = {}): ExchangeRecords => ({
  values,
  originals,
  differs: () => false,
  rng: seededRng('ties'),
  ...more,
})

describe('exchangeRules', () => {
  it('keeps an equation and the values of every column, and gives no record its own values', () => {
    const originals = sums(1000)
    const values = shuffled(originals)
    const system = { columns, rules: [sum] }
    expect(brokenOf(system, values)).toBeGreaterThan(700)
    const counts = exchangeRules(system, records(originals, values))
    expect(brokenOf(system, values)).toBe(0)
    expect(sorted(values)).toEqual(sorted(originals))
    expect(counts).toMatchObject({ together: ['total', 'wage', 'rent'], left: 0, forced: 0, foreign: [], mixed: [] })
    const same = [...values[0].keys()].filter((i) => values.every((own, c) => Object.is(own[i], originals[c][i])))
    expect(counts.own).toBe(same.length)
    expect(same.length).toBe(0)
    expect(values.map((own) => Number.isNaN(own[5]))).toEqual([true, false, true])
  })

  it('exchanges single values if the rules are inequalities', () => {
    const rng = seededRng('taxes')
    const income = Float64Array.from({ length: 500 }, () => rng.int(1000))
    const originals = [income.map((value) => Math.round(value * rng.uniform())), income]
    const values = [originals[0].map((value) => value + 0.5), shuffled(originals)[1]]
    const before = sorted(values)
    const system = {
      columns: [number('tax'), number('income')],
      rules: [
        row(
          [
            [0, 1],
            [1, -1],
          ],
          false,
        ),
      ],
    }
    const broken = brokenOf(system, values)
    expect(broken).toBeGreaterThan(50)
    const counts = exchangeRules(system, records(originals, values))
    expect(counts).toMatchObject({ left: brokenOf(system, values) })
    expect(sorted(values)).toEqual(before)
    expect(brokenOf(system, values)).toBeLessThan(broken / 10)
  })

  it('names columns with other values, and records that an unmasked column discloses', () => {
    const originals = sums(300)
    const noisy = [originals[0], ...originals.slice(1).map((own) => own.map((value) => value + 1))]
    const system = { columns, rules: [sum] }
    expect(exchangeRules(system, records(originals, noisy)).foreign).toEqual(['wage', 'rent'])
    const opened = { columns: [number('total', { isMasked: false }), columns[1], columns[2]], rules: [sum] }
    const values = [originals[0], ...shuffled(originals).slice(1)]
    const counts = exchangeRules(opened, records(originals, values))
    expect(counts.forced).toBeGreaterThan(0)
    expect(brokenOf(opened, values)).toBe(0)
  })

  it('gives all records of a person the values of one person, and refuses columns that differ between them', () => {
    const one = sums(200)
    const unitOf = Int32Array.from({ length: 400 }, (_, i) => i % 200)
    const spread = (of: readonly Float64Array[]): Float64Array[] =>
      of.map((own) => Float64Array.from(unitOf, (u) => own[u]))
    const system = { columns: columns.map((column) => ({ ...column, unit: 'pid' })), rules: [sum] }
    const units = new Map([['pid', unitOf]])
    const originals = spread(one)
    const values = spread(shuffled(one))
    expect(exchangeRules(system, records(originals, values, { units })).mixed).toEqual([])
    expect(brokenOf(system, values)).toBe(0)
    for (const own of values) expect(own.slice(200)).toEqual(own.slice(0, 200))
    const free = shuffled(originals)
    const mixed = { ...system, columns: [{ ...system.columns[0] }, columns[1], columns[2]] }
    expect(exchangeRules(mixed, records(originals, free, { units })).mixed).toEqual(['total', 'wage', 'rent'])
  })
})
