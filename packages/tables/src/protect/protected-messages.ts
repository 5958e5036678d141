import { asInfo, asWarning, option, ruleName, type Message } from '@sdc/core'
import type { AppliedTable } from '@sdc/engine'
import { fileScreen, type Screen } from '@sdc/report/tables'
import { cellName } from '@sdc/tabular'
import { groupedWarnings } from '@sdc/inspect'
import { breachSentences } from './breach-sentences.js'
import { foundOf } from '../cells/found-of.js'
import { percentText, plural, valueText } from '../view/table-words.js'
import { protectedCells } from './cell-reasons.js'
import { lossSentences } from './loss-sentences.js'
import { exceptionRows } from './exception-rows.js'
import { protectedTable } from './protected-table.js'
import type { ProtectedTables } from './protected-tables.js'
import { byTightness, statusCounts } from '../view/table-view.js'

/**
 * Messages about a protected table: a table of its cells, exceptions and warnings. A screen that shows all has sentences on
 * the rules, the method, the cost, the loss and the audit as well.
 *
 * @param made - The protected tables.
 * @param screen - Screen that the table must fit; by default a file.
 * @returns The messages, without the verdict.
 */
export function protectedMessages(made: ProtectedTables, screen: Screen = fileScreen): Message[] {
  const merged = made.result.protection.result.table !== undefined
  return [...(merged ? [] : [asInfo(protectedTable(made, screen))]), ...protectedFacts(made, screen)]
}

/**
 * Returns the messages of `protectedMessages` without the table of the cells.
 *
 * @param made - The protected tables.
 * @param screen - Screen that texts must fit; by default a file.
 * @returns The messages.
 */
export function protectedFacts(made: ProtectedTables, screen: Screen = fileScreen): Message[] {
  const { linked, result, reason } = made
  const { table } = linked
  const several = linked.files.length > 1 ? `${linked.files.length} linked tables, together ` : ''
  const done = [
    `table: ${several}${plural(table.values.length, 'cell')} in ${plural(table.equations.length, 'sum')}`,
    ...sensitiveSentences(made),
    ...(reason === '' || isIdle(made) ? [] : [`protection: ${reason}`]),
  ]
  const found = [
    ...suppressionSentences(made),
    ...largeCells(made),
    ...ptableSentences(result.protection),
    ...lossSentences(table, (result.rounding ?? result.protection).result),
    ...auditSentences(made),
  ]
  return [
    ...foundOf(linked.files).filter(({ kind }) => screen.all || kind !== 'info'),
    ...(screen.all ? [...done, ...found].map(asInfo) : []),
    ...exceptionWarnings(made),
    ...groupedWarnings(
      [result.protection, result.audit, result.rounding].flatMap((step) => step?.result.warnings ?? []),
    ),
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

/** True if nothing is sensitive and the table requires nothing: the method is then irrelevant. */
function isIdle({ result, linked }: ProtectedTables): boolean {
  const asks = linked.table.given?.some((one) => one === 3) ?? false
  const changes = result.protection.result.values !== undefined || result.protection.result.table !== undefined
  return !result.sensitive.status.includes(1) && !asks && !changes
}

/** `p=15% (tabular/p-percent)`: the notation of a command line. */
function ruleText({ method, params }: AppliedTable): string {
  return `${ruleName(method, params)} (${method.id})`
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
  const { rounding } = result
  const rounded = rounding?.result.values
    ? [changedSentence(rounding.method.id, table.values, rounding.result.values, found.status)]
    : []
  if (primary + secondary === 0) return rounded
  const share = percentText((100 * (primary + secondary)) / table.values.length)
  const sizes = (keep: (c: number) => boolean): number =>
    table.values.reduce((sum, value, c) => sum + (keep(c) ? Math.abs(value) : 0), 0)
  const all = sizes(() => true)
  const lost =
    all > 0 ? `, ${percentText((100 * sizes((c) => found.status[c] > 0)) / all)} of the value of all cells` : ''
  return [
    `suppressed: ${plural(primary, 'primary cell')} and ${plural(secondary, 'secondary cell')}, ${share} of the cells${lost}`,
    ...costSentence(found.report, method.id, (params as Readonly<Record<string, unknown>>).cost),
    ...rounded,
  ]
}

/** Largest number of explained secondary cells, and of the cells that each protects. */
const [MOST_LARGE, MOST_PROTECTED] = [3, 3]

/** Explains secondary cells that are larger than every sensitive one by the levels that their witnesses keep. */
function largeCells({ linked, result }: ProtectedTables): string[] {
  const { table } = linked
  const { status } = result.protection.result
  const { sensitive } = result
  const helped = protectedCells({ result })
  const size = (c: number): number => Math.abs(table.values[c])
  const greatest = sensitive.status.reduce((most, one, c) => (one === 1 ? Math.max(most, size(c)) : most), 0)
  const large = [...status.keys()].filter((c) => status[c] === 2 && size(c) > greatest)
  return large
    .sort((a, b) => size(b) - size(a) || a - b)
    .slice(0, MOST_LARGE)
    .flatMap((cell) => {
      const own = helped.get(cell) ?? new Set<number>()
      if (own.size === 0) return []
      const some = [...own].slice(0, MOST_PROTECTED).map((c) => cellName(table, c))
      const more = own.size > some.length ? ` and ${plural(own.size - some.length, 'other')}` : ''
      return [
        `${cellName(table, cell)} (${valueText(table.values[cell])}) is suppressed to protect ${some.join('; ')}${more}`,
      ]
    })
}

/** D, jₛ and V by count of the p-table. */
function ptableSentences({ result: { report } }: AppliedTable): string[] {
  const [most, smallest, made] = ['D', 'js', 'variances'].map((name) => report?.get(name))
  if (typeof most !== 'number' || typeof smallest !== 'number' || typeof made !== 'object') return []
  const [counts, variances] = ['count', 'variance'].map((name) => {
    const column = made.column(name)
    return column.kind === 'numeric' ? Array.from(column.values) : []
  })
  const parts = counts.map((from, i) => {
    const to = i + 1 < counts.length ? counts[i + 1] - 1 : Infinity
    const range = to === Infinity ? `${from} and above` : to === from ? `${from}` : `${from} to ${to}`
    return `${valueText(variances[i])} for counts of ${range}`
  })
  const listed = parts.length > 12 ? [...parts.slice(0, 11), `…, ${parts.at(-1)}`] : parts
  return [`p-table: D = ${most}, js = ${smallest}, V = ${listed.join('; ')}`]
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

/** Largest number of exceptions among the messages; all are in the JSON and in the page. */
const MOST_EXCEPTIONS = 20

/** Exceptions that no pattern can hide come first. */
function exceptionWarnings({ result }: ProtectedTables): Message[] {
  const rows = breachSentences(exceptionRows(result.audit?.result.report))
  const said = rows.slice(0, MOST_EXCEPTIONS).map(({ text, help }) => `${text}. Remedy: ${help}`)
  const more =
    rows.length > said.length ? [`${rows.length - said.length} further exceptions (${option('json')} has all)`] : []
  return [...said, ...more].map(asWarning)
}

function auditSentences({ linked, result }: ProtectedTables): string[] {
  const { table } = linked
  const { sensitive, audit, rounding } = result
  // Rounded values disclose less than the audit assumed.
  const intervals = rounding?.result.intervals ?? audit?.result.intervals
  // For very large components only the levels are settled: the narrowest interval is then unknown.
  if (!audit || !intervals || Number(audit.result.report?.get('at least') ?? 0) > 0) return []
  const [narrowest] = byTightness(
    table.values,
    intervals,
    [...sensitive.status.keys()].filter((c) => sensitive.status[c] === 1),
  )
  if (narrowest === undefined) return []
  const c = narrowest
  const levels = sensitive.lower[c] > 0 || sensitive.upper[c] > 0
  const asked = levels
    ? `; ${valueText(table.values[c] - sensitive.lower[c])} to ${valueText(table.values[c] + sensitive.upper[c])} is asked`
    : ''
  return [
    `audit: the narrowest interval of a sensitive cell is ${intervalText(intervals.low[c], intervals.high[c])}, of ${cellName(table, c)} (value ${valueText(table.values[c])}${asked})`,
  ]
}

function intervalText(low: number, high: number): string {
  return `${valueText(low)} to ${valueText(high)}`
}
