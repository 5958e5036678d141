/**
 * Broken rules: records of the masked file that break a rule between columns, such as total = wage + rent.
 *
 * 100 · #{i : a rule r is false in record i of the masked file}/n, over the rules that at most 0.1 % of the judged
 * original records break. A rule that is undecided because of a missing value is not broken. Source: Fellegi & Holt
 * 1976 (edit rules); this project (share of records).
 */
import { defineMetric, type Aggregate, type Dataset, type MeasureFacts, type Measurement, type Plan } from '@sdc/core'
import {
  brokenOfTotals,
  brokenTotals,
  findingsOf,
  rulesOfRoles,
  rulesThatHold,
  type BoundRule,
  type RuleFindings,
} from '@sdc/rules'
import { table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { lossInPercent } from '../card-facts.js'

export const brokenRulesMetric = defineMetric({
  id: 'loss/broken-rules',
  title: 'Broken rules',
  summary: 'Share of masked records that break a rule of the schema.',
  brief: ['0 % means that every record keeps the stated rules.', 'It knows only the rules that were stated.'],
  formula: '100 · #{i : some rule is false in the masked record i} / n',
  source: [{ key: 'fellegi-holt-1976', where: 'edit rules' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'Rules are equations, inequalities, sets and conditions between columns (schema: rules). The table has the number ' +
        'of records that break each one, in the original and in the masked file.',
    },
    {
      topic: 'limits',
      text:
        'A rule that more than 0.1 % of the judged original records break is not counted. A comparison is exact to 1e-12 of ' +
        'its largest term. Classes of recoded columns are not judged.',
    },
    { topic: 'missing', text: 'A rule that a missing value leaves open is not judged, and not broken.' },
  ],
  ...lossInPercent,
  accepts: ['numeric', 'ordered', 'nominal'],
  files: 'whole',
  needs: 'rules',
  share: 'records',
  exact: true,
  cost: { time: 'O(n) a rule' },
  params: z.object({}),
  reads: ({ original, masked, roles }) => {
    const names = [...new Set(rulesOfRoles(original, roles).flatMap(({ rule }) => rule.columns))]
    return { original: names, masked: names.filter((name) => masked.names.includes(name)) }
  },
  plan: read,
})

function* read({ original, roles, rows }: MeasureFacts<unknown>): Plan<Measurement> {
  const rules = rulesOfRoles(original, roles)
  if (rules.length === 0) return unmeasured('the schema has no rules')
  if (rows.masked === 0) return unmeasured('the masked file has no records')
  const [before] = yield [counts('original', rules)]
  const held = rulesThatHold(rules, brokenOfTotals(before).byRule)
  const [after] = yield [
    counts(
      'masked',
      held.kept.map(({ bound }) => bound),
    ),
  ]
  const findings = findingsOf(held, brokenOfTotals(after))
  const { records, broken, kept } = findings
  const tables = tablesOf(findings)
  if (kept.length === 0) return unmeasured('the original breaks every rule of the schema', 0, tables)
  return { value: (100 * broken) / records, used: records, tables }
}

const counts = (reads: 'original' | 'masked', rules: readonly BoundRule[]): Aggregate => ({
  reads,
  of: (block) => brokenTotals(rules, block[reads]),
  merge: (total, own) => total.map((count, k) => count + own[k]),
})

function tablesOf({ records, broken, kept, left }: RuleFindings): ReadonlyMap<string, Dataset> {
  const numbers = <T>(rules: readonly T[], of: (rule: T) => number): Float64Array => Float64Array.from(rules, of)
  return new Map([
    [
      'rules',
      table({
        rule: [...kept.map(({ rule }) => rule), 'any rule'],
        broken: Float64Array.of(...kept.map((rule) => rule.broken), broken),
        'not judged': Float64Array.of(...kept.map((rule) => rule.notJudged), Number.NaN),
        'broken in the original': Float64Array.of(...kept.map((rule) => rule.brokenBefore), Number.NaN),
        records: new Float64Array(kept.length + 1).fill(records),
      }),
    ],
    [
      'left-out-rules',
      table({
        rule: left.map(({ rule }) => rule),
        'broken in the original': numbers(left, (rule) => rule.brokenBefore),
        records: numbers(left, (rule) => rule.recordsBefore),
      }),
    ],
  ])
}
