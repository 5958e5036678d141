import { asInfo, asNote, type Message } from '@sdc/core'
import type { AppliedTable } from '@sdc/engine'
import { groupedNumber } from '@sdc/report/tables'
import { cellName } from '@sdc/tabular'
import { groupedWarnings } from '../text/grouped-warnings.js'
import { foundOf } from './found-of.js'
import { percentText, plural, valueText } from './table-words.js'
import { lossSentences } from './loss-sentences.js'
import type { ProtectedTables } from './protected-tables.js'
import { statusCounts } from './table-view.js'

/**
 * What was done with a table, sentence by sentence, for who protects it: what was sensitive and by which rule, what was
 * suppressed and how dear that is, and what the audit says.
 *
 * @param made - What was done.
 * @returns The messages, without the verdict.
 */
export function protectedMessages(made: ProtectedTables): Message[] {
  const { linked, result, reason } = made
  const { table } = linked
  const several = linked.files.length > 1 ? `${linked.files.length} linked tables, together ` : ''
  const done = [
    `table: ${several}${plural(table.values.length, 'cell')}, which add up in ${plural(table.equations.length, 'sum')}`,
    ...sensitiveSentences(made),
    ...(reason === '' || isIdle(made) ? [] : [`protection: ${reason}`]),
  ]
  const found = [
    ...suppressionSentences(made),
    ...lossSentences(table, result.protection.result),
    ...auditSentences(made),
  ]
  return [
    ...foundOf(linked.files),
    ...done.map(asInfo),
    ...singletonNote(made),
    ...found.map(asInfo),
    ...groupedWarnings([result.protection, result.audit].flatMap((step) => step?.result.warnings ?? [])),
  ]
}

function sensitiveSentences({ linked, result, percent }: ProtectedTables): string[] {
  const given = linked.table.given?.filter((one) => one === 1).length ?? 0
  const byRule = result.rules.map(
    (rule) =>
      `rule ${ruleText(rule)} ${rule.method.summary.replace(/^./, (first) => first.toLowerCase()).replace(/\.$/, '')}: ${plural(rule.result.status.filter((one) => one > 0).length, 'sensitive cell')}`,
  )
  const byHand = `the table itself calls ${plural(given, 'cell')} primary: ${percentText(percent)} of the value must remain unknown on either side`
  const all = result.sensitive.status.filter((one) => one === 1).length
  const together = byRule.length + Number(given > 0) > 1 ? [`together ${plural(all, 'sensitive cell')}`] : []
  return [...byRule, ...(given > 0 ? [byHand] : []), ...together]
}

/** Nothing is sensitive, and the table asks for nothing: then it matters to nobody how it would have been protected. */
function isIdle({ result, linked }: ProtectedTables): boolean {
  const asks = linked.table.given?.some((one) => one === 3) ?? false
  const changes = result.protection.result.values !== undefined || result.protection.result.table !== undefined
  return !result.sensitive.status.includes(1) && !asks && !changes
}

/** Who is not thought of is said, before somebody believes that they are. */
function singletonNote(made: ProtectedTables): Message[] {
  const { protection, views } = made
  if (protection.params?.singletons !== 'ignore' || isIdle(made)) return []
  const unknown = views.every(({ count }) => count === undefined)
  const why = unknown ? 'nobody says how many contributors cells have (--count)' : 'as was asked for'
  return [asNote(`respondents who are alone in a cell, and know it, are not thought of: ${why}`)]
}

/** `p = 15 (tabular/p-percent)`: the parameters that a command line writes, or all of them. */
function ruleText({ method, params }: AppliedTable): string {
  const values = params as Readonly<Record<string, unknown>>
  const names = method.short?.params ?? Object.keys(values)
  return `${method.id} (${names.map((name) => `${name} = ${String(values[name])}`).join(', ')})`
}

function suppressionSentences({ linked, result }: ProtectedTables): string[] {
  const { method, params, result: found } = result.protection
  const { table } = linked
  const [, primary, secondary] = statusCounts(found.status)
  if (found.values !== undefined) return [changedSentence(method.id, table.values, found.values, found.status)]
  if (found.table !== undefined)
    return [
      `${method.id}: slices are merged, ${plural(table.values.length, 'cell')} become ${found.table.values.length}`,
    ]
  if (primary + secondary === 0) return []
  const share = percentText((100 * (primary + secondary)) / table.values.length)
  const sizes = (keep: (c: number) => boolean): number =>
    table.values.reduce((sum, value, c) => sum + (keep(c) ? Math.abs(value) : 0), 0)
  const all = sizes(() => true)
  const lost =
    all > 0 ? `, ${percentText((100 * sizes((c) => found.status[c] > 0)) / all)} of the value of all cells` : ''
  return [
    `suppressed: ${primary} primary and ${secondary} secondary cells, ${share} of the cells${lost}`,
    ...costSentence(found.report, method.id, (params as Readonly<Record<string, unknown>>).cost),
  ]
}

const costWords: Readonly<Record<string, string>> = {
  value: 'the values of the secondary cells',
  count: 'the contributors of the secondary cells',
  one: 'the number of secondary cells',
  log: 'ln(1 + value) of the secondary cells',
  column: 'the costs of the secondary cells',
}

function costSentence(report: AppliedTable['result']['report'], id: string, cost: unknown): string[] {
  const [paid, bound, gap] = ['cost', 'bound', 'gap'].map((name) => report?.get(name))
  if (typeof paid !== 'number' || typeof bound !== 'number' || typeof gap !== 'number') return []
  const of = costWords[String(cost)] ?? 'the secondary cells'
  const best =
    gap < 1e-6
      ? 'no pattern that protects as well costs less'
      : `no pattern costs less than ${valueText(bound)}: another may be up to ${percentText(gap)} cheaper`
  return [`cost: ${valueText(paid)} (${of}, by ${id}); ${best}`]
}

function changedSentence(id: string, before: Float64Array, after: Float64Array, status: Uint8Array): string {
  let changed = 0
  let most = 0
  let sum = 0
  let shown = 0
  before.forEach((value, c) => {
    if (status[c] > 0) return
    const by = Math.abs(after[c] - value)
    shown++
    changed += Number(by > 0)
    most = Math.max(most, by)
    sum += by
  })
  const hidden = before.length - shown
  const besides = hidden > 0 ? `; ${plural(hidden, 'cell')} suppressed` : ''
  return `${id}: ${changed} of ${plural(shown, 'cell')} changed, by ${valueText(sum / Math.max(1, shown))} on average and ${valueText(most)} at most${besides}`
}

function auditSentences({ linked, result }: ProtectedTables): string[] {
  const { table } = linked
  const { sensitive, audit } = result
  const intervals = audit?.result.intervals
  if (!audit || !intervals) return []
  let narrowest = -1
  let least = Infinity
  sensitive.status.forEach((one, c) => {
    const width = (intervals.high[c] - intervals.low[c]) / Math.max(Math.abs(table.values[c]), Number.MIN_VALUE)
    if (one !== 1 || !(narrowest < 0 || width < least)) return
    narrowest = c
    least = width
  })
  if (narrowest < 0) return []
  // Of very large parts only the levels are settled: the narrowest interval is not known then.
  if (Number(audit.result.report?.get('at least') ?? 0) > 0) return ['audit: every sensitive cell keeps its level']
  const c = narrowest
  const levels = sensitive.lower[c] > 0 || sensitive.upper[c] > 0
  const asked = levels
    ? `, where ${valueText(table.values[c] - sensitive.lower[c])} to ${valueText(table.values[c] + sensitive.upper[c])} is asked`
    : ''
  return [
    `audit: every sensitive cell keeps its level; the narrowest interval is ${intervalText(intervals.low[c], intervals.high[c])} for ${cellName(table, c)}, which is ${valueText(table.values[c])}${asked}`,
  ]
}

function intervalText(low: number, high: number): string {
  return `${groupedOrInfinite(low)} to ${groupedOrInfinite(high)}`
}

function groupedOrInfinite(value: number): string {
  return Number.isFinite(value) ? valueText(value) : groupedNumber(value, 0)
}
