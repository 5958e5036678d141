import { resolveParams, seededRng } from '@sdc/core'
import { eia } from '@sdc/datasets/eia'
import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { dominanceRule } from '../rules/dominance.js'
import { minimumFrequencyRule } from '../rules/minimum-frequency.js'
import { pPercentRule } from '../rules/p-percent.js'
import { buildTable } from './build-table.js'

interface Cell {
  readonly key: readonly string[]
  readonly count: number
  readonly value: number
  readonly largest: readonly number[]
}

const { tables } = referenceFile<{ tables: { eia: { cells: readonly Cell[] } } }>('tables/primary.json')

describe('the table of eia.csv', () => {
  it('by state and year has the counts, values and largest contributions of the reference', () => {
    const dimensions = [{ name: 'STATE' }, { name: 'YEAR' }]
    const table = buildTable(eia(), { dimensions, value: 'TOTREVENUE', respondent: 'UTILITYID' })
    const at = new Map<string, number>()
    const [state, year] = table.dimensions
    state.codes.forEach((code, c) => at.set(`${state.levels[code]}|${year.levels[year.codes[c]]}`, c))
    expect(at.size).toBe(tables.eia.cells.length)
    for (const { key, count, value, largest } of tables.eia.cells) {
      const c = at.get(key.join('|')) ?? -1
      expect({ key, count: table.counts[c], value: table.values[c] }).toEqual({ key, count, value })
      expect(Array.from(table.largest?.subarray(3 * c, 3 * c + 3) ?? [])).toEqual(largest)
    }
  })

  it('by state and month has 676 cells, of which p = 15 % flags 84, (1, 50) 286 and fewer than 3 utilities 13', async () => {
    const dimensions = [{ name: 'STATE' }, { name: 'MONTH' }]
    const table = buildTable(eia(), { dimensions, value: 'TOTREVENUE', respondent: 'UTILITYID' })
    expect(table.values).toHaveLength(676)
    const flagged = async (
      rule: typeof dominanceRule | typeof pPercentRule | typeof minimumFrequencyRule,
      given: object,
    ): Promise<number> => {
      const params = resolveParams(rule.params as never, given as never) as never
      const { status } = await rule.protect({ table, params, rng: seededRng(1), tick: () => {} })
      return status.filter((one) => one === 1).length
    }
    expect(await flagged(pPercentRule, { p: 15 })).toBe(84)
    expect(await flagged(dominanceRule, { n: 1, k: 50 })).toBe(286)
    expect(await flagged(minimumFrequencyRule, { m: 3 })).toBe(13)
  })
})
