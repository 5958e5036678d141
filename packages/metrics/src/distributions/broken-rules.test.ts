import { describe, expect, it } from 'vitest'
import { run, tableColumn, type RunOptions } from '../testing/run.fixture.js'
import { brokenRulesMetric } from './broken-rules.js'

const original = { total: [3, 5, 7, 9], wage: [1, 2, 3, 4], rent: [2, 3, 4, 5] }
const masked = { total: [3, 6, 7, Number.NaN], wage: [1, 2, 4, 4], rent: [2, 3, 3, -5] }
const withRules = (...rules: string[]): RunOptions => ({ rules })

describe('loss/broken-rules', () => {
  it('is the share of masked records that break a rule, each record once', async () => {
    const rules = withRules('total = wage + rent', 'wage <= rent', 'total > 100')
    const measured = await run(brokenRulesMetric, original, masked, rules)
    expect(measured.value).toBe(75)
    expect(measured.used).toBe(4)
    expect(tableColumn(measured, 'rules', 'broken')).toEqual([1, 2, 3])
    expect(tableColumn(measured, 'rules', 'not judged')).toEqual([1, 0, Number.NaN])
    expect(tableColumn(measured, 'left-out-rules', 'broken in the original')).toEqual([4])
    expect((await run(brokenRulesMetric, original, original, rules)).value).toBe(0)
  })

  it('counts rules on columns that were not measured, but not on columns that the masked file lacks', async () => {
    const { total, wage } = masked
    const some = { ...withRules('total = wage + rent', 'total <= 5 or total >= 7'), columns: ['wage'] }
    const measured = await run(brokenRulesMetric, original, { total, wage }, some)
    expect(measured.value).toBe(25)
    expect(tableColumn(measured, 'rules', 'not judged')).toEqual([4, 1, Number.NaN])
  })

  it('is null without rules, without records, and if the original breaks all rules', async () => {
    expect((await run(brokenRulesMetric, original, masked)).reason).toBe('the schema has no rules')
    const broken = await run(brokenRulesMetric, original, masked, withRules('total > 100'))
    expect(broken).toMatchObject({ value: null, reason: 'the original breaks every rule of the schema' })
    const none = { total: [], wage: [], rent: [] }
    expect((await run(brokenRulesMetric, original, none, withRules('wage <= rent'))).reason).toMatch(/no records/)
  })
})
