import { describe, expect, it } from 'vitest'
import { paperOptions } from '../../options.fixture.js'
import type { PaperTable } from '../../paper.js'
import { summarise } from '../../summary.js'
import { verdictOf, type Verdict } from '../../verdict.js'
import { additiveTables, attackTable, sensitiveByRules } from './table-rules.js'
import { leastSuppression, printedPattern } from './table-patterns.js'

const verdicts = ({ rows }: PaperTable): Verdict[] =>
  rows.flatMap(({ checks }) => checks.flatMap((check) => (check ? [verdictOf(check)] : [])))
const count = (table: PaperTable, verdict: Verdict): number => verdicts(table).filter((one) => one === verdict).length
const ours = ({ rows }: PaperTable, column: number): unknown[] => rows.map(({ checks }) => checks[column]?.ours)

describe('paper 003, tables', () => {
  it('adds up both tables, and the records in them', () => {
    const table = additiveTables()
    expect(count(table, 'exact')).toBe(19)
    expect([count(table, 'not printed'), count(table, 'differs')]).toEqual([1, 0])
  })

  it('finds 22 of the only person, 160 and 200 of two, and at most 13 of four', async () => {
    const table = await attackTable(paperOptions())
    expect(ours(table, 0)).toEqual(['22', '160', '200', 'at most 13'])
    expect(verdicts(table)).toEqual(['exact', 'not printed', 'not printed', 'exact'])
  })

  it('applies dominance and the p % rule with both thresholds (A12, M10)', async () => {
    const table = await sensitiveByRules(paperOptions())
    expect(ours(table, 0)).toEqual(new Array(7).fill('sensitive'))
    expect(ours(table, 1).slice(0, 6)).toEqual([40, 22, 337, 100, 11, 166])
    expect(ours(table, 2).slice(5)).toEqual([175, 181.5])
    expect(count(table, 'misprint')).toBe(1)
    expect(count(table, 'differs')).toBe(0)
  })

  it('finds the printed pattern valid, at a cost of 1400, without the sensitive M3 P5 (M11)', async () => {
    const table = await printedPattern(paperOptions())
    expect(ours(table, 0)).toEqual([1400, 0, 1, '[400, 742]', '[338, 680]', '[0, 342]', '[0, 342]'])
    expect(count(table, 'differs')).toBe(0)
  })

  it('finds the optima 1058, 1775 and 1777 at 20, 50 and 100 %, their cells and intervals (M11)', async () => {
    const [costs, intervals] = await leastSuppression(paperOptions())
    expect(ours(costs, 0)).toEqual([1058, 1058, 1058, 1775, 1775, 1775, 1777, 1777, 1777])
    expect(ours(costs, 2)).toEqual([3, 3, 3, 4, 4, 4, 4, 4, 4])
    expect([count(costs, 'misprint'), count(costs, 'differs')]).toEqual([1, 0])
    expect(new Set(ours(intervals, 0))).toEqual(new Set(['[0, 342]', '[0, 738]', '[0, 1043]', '[0, 720]']))
    expect(summarise([costs, intervals]).passed).toBe(true)
  })
})
