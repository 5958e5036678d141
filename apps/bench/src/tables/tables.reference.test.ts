import { seededRng } from '@sdc/core'
import { applyTableMethod } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { thisMachine } from '../speed/measure/machine.js'
import { parseBenchmarks, withSection } from '../speed/report/benchmarks-file.js'
import { standardRegistry } from '../stage-context.js'
import { acceptanceCases, acceptanceRules, type AcceptanceCase } from './acceptance/acceptance-case.js'
import { acceptanceRun, acceptanceTable, type Accepted } from './acceptance/acceptance-run.js'
import { acceptanceGoal } from './acceptance/acceptance-section.js'
import { madeRecords } from './acceptance/made-records.js'
import { goldenCosts, type GoldenTable } from './golden-costs.js'
import { keyRun } from './key-run.js'
import type { Measured } from './measured.js'
import { measuredCase } from './measured-case.js'
import { costOf } from './run-cost.js'
import { keyCases, tableCases, type TableCase } from './table-case.js'
import { goalText, tablesHeading, tablesSection } from './tables-section.js'

const registry = standardRegistry()
const { tables } = referenceFile<{ readonly tables: readonly GoldenTable[] }>('tables/secondary.json')

describe('the cases', () => {
  it('have unique names, and existing methods', () => {
    const all = [...tableCases, ...keyCases, ...acceptanceCases].map(({ name }) => name)
    expect(new Set(all).size).toBe(all.length)
    for (const { method } of tableCases) expect(registry.get('tables', method).step).toBe('protection')
  })

  it('a hierarchy of 300 cells is protected exactly, and its pattern passes the audit', async () => {
    const measured = await measuredCase(registry, tableCases[0].name)
    expect(measured).toMatchObject({ cells: 300, sensitive: 11, unprotected: 0, gapPercent: 0, proved: 1 })
    expect(measured.suppressed).toBeGreaterThan(measured.sensitive)
    expect(measured.peakBytes).toBeGreaterThan(1e7)
    expect(measured.seconds).toBeGreaterThan(0)
  })

  it('cell keys use a table of all combinations with their totals', async () => {
    const { cells, seconds } = await keyRun(registry, {
      name: 'small',
      records: 500,
      levels: [3, 2],
      goal: { seconds: 1 },
    })
    expect(cells).toBe(12)
    expect(seconds).toBeGreaterThan(0)
  })

  it('refuses other names', async () => {
    await expect(measuredCase(registry, 'none')).rejects.toThrow(/no case "none"/)
  })
})

describe('costOf', () => {
  it('measures the run alone', async () => {
    const { value, seconds } = await costOf(() => new Promise((done) => setTimeout(() => done('x'), 30)))
    expect(value).toBe('x')
    expect(seconds).toBeGreaterThan(0.02)
  })
})

describe('goldenCosts', () => {
  it('the exact method costs the least, a heuristic at least as much; each pattern is audited', async () => {
    const some = tables.filter(({ id }) => ['s-01', 's-04', 's-09', 's-16'].includes(id))
    const exact = await goldenCosts(registry, 'tabular/exact-suppression', some)
    for (const ratio of exact.ratios) expect(ratio).toBeCloseTo(1, 9)
    const greedy = await goldenCosts(registry, 'tabular/greedy-suppression', some)
    for (const ratio of greedy.ratios) expect(ratio).toBeGreaterThan(1 - 1e-9)
    expect([exact.ratios.length, exact.failed, greedy.ratios.length, greedy.failed]).toEqual([4, 0, 4, 0])
  })
})

const acceptance: Accepted = {
  cells: 2064,
  primary: 525,
  secondary: 311,
  sharePercent: 4.71,
  exceptions: 0,
  unprotected: 0,
  seconds: 7,
  cpuSeconds: 6.2,
  peakBytes: 2e8,
}

describe('official tables', () => {
  it('have as many cells and sensitive cells as the tables for which the goals were set', async () => {
    const found = await Promise.all(
      acceptanceCases
        .filter(({ adult, long }) => !adult && !long)
        .map(async (one) => {
          const table = acceptanceTable(one, undefined)
          const rule = acceptanceRules[one.of]
          const { result } = await applyTableMethod({ registry, table, rng: seededRng(1), method: rule })
          return [one.name, table.values.length, result.status.reduce((sum, status) => sum + status, 0)]
        }),
    )
    expect(found).toEqual([
      ['people, 15 × 42 × 2, 6,000 records', 2064, 525],
      ['people, 15 × 110 × 2, 132,277 records', 5328, 249],
      ['people, 50 × 40 × 9', 20_910, 7655],
      ['firms, 135 × 16', 2312, 1281],
    ])
  })

  it('are protected, and audited', async () => {
    const small: AcceptanceCase = {
      name: 'small',
      records: () => madeRecords({ sides: [[2, 3], 3], records: 60, seed: 1, skew: 1.5, firms: 30 }),
      of: 'firms',
      goal: { cpuSeconds: 60 },
    }
    const { cells, primary, unprotected, sharePercent } = await acceptanceRun(registry, small, undefined)
    expect([cells, unprotected]).toEqual([36, 0])
    expect(primary).toBeGreaterThan(5)
    expect(sharePercent).toBeLessThan(100)
  })

  it('meet their goals for secondary cells and time', () => {
    const goal = (change: Partial<Accepted>): string =>
      acceptanceGoal({ of: acceptanceCases[0], outcome: { measured: { ...acceptance, ...change } } })
    expect(goal({})).toBe('345 cells, 15 s met')
    expect(goal({ secondary: 346 })).toBe('345 cells, 15 s MISSED')
    expect(goal({ cpuSeconds: 15.1 })).toBe('345 cells, 15 s MISSED')
    expect(goal({ unprotected: 1 })).toBe('345 cells, 15 s MISSED')
    expect(acceptanceGoal({ of: acceptanceCases[0], outcome: { why: 'no memory' } })).toBe('345 cells, 15 s MISSED')
  })
})

describe('tablesSection', () => {
  const of: TableCase = tableCases[0]
  const measured: Measured = {
    cells: 1234,
    sensitive: 10,
    suppressed: 25,
    seconds: 1.5,
    cpuSeconds: 1.25,
    peakBytes: 2e8,
    cost: 900,
    gapPercent: 0.25,
    proved: 0,
    unprotected: 0,
  }

  it('reports for each goal if it is met: time, memory, gap and audit', () => {
    const text = (change: Partial<Measured>, goal: TableCase['goal']): string =>
      goalText({ of: { ...of, goal }, outcome: { measured: { ...measured, ...change } } })
    expect(text({}, { seconds: 2 })).toBe('2 s met')
    expect(text({ seconds: 2.1 }, { seconds: 2 })).toBe('2 s MISSED')
    expect(text({}, { seconds: 2, gapPercent: 0.5 })).toBe('2 s, gap 0.5 % met')
    expect(text({ gapPercent: 0.6 }, { seconds: 2, gapPercent: 0.5 })).toBe('2 s, gap 0.5 % MISSED')
    expect(text({ peakBytes: 3e9 }, { seconds: 2, bytes: 2e9 })).toBe('2 s, 2000 MB MISSED')
    expect(text({ unprotected: 1 }, { seconds: 2 })).toBe('2 s MISSED')
    expect(goalText({ of, outcome: { why: 'no memory' } })).toBe('MISSED')
  })

  it('has a row for each case, with the reason for a failed one, and the costs relative to the optimum', () => {
    const costs = [{ method: 'tabular/x', tables: 20, ratios: [1, 1.5, 1.1], failed: 0, seconds: 2 }]
    const accepted = [{ of: acceptanceCases[0], outcome: { measured: acceptance } }]
    const rows = [
      { of, outcome: { measured } },
      { of: { ...of, name: 'other' }, outcome: { why: 'no memory' } },
    ]
    const section = tablesSection(rows, accepted, costs, thisMachine())
    expect(section).toMatch(/\| three levels by 11, exact \| 1,234 \| +10 \| +25 \| +1.50 \| +1.25 \| 200 \| +900 \|/)
    expect(section).toContain('failed: no memory')
    expect(section).toMatch(
      /6,000 records \| 2,064 \| +525 \| +311 \| +4.7 \| +6.20 \| +0 \| protected \| 345 cells, 15 s met \|/,
    )
    expect(section).toMatch(/\| tabular\/x \| 3 of 20 \| all passed \| 1.200 \| +1.100 \| +1.500 \| +2.00 \|/)
    const file = withSection('# A\n\n## Other\n\nrest\n', tablesHeading, section)
    expect(withSection(file, tablesHeading, section)).toBe(file)
    expect(parseBenchmarks(file).size).toBe(0)
  })
})
