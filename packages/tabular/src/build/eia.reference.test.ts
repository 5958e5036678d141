import { resolveParams, seededRng, type TableMethod } from '@sdc/core'
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

  it.each([
    ['', [], { p: 84, nk: 286, freq: 13 }],
    [', utility 0 being an adjustment', ['0'], { p: 57, nk: 286, freq: 13 }],
  ] as const)(
    'by state and month has 676 cells, some flagged by p = 15 %%, (1, 50) or fewer than 3 utilities%s',
    async (_, notRespondents, flags) => {
      const dimensions = [{ name: 'STATE' }, { name: 'MONTH' }]
      const table = buildTable(eia(), { dimensions, value: 'TOTREVENUE', respondent: 'UTILITYID', notRespondents })
      expect(table.values).toHaveLength(676)
      const flagged = async <P>(rule: TableMethod<P>, given: Record<string, unknown>): Promise<number> => {
        const params = resolveParams(rule.params, given)
        const { status } = await rule.protect({ table, params, rng: seededRng(1), tick: () => {} })
        return status.filter((one) => one === 1).length
      }
      expect({
        p: await flagged(pPercentRule, { p: 15 }),
        nk: await flagged(dominanceRule, { n: 1, k: 50 }),
        freq: await flagged(minimumFrequencyRule, { m: 3 }),
      }).toEqual(flags)
    },
  )
})
