import { categorical, type Sensitivity, type Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { auditPattern } from '../../audit/audit-pattern.js'
import { cellNamed, tableFrom } from '../../golden.fixture.js'
import { randomTable } from '../../random-table.js'
import { problemOf, type ProblemOptions } from '../problem.js'
import { exactSuppression, type ExactSuppression } from './exact-suppression.js'

const plain: ProblemOptions = { cost: 'value', zeros: 'published', singletons: 'ignore', own: 'ignore' }

/** The printed table of magnitudes: five professions in three towns (Torra's lecture on masking methods). */
function printedTable(): Table {
  const rows = [
    [360, 450, 720, 400, 360, 2290],
    [1440, 540, 22, 570, 320, 2892],
    [722, 1178, 375, 800, 363, 3438],
    [2522, 2168, 1117, 1770, 1043, 8620],
  ]
  const levels = (prefix: string, count: number): { code: string; parent: string | null }[] => [
    { code: 'Total', parent: null },
    ...Array.from({ length: count }, (_, i) => ({ code: `${prefix}${i + 1}`, parent: 'Total' })),
  ]
  const table = tableFrom({
    dims: [
      { name: 'town', levels: levels('M', 3) },
      { name: 'profession', levels: levels('P', 5) },
    ],
    cells: rows.flatMap((row, i) =>
      row.map((value, j) => ({
        town: i < 3 ? `M${i + 1}` : 'Total',
        profession: j < 5 ? `P${j + 1}` : 'Total',
        value,
      })),
    ),
  })
  // The margins are published.
  const margin = (c: number): boolean => table.dimensions.some(({ codes, levels: own }) => own[codes[c]] === 'Total')
  return { ...table, given: Uint8Array.from(table.values, (_, c) => (margin(c) ? 2 : 0)) }
}

function sensitivity(table: Table, cells: readonly number[], share: number): Sensitivity {
  const status = new Uint8Array(table.values.length)
  for (const c of cells) status[c] = 1
  const level = table.values.map((value, c) => status[c] * Math.abs(value) * share)
  return { status, lower: level, upper: level, width: new Float64Array(level.length) }
}

function secondary({ status }: ExactSuppression): number[] {
  return [...status.keys()].filter((c) => status[c] === 2)
}

describe('the printed table', () => {
  const optima = [
    { primary: ['M2|P3'], cost: 1058, cells: ['M2|P5', 'M3|P3', 'M3|P5'] },
    { primary: ['M2|P3', 'M3|P5'], cost: 1775, cells: ['M1|P3', 'M1|P5', 'M2|P5', 'M3|P3'] },
    { primary: ['M2|P3', 'M3|P5', 'M1|P1'], cost: 1777, cells: ['M1|P5', 'M2|P5', 'M3|P1', 'M3|P3'] },
  ]
  const intervals: readonly Readonly<Record<string, readonly [number, number]>>[] = [
    { 'M2|P3': [0, 342] },
    { 'M2|P3': [0, 342], 'M3|P5': [0, 738] },
    { 'M2|P3': [0, 342], 'M3|P5': [0, 1043], 'M1|P1': [0, 720] },
  ]
  const cases = optima.flatMap((one, k) => [0.2, 0.5, 1].map((share) => ({ ...one, k, share })))

  it.each(cases)('costs $cost for $primary at $share', async ({ primary, cost, cells, k, share }) => {
    const table = printedTable()
    const cell = cellNamed(table)
    const sensitive = sensitivity(table, primary.map(cell), share)
    const found = await exactSuppression(problemOf(table, sensitive, plain))
    expect(found).toMatchObject({ cost, bound: cost, proved: true })
    expect(secondary(found)).toEqual(cells.map(cell).sort((a, b) => a - b))
    const audit = await auditPattern(table, found.status, sensitive, { singletons: 'ignore', tick: () => {} })
    expect(audit.unprotected).toHaveLength(0)
    for (const [name, [low, high]] of Object.entries(intervals[k])) {
      expect(audit.low[cell(name)]).toBeCloseTo(low, 6)
      expect(audit.high[cell(name)]).toBeCloseTo(high, 6)
    }
  })
})

describe('exact suppression', () => {
  it('suppresses nothing without sensitive cells, and no more if every cell is sensitive', async () => {
    const { table } = randomTable({ dimensions: [3, 3], seed: 1 })
    const none = await exactSuppression(problemOf(table, sensitivity(table, [], 0.2), plain))
    expect(none).toMatchObject({ cost: 0, bound: 0, proved: true })
    expect(none.status.some((one) => one > 0)).toBe(false)
    const every = await exactSuppression(problemOf(table, sensitivity(table, [...table.values.keys()], 0.2), plain))
    expect(every).toMatchObject({ cost: 0, proved: true })
    expect(every.status.every((one) => one === 1)).toBe(true)
  })

  it('keeps an impossible level as far as possible, and reports the reach', async () => {
    const table = printedTable()
    const cell = cellNamed(table)('M2|P3')
    const { upper, ...rest } = sensitivity(table, [cell], 0.2)
    upper[cell] = 5000
    const { exceptions, status, proved } = await exactSuppression(problemOf(table, { ...rest, upper }, plain))
    // Column P3 has 1117, including 22 of the cell itself.
    expect(exceptions).toMatchObject([{ attacker: undefined, required: 5000, kept: expect.closeTo(1095, 6) as number }])
    expect(proved).toBe(true)
    const { high, breaches } = await auditPattern(
      table,
      status,
      { ...rest, upper },
      { singletons: 'ignore', tick: () => {} },
    )
    expect(high[cell]).toBeCloseTo(1117, 6)
    expect(breaches).toMatchObject([
      { direction: 1, required: 5000, kept: expect.closeTo(1095, 6) as number, attacker: undefined },
    ])
  })

  it('suppresses nothing for a cell in a published relation, and reports a kept distance of 0', async () => {
    const table = printedTable()
    const given = Uint8Array.from(table.values, () => 2)
    const sensitive = sensitivity(table, [4], 0.2)
    given[4] = 0
    const { exceptions, cost, status } = await exactSuppression(problemOf({ ...table, given }, sensitive, plain))
    expect(exceptions.map(({ demand, kept }) => [demand.cells[0], demand.direction, kept])).toEqual([
      [4, 1, 0],
      [4, -1, 0],
    ])
    expect([cost, status.reduce((sum, one) => sum + one, 0)]).toEqual([0, 1])
  })

  it('prevents the computation of a sensitive cell without a level', async () => {
    const table = printedTable()
    const cells = [cellNamed(table)('M2|P3')]
    const sensitive = sensitivity(table, cells, 0)
    const { status, proved } = await exactSuppression(problemOf(table, sensitive, plain))
    const { low, high } = await auditPattern(table, status, sensitive, { singletons: 'ignore', tick: () => {} })
    expect(proved).toBe(true)
    expect(high[cells[0]] - low[cells[0]]).toBeGreaterThan(0)
  })

  it('keeps a width, suppresses the required cells, and publishes the fixed ones', async () => {
    const { table, sensitive } = randomTable({ dimensions: [5, 5], seed: 3, sensitive: 0.1 })
    const given = new Uint8Array(table.values.length)
    const free = [...given.keys()].filter((c) => sensitive.status[c] === 0 && table.values[c] > 0)
    given[free[9]] = 3
    given[free[12]] = 2
    const width = sensitive.lower.map((level) => 5 * level)
    const asked = { ...sensitive, width }
    const problem = problemOf({ ...table, given }, asked, plain)
    const { status, cost, proved } = await exactSuppression(problem)
    expect(proved).toBe(true)
    expect(status[free[9]]).toBe(2)
    expect(status[free[12]]).toBe(0)
    const { low, high } = await auditPattern(table, status, asked, { singletons: 'ignore', tick: () => {} })
    sensitive.status.forEach((one, c) => {
      if (one) expect(high[c] - low[c]).toBeGreaterThanOrEqual(width[c] * (1 - 1e-6))
    })
    const without = await exactSuppression(problemOf({ ...table, given }, sensitive, plain))
    expect(without.cost).toBeLessThanOrEqual(cost)
  })

  it('finds the same pattern on repetition', async () => {
    const { table, sensitive } = randomTable({
      dimensions: [
        [
          [2, 3],
          [2, 2],
        ],
        3,
      ],
      seed: 5,
      sensitive: 0.1,
    })
    const problem = problemOf(table, sensitive, { ...plain, cost: 'one' })
    const first = await exactSuppression(problem)
    expect((await exactSuppression(problem)).status).toEqual(first.status)
  })

  it('is within the permitted gap', async () => {
    const { table, sensitive } = randomTable({ dimensions: [10, 10], seed: 4, sensitive: 0.08 })
    const problem = problemOf(table, sensitive, plain)
    const full = await exactSuppression(problem)
    const near = await exactSuppression(problem, { gap: 0.2 })
    expect(near.proved).toBe(true)
    expect(near.cost).toBeLessThanOrEqual(full.cost / 0.8 + 1e-9)
    expect(near.bound).toBeLessThanOrEqual(full.cost)
  })

  it('handles values from 1 to 1e12 in one table, negative values, one row, and only zeros', async () => {
    const { table, sensitive } = randomTable({ dimensions: [6, 6], seed: 6, spread: 6, sensitive: 0.15, percent: 10 })
    expect(Math.max(...table.values)).toBeGreaterThan(1e7)
    const wide = await exactSuppression(problemOf(table, sensitive, plain))
    expect(wide.proved).toBe(true)
    const printed = printedTable()
    const negative = { ...printed, values: printed.values.map((value) => -value) }
    const cells = [cellNamed(printed)('M2|P3')]
    // Cells that may be negative are unbounded, so three others on one rectangle suffice.
    const below = await exactSuppression(problemOf(negative, sensitivity(negative, cells, 0.2), plain))
    expect(secondary(below)).toHaveLength(3)
    const row = randomTable({ dimensions: [4], seed: 1, sensitive: 0.25 })
    expect((await exactSuppression(problemOf(row.table, row.sensitive, plain))).proved).toBe(true)
    const zeros = { ...printed, given: undefined, values: printed.values.map(() => 0) }
    const shown = await exactSuppression(problemOf(zeros, sensitivity(zeros, cells, 0.2), plain))
    expect(shown).toMatchObject({ cost: 0, proved: true, exceptions: [{ kept: 0 }] })
    const hidden = await exactSuppression(
      problemOf(zeros, sensitivity(zeros, cells, 0.2), { ...plain, zeros: 'suppressible' }),
    )
    expect(hidden).toMatchObject({ cost: 0, proved: true })
    expect(secondary(hidden).length).toBeGreaterThan(0)
  })

  it('protects a respondent who is alone in a cell and its total from others only', async () => {
    const levels = ['Total', 'a', 'a1', 'b', 'b1', 'b2']
    const taxonomy = new Map<string, string | null>([
      ['Total', null],
      ['a', 'Total'],
      ['a1', 'a'],
      ['b', 'Total'],
      ['b1', 'b'],
      ['b2', 'b'],
    ])
    const table: Table = {
      dimensions: [{ ...categorical(levels, levels), taxonomy }],
      counts: Int32Array.of(9, 1, 1, 8, 4, 4),
      values: Float64Array.of(100, 10, 10, 90, 40, 50),
      equations: [
        { cells: Int32Array.of(0, 1, 3), signs: Int8Array.of(-1, 1, 1) },
        { cells: Int32Array.of(1, 2), signs: Int8Array.of(-1, 1) },
        { cells: Int32Array.of(3, 4, 5), signs: Int8Array.of(-1, 1, 1) },
      ],
    }
    const sensitive = sensitivity(table, [2], 0.2)
    const found = await exactSuppression(problemOf(table, sensitive, { ...plain, singletons: 'protect' }))
    // a1 is all of a; a needs b or the total; b then needs one of its parts.
    expect(secondary(found)).toContain(1)
    expect(found.proved).toBe(true)
  })
})
