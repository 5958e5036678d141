import { describe, expect, it } from 'vitest'
import { paperOptions } from '../options.fixture.js'
import type { PaperTable } from '../paper.js'
import { verdictOf, type Verdict } from '../verdict.js'
import { categoryTables } from './paper-003-categories.js'
import { clusterIdentities } from './paper-003-clusters.js'
import { exampleTables } from './paper-003-examples.js'
import { ipsoTable } from './paper-003-ipso.js'
import { methodTables } from './paper-003-methods.js'
import { pilTable } from './paper-003-pil.js'
import { swapLine } from './paper-003-rank-swapping.js'
import { replicated } from './paper-003-replication.js'
import { scoreTable } from './paper-003-scores.js'

const verdicts = ({ rows }: PaperTable, column = 0): Verdict[] =>
  rows.flatMap(({ checks }) => (checks[column] ? [verdictOf(checks[column])] : []))

const times = (count: number, verdict: Verdict): Verdict[] => new Array<Verdict>(count).fill(verdict)

it('paper 003 has all 15 counts of IPSO-A (A13), the Mahalanobis columns named right (M9)', async () => {
  const { rows, notes } = await ipsoTable(paperOptions(), 'A')
  const found = rows.flatMap(({ checks }) => checks.map((check) => check && verdictOf(check)))
  expect(found).toEqual(new Array(15).fill('exact'))
  expect(notes?.[0]).toMatch(/^M9/)
})

it('the tables of methods: ours take what is marked, and sampling and suppression take numbers besides', () => {
  const [perturbative, nonperturbative] = methodTables(paperOptions())
  const found = ({ rows }: PaperTable): Verdict[] =>
    rows.flatMap(({ checks }) => checks.flatMap((check) => (check ? [verdictOf(check)] : [])))
  expect(found(perturbative)).toEqual(times(20, 'exact'))
  expect(found(nonperturbative).sort()).toEqual([...times(2, 'disputed'), ...times(6, 'exact')])
})

describe('paper 003, rank swapping', () => {
  it('examples I to VI: all but the known misprints', async () => {
    const [swapping, losses, candidates, linkage, scores] = await exampleTables(paperOptions())
    expect(verdicts(swapping)).toEqual(times(4, 'exact'))
    expect(verdicts(swapping, 1)).toEqual(times(4, 'not printed'))
    expect(verdicts(losses)).toEqual(times(5, 'not reproducible'))
    expect(verdicts(candidates)).toEqual([...times(5, 'exact'), 'misprint'])
    expect(verdicts(linkage, 0)).toEqual(times(5, 'exact'))
    expect(verdicts(linkage, 1)).toEqual([...times(3, 'exact'), 'misprint', 'misprint'])
    expect([...verdicts(scores, 0), ...verdicts(scores, 1)]).toEqual(times(4, 'exact'))
  })

  it('scores: 18 to the last digit, one by rounding, one misprinted; the printed equations are not theirs', async () => {
    const table = await scoreTable(paperOptions())
    const found = verdicts(table)
    expect(found.filter((one) => one === 'exact')).toHaveLength(18)
    expect(found[7]).toBe('misprint')
    expect(found[13]).toBe('within tolerance')
    const [first] = table.rows
    expect(first.checks[1]?.ours).toBeCloseTo(43.98, 2)
    for (const { checks } of table.rows)
      for (const check of checks.slice(1))
        expect(Math.abs(Number(check?.ours) - Number(check?.printed))).toBeGreaterThan(0.03)
  })

  it.each([
    ['Census', 2],
    ['Census', 14],
    ['EIA', 4],
  ] as const)('%s, p = %i: as another program has it', async (file, percent) => {
    const values = await swapLine(paperOptions(), file, percent)
    for (const measure of ['RSLD identity', 'RSLD nearest', 'DLD nearest', 'ID'] as const) {
      const runs = values.get(measure) ?? new Float64Array(0)
      const mean = runs.reduce((a, b) => a + b, 0) / runs.length
      const [theirs] = replicated({ file, percent }, measure) ?? [Number.NaN]
      // Both are means of some files with a standard deviation of at most .6: 5.33 of that of a difference of two pairs.
      expect(Math.abs(mean - theirs)).toBeLessThan(5.33 * 0.6)
    }
    expect(values.get('IL')?.length).toBe(file === 'Census' ? 5 : 2)
  })
})

describe('paper 003, information loss', () => {
  it('entropy (M12) and ordered distance (M13)', async () => {
    const [entropy, distance] = await categoryTables(paperOptions())
    expect(verdicts(entropy)).toEqual(['misprint', 'exact'])
    expect(verdicts(entropy, 1)).toEqual(['not printed', 'not printed'])
    expect(verdicts(distance)).toEqual(times(5, 'misprint'))
    expect(verdicts(distance, 1)).toEqual(times(5, 'exact'))
  })

  it('aPIL: another program’s values to both digits, the printed ones within .64', async () => {
    const table = await pilTable(paperOptions())
    expect(verdicts(table)).toEqual(times(7, 'within tolerance'))
    for (const { given, checks } of table.rows) expect(Number(checks[0]?.ours).toFixed(2)).toBe(given[1])
  })

  it('the printed clustering table says of itself what follows from its columns (A14)', () => {
    for (const table of clusterIdentities())
      for (const { checks } of table.rows)
        for (const check of checks) expect(check && verdictOf(check)).toMatch(/^(exact|within tolerance)$/)
  })
})
