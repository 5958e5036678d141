import { resolveParams, seededRng, type Sensitivity, type Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { controlledRoundingMethod } from './controlled-rounding.js'
import { tableOfShape } from './random-tables.fixture.js'
import { closeWarnings, tooClose } from './too-close.js'

const levels = (lower: readonly number[], upper = lower, width = lower.map(() => 0)): Sensitivity => ({
  status: Uint8Array.from(lower, () => 1),
  lower: Float64Array.from(lower),
  upper: Float64Array.from(upper),
  width: Float64Array.from(width),
})
const values = Float64Array.of(10, 20)

describe('cells shown too closely', () => {
  it.each([
    ['within their levels', [9, 21], levels([2, 2]), 3, 0],
    ['just within', [9, 21], levels([2, 2], [2, 4]), 3, 0],
    ['too close from below', [11, 20], levels([3, 3]), 3, 1],
    ['too close from above', [9, 20], levels([3, 3]), 3, 1],
    ['too narrow', [10, 20], levels([0, 0], [0, 0], [7, 6]), 3, 1],
    ['all shown as they are', [10, 20], levels([1, 1]), 0, 2],
    ['known exactly, where no level is asked for', [10, 20], levels([0, 0]), 0, 2],
  ] as const)('%s', (_, shown, sensitive, reach, close) => {
    const intervals = {
      low: Float64Array.from(shown, (one) => one - reach),
      high: Float64Array.from(shown, (one) => one + reach),
    }
    expect(tooClose({ values }, intervals, sensitive)).toEqual({ close, of: 2 })
  })

  it('are not counted without a rule, and there is no message', () => {
    const none = tooClose({ values }, { low: values, high: values }, undefined)
    expect(none).toEqual({ close: 0, of: 0 })
    expect(closeWarnings(none, 'more')).toEqual([])
  })

  it('cause a warning if a base is too small for a rule', async () => {
    const table: Table = tableOfShape([3], () => 1000)
    const sensitive = levels([...table.values].map((x) => x / 5))
    const run = async (base: number): Promise<readonly string[]> => {
      const params = resolveParams(controlledRoundingMethod.params, { base })
      const result = await controlledRoundingMethod.protect({
        table,
        params,
        sensitive,
        rng: seededRng(1),
        tick: () => {},
      })
      return result.warnings ?? []
    }
    expect(await run(7)).toEqual([
      expect.stringContaining('disclose 4 of 4 sensitive cells more closely than their levels allow'),
    ])
    expect(await run(1300)).toEqual([expect.stringContaining('of 4 sensitive cells')])
  })
})
