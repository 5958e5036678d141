import type { Witness } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { randomTable, type RandomLevels } from '../random-table.js'
import { greedySuppression } from '../suppress/greedy/greedy-suppression.js'
import { problemOf } from '../suppress/problem.js'
import { auditPattern, type Audit } from './audit-pattern.js'

const shapes: readonly (readonly RandomLevels[])[] = [
  [5, 6],
  [3, 3, 3],
  [[[2, 2], [3]], 3],
  [4, 3, 2],
  [
    [2, 2],
    [2, 3],
  ],
]
const tick = (): void => {}

describe('the audit of components too large for exact intervals', () => {
  const cases = shapes.flatMap((dimensions) => [1, 2].map((seed) => ({ dimensions, seed })))

  it.each(cases)('judges like the whole audit: $dimensions, $seed', async ({ dimensions, seed }) => {
    const { table, sensitive } = randomTable({ dimensions, seed, zeros: 0.1, sensitive: 0.15, alone: 0.4 })
    const options = { cost: 'value', zeros: 'published', singletons: 'protect', own: 'protect' } as const
    const { status, witnesses = [] } = await greedySuppression(problemOf(table, sensitive, options))
    expect(witnesses.length).toBeGreaterThan(0)
    const second = status.findIndex((one) => one === 2)
    const patterns = [status, ...(second < 0 ? [] : [status.map((one, c) => (c === second ? 0 : one))])]
    for (const pattern of patterns) {
      const whole = await auditPattern(table, pattern, sensitive, { singletons: 'protect', tick })
      // Witnesses of a pattern with one more suppressed cell: those that use it are rejected.
      for (const given of [witnesses, [], witnesses.map(stretched)]) {
        const least = await auditPattern(table, pattern, sensitive, {
          singletons: 'protect',
          most: 0,
          witnesses: given,
          tick,
        })
        expect([...least.unprotected]).toEqual([...whole.unprotected])
        expect([...least.disclosed]).toEqual([...whole.disclosed])
        expect(least.atLeast).toBe(pattern.filter((one) => one > 0).length)
        within(least, whole)
      }
    }
  })
})

/** A witness that breaks its relations. */
function stretched({ cells, differences }: Witness): Witness {
  return { cells, differences: differences.map((one, i) => (i === 0 ? 3 * one : one)) }
}

function within(inner: Audit, outer: Audit): void {
  inner.low.forEach((low, c) => {
    const slack = 1e-6 * Math.max(1, Math.abs(low))
    expect(low).toBeGreaterThanOrEqual(outer.low[c] - slack)
    expect(inner.high[c]).toBeLessThanOrEqual(outer.high[c] + slack)
  })
}
