import { mean } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { paperOptions } from '../options.fixture.js'
import type { PaperTable } from '../paper.js'
import { verdictOf, type Verdict } from '../verdict.js'
import { categoryTables } from './paper-003-categories.js'
import { clusterIdentities } from './paper-003-clusters.js'
import { exampleTables } from './paper-003-examples.js'
import { fuzzyOriginalTable } from './paper-003-fuzzy.js'
import { ipsoTable } from './paper-003-ipso.js'
import { methodTables } from './paper-003-methods.js'
import { pilTable } from './paper-003-pil.js'
import { swapLine } from './paper-003-rank-swapping.js'
import { replicated } from './paper-003-replication.js'
import { scoreTable } from './paper-003-scores.js'

const verdicts = ({ rows }: PaperTable, column = 0): Verdict[] =>
  rows.flatMap(({ checks }) => (checks[column] ? [verdictOf(checks[column])] : []))

const times = (count: number, verdict: Verdict): Verdict[] => new Array<Verdict>(count).fill(verdict)

it('reproduces all 15 counts of IPSO-A (A13) with the right names of the Mahalanobis columns (M9)', async () => {
  const { rows, notes } = await ipsoTable(paperOptions(), 'A')
  const found = rows.flatMap(({ checks }) => checks.map((check) => check && verdictOf(check)))
  expect(found).toEqual(times(15, 'exact'))
  expect(notes?.[0]).toMatch(/^M9/)
})

it('accepts the marked kinds of data, and numbers in sampling and suppression as well', () => {
  const [perturbative, nonperturbative] = methodTables(paperOptions())
  const found = ({ rows }: PaperTable): Verdict[] =>
    rows.flatMap(({ checks }) => checks.flatMap((check) => (check ? [verdictOf(check)] : [])))
  expect(found(perturbative)).toEqual(times(20, 'exact'))
  expect(found(nonperturbative).sort()).toEqual([...times(2, 'disputed'), ...times(6, 'exact')])
})

describe('paper 003, rank swapping', () => {
  it('reproduces examples I to VI except the known misprints', async () => {
    const [swapping, losses, candidates, linkage, scores] = await exampleTables(paperOptions())
    expect(verdicts(swapping)).toEqual(times(4, 'exact'))
    expect(verdicts(swapping, 1)).toEqual(times(4, 'not printed'))
    expect(losses.rows.map(({ checks }) => checks[0]?.misprint?.id)).toEqual(['M8', 'M8', 'M8', 'M8', 'M8'])
    expect(verdicts(candidates)).toEqual([...times(5, 'exact'), 'misprint'])
    expect(verdicts(linkage, 0)).toEqual(times(5, 'exact'))
    expect(verdicts(linkage, 1)).toEqual(times(5, 'exact'))
    expect(verdicts(linkage, 2)).toEqual([...times(3, 'exact'), 'misprint', 'misprint'])
    expect([...verdicts(scores, 0), ...verdicts(scores, 1)]).toEqual(times(4, 'exact'))
  })

  it('links no record of the example by equal values, with any seed', async () => {
    for (const seed of ['1', '2', '3', '4', '5', '6']) {
      const linkage = (await exampleTables(paperOptions({ seed })))[3]
      expect(linkage.rows.map(({ checks }) => checks[1]?.ours)).toEqual([0, 0, 0, 0, 0])
    }
  })

  it('reproduces 18 scores exactly and one by rounding, with one misprint; the printed equations give others', async () => {
    const table = await scoreTable(paperOptions())
    const found = verdicts(table)
    expect(found.filter((one) => one === 'exact')).toHaveLength(18)
    expect(found[7]).toBe('misprint')
    expect(found[13]).toBe('in range')
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
  ] as const)('%s, p = %i: agrees with another program', async (file, percent) => {
    const measures = ['RSLD identity', 'RSLD nearest', 'DLD nearest', 'ID'] as const
    const values = await swapLine(paperOptions(), { file, measures, runs: 2 }, percent)
    for (const measure of measures) {
      const [theirs] = replicated({ file, percent }, measure) ?? [Number.NaN]
      // Both are means of some files with a standard deviation of at most .6: 5.33 of that of a difference of two pairs.
      expect(Math.abs(mean(Float64Array.from(values.get(measure) ?? [])) - theirs)).toBeLessThan(5.33 * 0.6)
    }
  })
})

describe('paper 003, information loss', () => {
  it('gives the entropy (M12) and both ordered distances (M13)', async () => {
    const [entropy, distance] = await categoryTables(paperOptions())
    expect(verdicts(entropy)).toEqual(['misprint', 'exact'])
    expect(verdicts(entropy, 1)).toEqual(['not printed', 'not printed'])
    expect(verdicts(distance)).toEqual(times(5, 'not printed'))
    expect(verdicts(distance, 1)).toEqual(times(5, 'not printed'))
  })

  it('gives the aPIL of another program to both digits, within .64 of the printed ones', async () => {
    const table = await pilTable(paperOptions())
    for (const { given, checks } of table.rows) {
      expect(Number(checks[0]?.ours).toFixed(2)).toBe(given[1])
      expect(Math.abs(Number(checks[0]?.ours) - Number(checks[0]?.printed))).toBeLessThan(0.64)
    }
  })

  it('finds the relations between the columns of the printed clustering table (A14)', () => {
    for (const table of clusterIdentities())
      for (const { checks } of table.rows)
        for (const check of checks) expect(check && verdictOf(check)).toMatch(/^(exact|in range)$/)
  })

  it('finds the minima of fuzzy c-means where the printed executions end', () => {
    const [first, , second] = fuzzyOriginalTable().rows
    expect(
      first.checks
        .slice(0, 1)
        .concat(second.checks.slice(0, 1))
        .map((check) => check && verdictOf(check)),
    ).toEqual(times(2, 'in range'))
  })
})
