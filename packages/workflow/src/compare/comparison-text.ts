import type { Metric } from '@sdc/core'
import { limitText, risksOf, shortNumber, unitText, type Comparison, type Row, type Summary } from '@sdc/engine'
import { fileScreen, flowed, left, right, textTable, type Paint, type Screen, type TextColumn } from '@sdc/report/tables' // oxfmt-ignore
import { scaleText, summaryText } from '../measure/measured-text.js'
import { verdictLine } from '../text/verdict-line.js'
import { choiceSentence } from './choice-sentence.js'
import { BEST, shownRows, type NumberedRow } from './shown-rows.js'

/**
 * The comparison for people: a line a candidate with its place on the map and what else was measured of it, every risk of
 * the choice, the verdict with its reasons, and what it comes to, which is the last line.
 *
 * @param comparison - What was compared.
 * @param screen - What it is printed on; by default a file, which has room for everything.
 * @returns The text.
 */
export function comparisonText(comparison: Comparison, screen: Screen = fileScreen): string {
  const last = verdictLine(choiceSentence(comparison), screen)
  return [comparisonTables(comparison, screen), '', flowed(comparison.verdict, screen), '', last].join('\n')
}

/**
 * The same without the verdict, for what says more before it.
 *
 * @param comparison - What was compared.
 * @param screen - What it is printed on.
 * @returns The text.
 */
export function comparisonTables(comparison: Comparison, screen: Screen): string {
  const { axes, rows } = comparison
  const shown = shownRows(comparison, screen.all)
  const chosen = rows.find((row) => row.chosen)
  return [
    candidatesTable(comparison, shown, screen),
    '',
    ...[...marksText(comparison, shown, screen), ...[axes.risk, axes.loss].map((metric) => `${metric.id}: ${scaleText(metric)}`), ...withoutValue(comparison), ...impossible(rows, screen)].map((line) => flowed(line, screen, '   ')), // oxfmt-ignore
    ...(chosen ? ['', riskTable(chosen, comparison, screen)] : []),
  ].join('\n')
}

/** A column of a metric, with what it says of a candidate. */
interface MetricColumn {
  readonly column: TextColumn
  readonly metric: Metric
  readonly text: (row: Row) => string
}

function candidatesTable(comparison: Comparison, shown: readonly NumberedRow[], screen: Screen): string {
  const columns = metricColumns(comparison, shown)
  const paint = (i: number, j: number): Paint | undefined => {
    const { row } = shown[i]
    if (j < 3) return row.chosen ? 'bold' : j === 1 ? tone(row) : undefined
    const { id } = columns[j - 3].metric
    if (row.beyond.some(({ limit }) => limit.metric.id === id)) return 'red'
    return row.high.includes(id) ? 'yellow' : undefined
  }
  return textTable(
    [
      right('#', { rank: 0 }),
      left('', { rank: 0 }),
      left('candidate', { rank: 0, least: 30, wraps: true }),
      ...columns.map(({ column }) => column),
    ],
    shown.map(({ row, number }) => [String(number), markOf(row), row.label, ...columns.map(({ text }) => text(row))]),
    { screen, elsewhere: '--wide shows all', paint },
  )
}

function tone(row: Row): Paint | undefined {
  return row.unmasked.length > 0 || row.beyond.length > 0 ? 'red' : row.high.length > 0 ? 'yellow' : undefined
}

/**
 * The metrics, those that decide first: the axes, what has a limit, what is high of a candidate that is shown, the ranges of
 * the axes; then the others as far as there is room.
 */
function metricColumns(
  { axes, metrics, limits, bounds, rows }: Comparison,
  shown: readonly NumberedRow[],
): MetricColumn[] {
  const measured = rows.filter((row) => !row.error)
  // What only finalists were measured by stands in the table of the choice.
  const others = metrics.filter(
    ({ id }) => id !== axes.risk.id && id !== axes.loss.id && measured.every((row) => row.metrics.has(id)),
  )
  const valued = others.filter(({ id }) => shown.some(({ row }) => (row.metrics.get(id)?.mean ?? null) !== null))
  const bounded = new Set([...limits, ...bounds].map(({ metric }) => metric.id))
  const high = new Set(shown.flatMap(({ row }) => row.high))
  const rankOf = ({ id }: Metric): number => (bounded.has(id) ? 1 : high.has(id) ? 2 : 4)
  const replicated = shown.some(({ row }) => row.replicates > 1)
  const mean = (metric: Metric, rank: number): MetricColumn => ({
    column: heading(metric, rank),
    metric,
    text: (row) => summaryText(row.metrics.get(metric.id)?.mean ?? null),
  })
  return [
    ...[axes.risk, axes.loss].flatMap((metric) => [
      mean(metric, 0),
      ...(replicated ? [{ column: { ...heading(metric, 3), name: 'least to greatest' }, metric, text: (row: Row) => rangeText(row.metrics.get(metric.id), row.replicates) }] : []), // oxfmt-ignore
    ]),
    ...[...valued].sort((a, b) => rankOf(a) - rankOf(b)).map((metric) => mean(metric, rankOf(metric))),
  ]
}

function heading({ id, unit }: Metric, rank: number): TextColumn {
  const [family, name] = id.split('/')
  return { group: family, name: `${name} (${unit})`, align: 'right', rank }
}

function rangeText(summary: Summary | undefined, replicates: number): string {
  if (!summary || summary.mean === null || replicates < 2) return ''
  return `${summaryText(summary.min)} to ${summaryText(summary.max)}`
}

/** What stands before a candidate: the choice; what cannot be chosen, and why; its place. */
function markOf(row: Row): string {
  if (row.chosen) return '=>'
  if (row.unmasked.length > 0) return '!'
  if (row.beyond.length > 0) return 'x'
  return `${row.pareto ? '*' : ''}${row.high.length > 0 ? '^' : ''}`
}

/** What the marks mean that are there, and how many candidates are not shown. */
function marksText({ rows, limits }: Comparison, shown: readonly NumberedRow[], { all }: Screen): string[] {
  const measured = rows.filter((row) => !row.error).length
  const more = measured > shown.length
  const some = (is: (row: Row) => boolean): boolean => shown.some(({ row }) => is(row))
  const parts = [
    ...(some((row) => row.chosen) ? ['=> the choice'] : []),
    ...(some((row) => row.pareto) ? ['* beaten by no other candidate on both axes'] : []),
    'means over the runs',
  ]
  return [
    ...(more && !all
      ? [
          `${shown.length} of ${measured} candidates, the best first: the front (*) and the best ${BEST}; --all prints the rest`,
        ]
      : []),
    parts.join('   '),
    ...(some((row) => row.unmasked.length > 0)
      ? ['!  leaves a column as it is that was to be masked: never chosen']
      : []),
    ...(limits.length > 0
      ? [`x  beyond a limit in some run: never chosen   limits: ${limits.map(limitText).join(', ')}`]
      : []),
    ...(some((row) => row.high.length > 0) ? ['^  a risk is high, as far as it was measured'] : []),
  ]
}

/** The metrics of which no candidate has a value, by the reason; and those that only some lack. */
function withoutValue({ metrics, rows }: Comparison): string[] {
  const measured = rows.filter((row) => !row.error)
  const reasons = new Map<string, string[]>()
  for (const { id } of metrics) {
    const lacking = measured.filter((row) => row.metrics.get(id)?.reason !== undefined)
    if (lacking.length === 0) continue
    const reason = lacking[0].metrics.get(id)?.reason ?? ''
    const all = lacking.length === measured.length
    const key = `${all ? 'no value' : `no value for ${lacking.length} of ${measured.length} candidates`}|${reason}`
    reasons.set(key, [...(reasons.get(key) ?? []), id])
  }
  return [...reasons].map(([key, ids]) => {
    const at = key.indexOf('|')
    return `–  ${key.slice(0, at)}: ${ids.join(', ')}: ${key.slice(at + 1)}`
  })
}

/** What could not be run: how many, and why the first of them; each of them where all are wanted. */
function impossible(rows: readonly Row[], { all }: Screen): string[] {
  const failed = rows.flatMap((row) => (row.error ? [{ row, reason: row.error.message }] : []))
  if (all || failed.length < 2) return failed.map(({ row, reason }) => `not possible: ${row.label}: ${reason}`)
  const [{ row, reason }] = failed
  return [`not possible: ${failed.length} candidates, such as ${row.label}: ${reason} (--all says why each)`]
}

/** Every risk of the choice in its worst run, beside independent data and what is high. */
function riskTable(chosen: Row, { levels, limits }: Comparison, screen: Screen): string {
  const known = risksOf(chosen, levels)
  const number = (one: number | null): string => (one === null ? '–' : shortNumber(one))
  const found = levels.map((level) => ({
    level,
    risk: known.find((one) => one.level === level),
    bound: limits.find((limit) => limit.metric.id === level.metric.id),
  }))
  const isHigh = (i: number): boolean => (found[i].risk?.severity ?? 0) > 1
  const lines = found.map(({ level: { metric, independent, high }, risk, bound }, i) => [
    metric.id,
    risk ? unitText(risk.value, metric) : '–',
    isHigh(i) ? 'high' : '',
    high !== null && metric.better === 'higher' ? `${number(high)} down` : number(high),
    ...(limits.length > 0 ? [bound ? number(bound.value) : ''] : []),
    number(independent),
  ])
  const columns = [
    left('risks of the choice', { rank: 0 }),
    right('worst run', { rank: 0 }),
    left('', { rank: 0 }),
    right('high from'),
    ...(limits.length > 0 ? [right('limit')] : []),
    right('independent data', { rank: 2 }),
  ]
  return textTable(columns, lines, { screen, paint: (i, j) => (isHigh(i) && j < 3 ? 'yellow' : undefined) })
}
