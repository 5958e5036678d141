import type { Metric } from '@sdc/core'
import { limitText, shortNumber, unitText, worstRun, type Comparison, type Limit, type Row } from '@sdc/engine'
import { fileScreen, flowed, left, painted, right, textTable, type Paint, type Screen } from '@sdc/report/tables'
import { summaryText } from '../measure/measured-text.js'
import { shownRows } from './shown-rows.js'

/**
 * Text of a comparison: the plans with their metrics, the limits compared with the values of the choice, and the verdict as
 * the last lines.
 *
 * @param comparison - The comparison.
 * @param screen - Screen that the text must fit; by default a file, which has room for everything.
 * @returns The text.
 */
export function comparisonText(comparison: Comparison, screen: Screen = fileScreen): string {
  const [first, ...others] = comparison.verdict.split('\n')
  const verdict = [painted(flowed(first, screen), 'bold', screen), ...others.map((line) => flowed(line, screen))]
  return [comparisonTables(comparison, screen), '', ...verdict].join('\n')
}

/**
 * Text of a comparison without the verdict, for callers that print more before it.
 *
 * @param comparison - The comparison.
 * @param screen - Screen that the text must fit.
 * @returns The text.
 */
export function comparisonTables(comparison: Comparison, screen: Screen): string {
  const { rows } = comparison
  const shown = shownRows(comparison, screen.all)
  const chosen = rows.find((row) => row.chosen)
  const notes = [...marksText(comparison, shown, screen), ...impossible(rows, screen)]
  return [
    candidatesTable(comparison, shown, screen),
    '',
    ...notes.map((line) => flowed(line, screen, '   ')),
    ...(chosen && comparison.limits.length > 0 ? ['', limitsTable(chosen, comparison, screen)] : []),
  ].join('\n')
}

function candidatesTable(comparison: Comparison, shown: readonly Row[], screen: Screen): string {
  const { axes, metrics, limits, decision } = comparison
  const first = [axes.loss, axes.risk]
  const limited = limits.map(({ metric }) => metric)
  const others = [...limited, ...metrics].filter(
    (metric, i, all) => !first.includes(metric) && all.indexOf(metric) === i,
  )
  const columns = [...first, ...others].filter(({ id }) =>
    shown.some(({ metrics: of }) => (of.get(id)?.mean ?? null) !== null),
  )
  const rankOf = (metric: Metric): number => (first.includes(metric) ? 0 : limited.includes(metric) ? 2 : 4)
  const paint = (i: number, j: number): Paint | undefined => {
    const row = shown[i]
    if (j < 2) return row.chosen ? 'bold' : row.beyond.length > 0 ? 'red' : undefined
    const { id } = columns[j - 2]
    if (row.beyond.some(({ limit }) => limit.metric.id === id)) return 'red'
    return row.high.includes(id) ? 'yellow' : undefined
  }
  return textTable(
    [
      left('', { rank: 0 }),
      left('plan', { rank: 0, least: 30, wraps: true }),
      ...columns.map((metric) => {
        const [family, name] = metric.id.split('/')
        return { group: family, name: `${name} (${metric.unit})`, align: 'right' as const, rank: rankOf(metric) }
      }),
    ],
    shown.map((row) => [
      markOf(row, decision?.ties ?? []),
      row.label,
      ...columns.map(({ id }) => summaryText(row.metrics.get(id)?.mean ?? null)),
    ]),
    { screen, elsewhere: '--all shows them', paint },
  )
}

/** Mark of a plan: `=>` choice, `!` unmasked column, `x` beyond a limit, `~` as good, `*` on the Pareto front, `^` high risk. */
function markOf(row: Row, ties: readonly string[]): string {
  if (row.chosen) return '=>'
  if (row.beyond.length > 0) return 'x'
  return ties.includes(row.label) ? '~' : `${row.pareto ? '*' : ''}${row.high.length > 0 ? '^' : ''}`
}

/** Numbers of plans tried, measured and shown, the meaning of the marks that occur, and the limits where no choice is shown. */
function marksText({ rows, limits, decision }: Comparison, shown: readonly Row[], { all }: Screen): string[] {
  const measured = rows.filter((row) => !row.error).length
  const some = (is: (row: Row) => boolean): boolean => shown.some(is)
  const marks = [
    ...(some((row) => row.chosen) ? ['=> the choice'] : []),
    ...(some((row) => !row.chosen && (decision?.ties.includes(row.label) ?? false)) ? ['~ as good'] : []),
    ...(some((row) => row.pareto) ? ['* on the Pareto front'] : []),
    ...(some((row) => row.beyond.length > 0) ? ['x exceeds a limit in some run'] : []),
    ...(some((row) => row.high.length > 0) ? ['^ a risk is high'] : []),
  ]
  const { keys, values } = decision?.parts ?? {}
  const tried = [
    ...(keys && keys.tried > 0 ? [`${keys.tried} parts for the quasi-identifiers`] : []),
    ...(values && values.tried > 0 ? [`${values.tried} for the values`] : []),
  ]
  const counts = [...(tried.length > 0 ? [`tried: ${tried.join(', ')}`] : []), `measured: ${measured} plans`].join('; ')
  return [
    `${counts}${measured > shown.length && !all ? `; ${shown.length} shown (--all prints the rest)` : ''}`,
    ...(marks.length > 0 ? [marks.join('   ')] : []),
    ...(limits.length > 0 && !some((row) => row.chosen) ? [`limits: ${limits.map(limitText).join(', ')}`] : []),
  ]
}

/** Candidates that could not be run: their number and the first reason, or each reason if all are shown. */
function impossible(rows: readonly Row[], { all }: Screen): string[] {
  const failed = rows.flatMap((row) => (row.error ? [{ row, reason: row.error.message }] : []))
  if (all || failed.length < 2) return failed.map(({ row, reason }) => `not possible: ${row.label}: ${reason}`)
  const [{ row, reason }] = failed
  return [`not possible: ${failed.length} parts, such as ${row.label}: ${reason} (--all says why each)`]
}

/** Table of the limits: the worst run of the choice, compared with the limit, the original and independent data. */
function limitsTable(chosen: Row, { limits, decision }: Comparison, screen: Screen): string {
  const text = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : shortNumber(Number(value.toPrecision(3)))
  const worst = (limit: Limit): number | null => worstRun(chosen, limit.metric, limit.atEnd)
  const isClose = ({ metric }: Limit): boolean => decision?.close.some((one) => one.metric.id === metric.id) ?? false
  const lines = limits.map((limit) => {
    const beside = decision?.beside.get(limit.metric.id)
    return [
      limit.metric.id,
      worst(limit) === null ? '–' : unitText(Number((worst(limit) ?? 0).toPrecision(3)), limit.metric),
      text(limit.value),
      isClose(limit) ? 'close' : '',
      text(beside?.original),
      text(beside?.independent),
    ]
  })
  const columns = [
    left('the choice', { rank: 0 }),
    right('worst run', { rank: 0 }),
    right('limit', { rank: 0 }),
    left('', { rank: 0 }),
    right('original'),
    right('by chance', { rank: 2 }),
  ]
  return textTable(columns, lines, { screen, paint: (i, j) => (isClose(limits[i]) && j < 4 ? 'yellow' : undefined) })
}
