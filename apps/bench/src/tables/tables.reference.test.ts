import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { thisMachine } from '../speed/measure/machine.js'
import { parseBenchmarks, withSection } from '../speed/report/benchmarks-file.js'
import { standardRegistry } from '../surroundings.js'
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
  it('have names of their own, and methods that there are', () => {
    const names = [...tableCases, ...keyCases].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { method } of tableCases) expect(registry.get('tables', method).step).toBe('protection')
  })

  it('a hierarchy of 300 cells is protected exactly, and its pattern passes the audit', async () => {
    const measured = await measuredCase(registry, tableCases[0].name)
    expect(measured).toMatchObject({ cells: 300, sensitive: 11, unprotected: 0, gapPercent: 0, proved: 1 })
    expect(measured.suppressed).toBeGreaterThan(measured.sensitive)
    expect(measured.peakBytes).toBeGreaterThan(1e7)
    expect(measured.seconds).toBeGreaterThan(0)
  })

  it('cell keys are of a table of all combinations with their totals', async () => {
    const { cells, seconds } = await keyRun(registry, {
      name: 'small',
      records: 500,
      levels: [3, 2],
      goal: { seconds: 1 },
    })
    expect(cells).toBe(12)
    expect(seconds).toBeGreaterThan(0)
  })

  it('does not know others', async () => {
    await expect(measuredCase(registry, 'none')).rejects.toThrow(/no case "none"/)
  })
})

describe('costOf', () => {
  it('is of the run alone', async () => {
    const { value, seconds } = await costOf(() => new Promise((done) => setTimeout(() => done('x'), 30)))
    expect(value).toBe('x')
    expect(seconds).toBeGreaterThan(0.02)
  })
})

describe('goldenCosts', () => {
  it('the exact method costs the least, a heuristic no less; each pattern is audited', async () => {
    const some = tables.filter(({ id }) => ['s-01', 's-04', 's-09', 's-16'].includes(id))
    const exact = await goldenCosts(registry, 'tabular/exact-suppression', some)
    for (const ratio of exact.ratios) expect(ratio).toBeCloseTo(1, 9)
    const greedy = await goldenCosts(registry, 'tabular/greedy-suppression', some)
    for (const ratio of greedy.ratios) expect(ratio).toBeGreaterThan(1 - 1e-9)
    expect([exact.ratios.length, exact.failed, greedy.ratios.length, greedy.failed]).toEqual([4, 0, 4, 0])
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

  it('says of each goal whether it is met: time, memory, gap and audit', () => {
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

  it('has a row a case, one that failed with why, and the costs beside the least', () => {
    const costs = [{ method: 'tabular/x', tables: 20, ratios: [1, 1.5, 1.1], failed: 0, seconds: 2 }]
    const rows = [
      { of, outcome: { measured } },
      { of: { ...of, name: 'other' }, outcome: { why: 'no memory' } },
    ]
    const section = tablesSection(rows, costs, thisMachine())
    expect(section).toMatch(/\| three levels by 11, exact \| 1,234 \| +10 \| +25 \| +1.50 \| +1.25 \| 200 \| +900 \|/)
    expect(section).toContain('failed: no memory')
    expect(section).toMatch(/\| tabular\/x \| 3 of 20 \| all passed \| 1.200 \| +1.100 \| +1.500 \| +2.00 \|/)
    const file = withSection('# A\n\n## Other\n\nrest\n', tablesHeading, section)
    expect(withSection(file, tablesHeading, section)).toBe(file)
    expect(parseBenchmarks(file).size).toBe(0)
  })
})
