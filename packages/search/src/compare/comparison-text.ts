import { option, type Metric } from '@sdc/core'
import {
  briefNumber,
  briefText,
  shortNumber,
  unitText,
  worstRun,
  type Comparison,
  type Limit,
  type Row,
} from '@sdc/engine'
import { fileScreen, flowed, left, right, textTable, type Paint, type Screen } from '@sdc/report/tables'
import { resultTable, verdictLines } from '@sdc/inspect'
import { shownRows } from './shown-rows.js'

/**
 * Text of a comparison: the best plans with their loss and risks, the limits, the original and independent data, and
 * the verdict. A complete screen has every plan with every metric, and a table of the limits.
 *
 * @param comparison - The comparison.
 * @param screen - Screen that the text must fit; by default a file, which has room for everything.
 * @returns The text; the verdict is its last part.
 */
export function comparisonText(comparison: Comparison, screen: Screen = fileScreen): string {
  const { rows, limits, verdict } = comparison
  const chosen = rows.find((row) => row.chosen)
  const shown = shownRows(comparison, screen.all)
  const tables = screen.all
    ? [
        candidatesTable(comparison, shown, screen),
        marksText(comparison, shown, screen),
        ...impossible(rows),
        ...(chosen && limits.length > 0 ? [limitsTable(chosen, comparison, screen)] : []),
      ]
    : [`${plansTable(comparison, shown, screen)}\n${marksText(comparison, shown, screen)}`]
  return [...tables, verdictLines(verdict.split('\n'), screen)].join('\n\n')
}

/** Most plans of a short table, which ends with the limits, the original and independent data. */
const PLANS = 4
/** Most metrics of a short table. */
const METRICS = 4

/** Short table of the best plans, with yardsticks below: the limit, the original and independent data. */
function plansTable(comparison: Comparison, shown: readonly Row[], screen: Screen): string {
  const { axes, limits, decision } = comparison
  const plans = shown.slice(0, PLANS)
  const nearest = [...limits].sort((a, b) => nearness(b, plans[0]) - nearness(a, plans[0]))
  const metrics = [...new Set([axes.loss, axes.risk, ...nearest.map(({ metric }) => metric)])].slice(0, METRICS)
  const limitOf = (metric: Metric): number | undefined => limits.find((one) => one.metric.id === metric.id)?.value
  const yardstick = (name: string, of: (metric: Metric) => number | null | undefined): string[][] => {
    const values = metrics.map(of)
    if (values.every((value) => value == null)) return []
    return [['', name, ...values.map((value, m) => (value == null ? '' : shortValue(value, metrics[m])))]]
  }
  const rows = [
    ...plans.map((row) => [
      markOf(row, decision?.ties ?? []),
      row.title,
      ...metrics.map((metric) => shortValue(row.metrics.get(metric.id)?.mean ?? null, metric)),
    ]),
    ...yardstick('limit', limitOf),
    ...yardstick('original file', ({ id }) => decision?.beside.get(id)?.original),
    ...yardstick('independent data', ({ id }) => decision?.beside.get(id)?.independent),
  ]
  const paint = (i: number, j: number): Paint | undefined => {
    const row = plans.at(i)
    if (i >= plans.length) return 'dim'
    if (row?.chosen) return 'bold'
    return j > 1 && row?.beyond.some(({ limit }) => limit.metric.id === metrics[j - 2].id) ? 'red' : undefined
  }
  const columns = [
    left('', { rank: 0 }),
    left('plan', { rank: 0, least: 44 }),
    ...metrics.map(({ title }, m) => right(title.replace(/ \([^)]*\)$/, ''), { rank: m < 2 ? 0 : m })),
  ]
  return resultTable(columns, rows, { screen, paint })
}

/** Share of a limit that the worst run of a plan reaches. */
function nearness({ metric, value, atEnd }: Limit, row: Row | undefined): number {
  const worst = row ? (worstRun(row, metric, atEnd) ?? 0) : 0
  return value === 0 ? 0 : metric.better === 'higher' ? value / worst : worst / value
}

function shortValue(value: number | null, metric: Metric): string {
  return value === null ? '–' : metric.unit === '%' ? briefText(value, metric) : briefNumber(value)
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
      ...columns.map(({ id }) => numberText(row.metrics.get(id)?.mean)),
    ]),
    { screen, paint },
  )
}

/** Mark of a plan: `=>` choice, `!` unmasked column, `x` beyond a limit, `~` as good, `*` on the Pareto front, `^` high risk. */
function markOf(row: Row, ties: readonly string[]): string {
  if (row.chosen) return '=>'
  if (row.beyond.length > 0) return 'x'
  return ties.includes(row.label) ? '~' : `${row.pareto ? '*' : ''}${row.high.length > 0 ? '^' : ''}`
}

/** Number of plans, and the meaning of the marks that occur. */
function marksText({ rows, decision }: Comparison, shown: readonly Row[], screen: Screen): string {
  const { all } = screen
  const plans = all ? shown : shown.slice(0, PLANS)
  const measured = rows.filter((row) => !row.error).length
  const some = (is: (row: Row) => boolean): boolean => plans.some(is)
  const marks = [
    ...(some((row) => row.chosen) ? ['=> choice'] : []),
    ...(some((row) => !row.chosen && (decision?.ties.includes(row.label) ?? false)) ? ['~ as good'] : []),
    ...(some((row) => row.pareto) ? ['* Pareto front'] : []),
    ...(some((row) => row.beyond.length > 0) ? ['x exceeds a limit'] : []),
    ...(some((row) => row.high.length > 0) ? ['^ high risk'] : []),
  ]
  const { keys = 0, values = 0 } = decision?.tried ?? {}
  const tried = [
    ...(keys > 0 ? [`${keys} parts for the quasi-identifiers`] : []),
    ...(values > 0 ? [`${values} for the confidential columns`] : []),
  ]
  const counts = all
    ? [...(tried.length > 0 ? [`tried: ${tried.join(', ')}`] : []), `${measured} plans measured`].join('; ')
    : `${measured} plans measured${rows.length > plans.length ? `: ${option('all')}` : ''}`
  return flowed([...marks, counts].join('   '), screen)
}

/** Candidates that could not be run, each with its reason. */
function impossible(rows: readonly Row[]): string[] {
  const failed = rows.flatMap((row) => (row.error ? [`not possible: ${row.label}: ${row.error.message}`] : []))
  return failed.length > 0 ? [failed.join('\n')] : []
}

/** Table of the limits: the worst run of the choice, compared with the limit, the original and independent data. */
function limitsTable(chosen: Row, { limits, decision }: Comparison, screen: Screen): string {
  const text = (value: number | null | undefined): string => numberText(value, 3)
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

/** A number with some significant digits; a dash if there is none. */
function numberText(value: number | null | undefined, digits = 4): string {
  return value == null ? '–' : shortNumber(Number(value.toPrecision(digits)))
}
