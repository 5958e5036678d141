import type { TableMethod } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { auditMethod } from '../audit/audit.js'
import { cellNamed } from '../golden.fixture.js'
import { exactSuppressionMethod } from '../suppress/exact-suppression.js'
import { greedySuppressionMethod } from '../suppress/greedy-suppression.js'
import { attacked, isEnd, patternOf, secondaryOf } from './attacked.fixture.js'
import { declared, declaredTables as tables } from './declared.fixture.js'
import { prepared, type Prepared } from './described.fixture.js'
import { costOf, faultsOf, run } from './protected.fixture.js'
import { randomCounts, randomMagnitudes } from './random-described.fixture.js'
import { secondAudit } from './second-audit.fixture.js'

/** Cost of the secondary cells, and number of breaches by everybody and the respondents. */
async function costAndBroken<P>(
  method: TableMethod<P>,
  one: Prepared,
  cost: 'value' | 'one',
  own: 'protect' | 'ignore',
): Promise<{ readonly status: Uint8Array; readonly cost: number; readonly broken: number }> {
  const { status } = await run(method, one, { cost, zeros: one.zeros, own })
  const { broken } = await secondAudit(one, status, { own: own === 'protect' })
  const sum = status.reduce((before, is, c) => before + (is === 2 ? costOf(one, cost, c) : 0), 0)
  return { status, cost: sum, broken: broken.length }
}

describe('exact suppression', () => {
  it.each(attacked)('has the least cost of $id: $what', async (table) => {
    const one = prepared(table)
    const { status, cost, broken } = await costAndBroken(exactSuppressionMethod, one, table.options.cost, 'ignore')
    expect(broken).toBe(0)
    expect(Math.abs(cost - table.optimum.cost)).toBeLessThanOrEqual(1e-6 * table.optimum.cost)
    if (table.optimum.unique) expect(secondaryOf(one, status)).toEqual([...table.optimum.secondary].sort())
  })

  it.each(attacked.filter(({ optimumOwn }) => optimumOwn))(
    'has the least cost of $id against respondents with known contributions',
    async (table) => {
      const least = table.optimumOwn?.cost ?? Number.NaN
      const { cost, broken } = await costAndBroken(
        exactSuppressionMethod,
        prepared(table),
        table.options.cost,
        'protect',
      )
      expect(broken).toBe(0)
      expect(Math.abs(cost - least)).toBeLessThanOrEqual(1e-6 * least)
    },
  )
})

describe('the audit', () => {
  it.each(attacked)('finds the intervals of the optimum of $id, and that it is protected', async (table) => {
    const one = prepared(table)
    const cell = cellNamed(one.table)
    const pattern = patternOf(table, table.optimum.secondary)
    const { intervals, report } = await run(auditMethod, one, { own: 'ignore' }, { pattern })
    for (const [name, [low, high]] of Object.entries(table.intervals)) {
      const [least, most] = [intervals?.low[cell(name)], intervals?.high[cell(name)]]
      expect([name, least, most, isEnd(least, low) && isEnd(most, high)]).toEqual([name, least, most, true])
    }
    expect(report?.get('unprotected')).toBe(0)
  })

  // If zeros may be suppressed and none is, the audit assumes that they are published.
  it.each(attacked.filter(({ naive, options }) => naive.broken.length > 0 && options.zeros === 'published'))(
    'finds that the pattern of older models of $id does not protect',
    async (table) => {
      const pattern = patternOf(table, table.naive.secondary)
      const { report } = await run(auditMethod, prepared(table), { own: 'ignore' }, { pattern })
      expect(report?.get('unprotected')).toBeGreaterThan(0)
    },
  )
})

describe('greedy suppression', () => {
  it('costs at most 1.2 times the optimum in each of 20 tables, 1.03 times on average, without a successful attacker', async () => {
    const ratios: (readonly [string, number, number])[] = []
    for (const table of attacked) {
      const { cost, broken } = await costAndBroken(
        greedySuppressionMethod,
        prepared(table),
        table.options.cost,
        'ignore',
      )
      ratios.push([table.id, cost / table.optimum.cost, broken])
    }
    expect(ratios.filter(([, ratio, broken]) => broken > 0 || ratio > 1.2 || ratio < 1 - 1e-9)).toEqual([])
    expect(ratios.reduce((sum, [, ratio]) => sum + ratio, 0) / ratios.length).toBeLessThan(1.03)
  })

  it.each([
    ['counts', randomCounts],
    ['magnitudes', randomMagnitudes],
  ] as const)('has no successful attacker in 20 random tables of %s', async (_, make) => {
    expect(await faultsOf(greedySuppressionMethod, make, { from: 1, to: 20 })).toEqual([])
  })
})

describe('with declared least values, suppression', () => {
  it.each(tables)('has the least cost of $id without lone respondents by the exact method', async (written) => {
    const { optimum, options } = written
    const one = declared(written, false)
    const { status, report } = await run(exactSuppressionMethod, one, { cost: options.cost, singletons: 'ignore' })
    const cost = Number(report?.get('cost'))
    expect(Math.abs(cost - optimum.cost)).toBeLessThanOrEqual(1e-9 * optimum.cost)
    if (optimum.unique && optimum.secondary) expect(secondaryOf(one, status)).toEqual([...optimum.secondary].sort())
    expect((await secondAudit(one, status)).broken).toEqual([])
  })

  it('costs at most 1.2 times the optimum in each of 20 tables, 1.03 times on average, by the greedy method', async () => {
    const ratios: (readonly [string, number, number])[] = []
    for (const written of tables) {
      const one = declared(written, false)
      const params = { cost: written.options.cost, singletons: 'ignore' }
      const { status, report } = await run(greedySuppressionMethod, one, params)
      const { broken } = await secondAudit(one, status)
      ratios.push([written.id, Number(report?.get('cost')) / written.optimum.cost, broken.length])
    }
    expect(ratios.filter(([, ratio, broken]) => broken > 0 || ratio > 1.2 || ratio < 1 - 1e-9)).toEqual([])
    expect(ratios.reduce((sum, [, ratio]) => sum + ratio, 0) / ratios.length).toBeLessThan(1.03)
  })

  it.each([
    ['s-07', 159],
    ['s-20', 5601],
  ])('has the least cost of %s if lone respondents attack every sensitive cell: %i', async (id, least) => {
    const written = tables.find((one) => one.id === id)
    if (!written) throw new Error(`no ${id}`)
    const one = declared(written, true)
    const params = { cost: written.options.cost, singletons: 'protect' }
    const { status, report } = await run(exactSuppressionMethod, one, params)
    expect((await secondAudit(one, status)).broken).toEqual([])
    expect(report?.get('cost')).toBeCloseTo(least, 6)
  })
})
