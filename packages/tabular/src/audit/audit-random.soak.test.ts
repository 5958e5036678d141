import { seededRng, type Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { attackModel } from '../attackers/attack-model.js'
import { askedOf, type Asked } from '../suppress/attacker.fixture.js'
import { randomTable, type RandomLevels } from '../random-table.js'
import { loneRespondents } from '../table/lone-respondents.js'
import { auditPattern } from './audit-pattern.js'
import { exactInterval } from './exact-interval.fixture.js'

const shapes: readonly (readonly RandomLevels[])[] = [
  [2, 3],
  [3, 3],
  [2, 2, 2],
  [[2, 2], 2],
  [4],
  [1, 3],
  [[3, 1], [2]],
]
const tables = process.env['SDC_SOAK'] === '1' ? 2000 : 80

/** Draws a table by number: shape, values of a given spread, zeros, and suppressed cells, which include totals. */
function drawn(number: number, spread: number): { table: Table; pattern: Uint8Array } {
  const rng = seededRng(`audit ${number}`)
  const dimensions = shapes[number % shapes.length]
  const { table } = randomTable({ dimensions, seed: `table ${number}`, zeros: 0.2, spread, sensitive: 0.4, alone: 0.6 })
  const share = 0.3 + 0.5 * rng.uniform()
  return { table, pattern: Uint8Array.from(table.values, () => Number(rng.uniform() < share)) }
}

/** The audit's tolerance relative to the bound and to the value; bounds of 0 and ∞ have none. */
function close(found: number, exact: number, value: number): boolean {
  return found === exact || Math.abs(found - exact) <= 1e-6 * Math.max(exact, value)
}

describe('the audit of random patterns', () => {
  it.each([
    ['ordinary values', 1.5],
    ['values from 1 to about 1e12', 7],
  ])('agrees with an integer solver without tolerance: %s', async (_, spread) => {
    for (let number = 0; number < tables; number++) {
      const { table, pattern } = drawn(number, spread)
      const audit = await auditPattern(table, pattern, undefined, { singletons: 'ignore', tick: () => {} })
      const disclosed: number[] = []
      table.values.forEach((value, c) => {
        const [low, high] = exactInterval(table, pattern, c)
        if (pattern[c] === 1 && low === high) disclosed.push(c)
        const what = `table ${number}, cell ${c}: ${audit.low[c]} to ${audit.high[c]}, truly ${low} to ${high}`
        expect(close(audit.low[c], low, value) && close(audit.high[c], high, value), what).toBe(true)
      })
      expect([...audit.disclosed], `table ${number}`).toEqual(disclosed)
    }
  })

  it('finds what every lone respondent of a cell can compute', async () => {
    let compared = 0
    for (let number = 0; number < tables; number++) {
      const { table, pattern } = drawn(number, 1.5)
      const alone = number % 3 === 0 ? table.counts.map((count, c) => (count === 1 ? c % 2 : -1)) : undefined
      const held: Table = { ...table, alone }
      const { insiders } = await auditPattern(held, pattern, undefined, { singletons: 'protect', tick: () => {} })
      const who = loneRespondents(held)
      const theirs = (by: number): number[] =>
        [...who.keys()].filter((c) => table.counts[c] === 1 && who[c] === who[by])
      const met = new Set<string>()
      for (const { cell, by, low, high } of insiders) {
        met.add(`${cell} ${who[by]}`)
        const [least, most] = exactInterval(table, pattern, cell, theirs(by))
        const what = `table ${number}, cell ${cell} by ${by}: ${low} to ${high}, truly ${least} to ${most}`
        expect(close(low, least, table.values[cell]) && close(high, most, table.values[cell]), what).toBe(true)
        compared++
      }
      // Every lone respondent attacks every suppressed cell of another that shares a relation with theirs.
      for (const { cells } of table.equations)
        for (const own of cells)
          for (const cell of cells) {
            if (table.counts[own] !== 1 || pattern[own] === 0 || pattern[cell] === 0 || theirs(own).includes(cell))
              continue
            expect(met.has(`${cell} ${who[own]}`), `table ${number}, cell ${cell} by ${own}`).toBe(true)
          }
    }
    expect(compared).toBeGreaterThan(tables)
  })

  it('judges levels as the intervals do, for everybody and for lone respondents anywhere in the component', async () => {
    for (let number = 0; number < tables / 4; number++) {
      const { table, pattern } = drawn(number, 1.5)
      const status = pattern.map((one, c) => Number(one === 1 && table.values[c] > 0 && c % 2 === 0))
      const level = Float64Array.from(table.values, (value, c) => 0.2 * value * status[c])
      const sensitive = { status, lower: level, upper: level.map((one) => 2 * one), width: level.map((one) => 4 * one) }
      const { unprotected } = await auditPattern(table, pattern, sensitive, { singletons: 'protect', tick: () => {} })
      const model = attackModel(table, sensitive, { singletons: 'protect', own: 'protect', zeros: 'published' })
      const isMissed = ({ cell, side, level, knows }: Asked): boolean => {
        const [low, high] = exactInterval(table, pattern, cell, knows)
        const value = table.values[cell]
        const kept = side === 'both' ? high - low : side === 'above' ? high - value : value - low
        return kept < level - 1e-6 * Math.max(level, value)
      }
      const missed = [
        ...new Set(
          askedOf({ table, model })
            .filter(isMissed)
            .map(({ cell }) => cell),
        ),
      ].sort((a, b) => a - b)
      expect([...unprotected], `table ${number}`).toEqual(missed)
    }
  })
})
