import type { Dataset, Roles } from '@sdc/core'
import { rulesOfRoles } from '../bind/bind-rules.js'
import { brokenOfTotals, brokenTotals, type BrokenInFile } from './broken-in-file.js'
import { rulesThatHold, type RulesThatHold } from './rules-that-hold.js'

/** A rule that masked records have to keep, with the numbers of records that break it. */
export interface KeptRule {
  readonly rule: string
  readonly broken: number
  readonly notJudged: number
  /** Number of original records that break it. */
  readonly brokenBefore: number
}

/** Rules of a schema in a masked file. */
export interface RuleFindings {
  /** Number of masked records. */
  readonly records: number
  /** Number of masked records that break at least one kept rule. */
  readonly broken: number
  readonly kept: readonly KeptRule[]
  /** Rules that too many records of the original break. */
  readonly left: readonly { readonly rule: string; readonly brokenBefore: number; readonly recordsBefore: number }[]
}

/**
 * Counts the records of masked files that break the rules of a schema.
 *
 * @param original - The original, which decides the rules to keep.
 * @param files - The masked files; for several, the one with most broken records counts.
 * @param roles - The rules and the columns of dates.
 * @returns The counts; undefined without rules.
 */
export function ruleFindings(
  original: Dataset,
  files: readonly { readonly data: Dataset }[],
  roles: Pick<Roles, 'rules' | 'times'>,
): RuleFindings | undefined {
  const rules = rulesOfRoles(original, roles)
  if (rules.length === 0) return undefined
  const found = rulesThatHold(rules, brokenOfTotals(brokenTotals(rules, original)).byRule)
  const kept = found.kept.map(({ bound }) => bound)
  const counts = files.map(({ data }) => brokenOfTotals(brokenTotals(kept, data)))
  return findingsOf(
    found,
    counts.reduce((a, b) => (b.broken > a.broken ? b : a)),
  )
}

/**
 * Joins the counts of the original and of a masked file.
 *
 * @param found - Rules of the original.
 * @param masked - Counts of its kept rules in the masked file.
 * @returns The findings.
 */
export function findingsOf({ kept, left }: RulesThatHold, masked: BrokenInFile): RuleFindings {
  return {
    records: masked.records,
    broken: masked.broken,
    kept: kept.map(({ bound, broken }, r) => {
      const { notJudged, broken: after } = masked.byRule[r]
      return { rule: bound.rule.text, broken: after, notJudged, brokenBefore: broken }
    }),
    left: left.map(({ bound, broken, records }) => ({
      rule: bound.rule.text,
      brokenBefore: broken,
      recordsBefore: records,
    })),
  }
}

/**
 * Returns the findings of the run in which the larger share of records breaks a rule.
 *
 * @param a - Findings of one run.
 * @param b - Those of another.
 * @returns One of the two.
 */
export function mostBroken(a: RuleFindings | undefined, b: RuleFindings | undefined): RuleFindings | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return b.broken * a.records > a.broken * b.records ? b : a
}

/** Most broken rules that a sentence names. */
const NAMED = 3

/**
 * Words the findings: `rules: broken in 0 of 1,080 records (3 rules).` A sentence for the rules with exceptions in the
 * original, and one for the rules that were left out, follow.
 *
 * @param findings - The counts; undefined without rules.
 * @returns The sentences, the first of them about the masked file.
 */
export function ruleSentences(findings: RuleFindings | undefined): string[] {
  if (findings === undefined) return []
  const { records, broken, kept, left } = findings
  const worst = kept.filter((rule) => rule.broken > 0).sort((a, b) => b.broken - a.broken)
  const named = worst.slice(0, NAMED).map((rule) => `${rule.rule} (${grouped(rule.broken)})`)
  const more = worst.length > NAMED ? [`${worst.length - NAMED} more`] : []
  const most = Math.max(0, ...kept.map(({ notJudged }) => notJudged))
  const open = most > 0 ? `; up to ${grouped(most)} records not judged by one` : ''
  const which = worst.length > 0 ? `: ${[...named, ...more].join('; ')}` : ` (${plural(kept.length, 'rule')}${open})`
  const exceptions = kept.filter((rule) => rule.brokenBefore > 0)
  return [
    ...(kept.length > 0 ? [`rules: broken in ${grouped(broken)} of ${grouped(records)} records${which}.`] : []),
    ...exceptions.map(
      (rule) => `the original breaks the rule "${rule.rule}" in ${plural(rule.brokenBefore, 'record')}; it is kept.`,
    ),
    ...left.map(
      (rule) =>
        `the original breaks the rule "${rule.rule}" in ${grouped(rule.brokenBefore)} of ${grouped(rule.recordsBefore)} records; it is left out.`,
    ),
  ]
}

const plural = (count: number, what: string): string => `${grouped(count)} ${what}${count === 1 ? '' : 's'}`

const grouped = (count: number): string => count.toLocaleString('en-US')
