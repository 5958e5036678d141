import { resolveParams, seededRng } from '@sdc/core'
import { expect, it } from 'vitest'
import { roomOf } from '../attackers/room.js'
import { auditPattern } from '../audit/audit-pattern.js'
import { randomTable } from '../random-table.js'
import { exactSuppressionMethod } from '../suppress/exact-suppression.js'
import { nearestRoundingMethod } from './nearest-rounding.js'

it.each([
  [[4, 4], 3],
  [[[2, 2], 4], 10],
  [[2, 3, 2], 5],
  [[5, 3], 100_000],
])(
  'the published cells of %j after a suppression, rounded to %d, keep every level and disclose less',
  async (shape, base) => {
    const tick = (): void => {}
    for (let seed = 0; seed < 4; seed++) {
      const { table, sensitive } = randomTable({
        dimensions: shape as number[],
        seed: `then ${seed}`,
        zeros: 0.2,
        sensitive: 0.15,
      })
      const params = resolveParams(exactSuppressionMethod.params, { singletons: 'ignore' })
      const call = { table, sensitive, rng: seededRng(1), tick }
      const { status: pattern } = await exactSuppressionMethod.protect({ ...call, params })
      expect(pattern.includes(1)).toBe(true)
      const rounded = await nearestRoundingMethod.protect({
        ...call,
        pattern,
        params: resolveParams(nearestRoundingMethod.params, { base }),
      })
      expect(rounded.report?.get('sensitive cells shown too closely')).toBe(0)
      expect([...rounded.status]).toEqual([...pattern])
      const exact = await auditPattern(table, pattern, sensitive, { singletons: 'ignore', tick })
      const room = roomOf(table, pattern)
      pattern.forEach((one, c) => {
        const slack = 1e-6 * Math.max(1, table.values[c])
        expect(Number.isNaN(rounded.values?.[c])).toBe(one > 0)
        expect(rounded.intervals?.low[c]).toBeLessThanOrEqual(exact.low[c] + slack)
        expect(rounded.intervals?.high[c]).toBeGreaterThanOrEqual(exact.high[c] - slack)
        // The public lower bound of a suppressed cell holds with or without rounding.
        if (one > 0) expect(rounded.intervals?.low[c]).toBeGreaterThanOrEqual(table.values[c] - room.below[c] - slack)
      })
    }
  },
)
