import type { Metric } from '@sdc/core'
import { limitText, risksOf, shortNumber, unitText, type Comparison, type Row, type Summary } from '@sdc/engine'
import { left, right, textTable, type TextColumn } from '@sdc/report/tables'
import { scaleText, summaryText } from '../measure/measured-text.js'

/** The comparison for people: a line a candidate with its place on the map, the means of the other metrics, the verdict. */
export function comparisonText(comparison: Comparison): string {
  const { axes, metrics, limits, rows } = comparison
  const measured = rows.filter((row) => !row.error)
  // What only finalists were measured by stands in the table of the choice.
  const others = metrics.filter(
    ({ id }) => id !== axes.risk.id && id !== axes.loss.id && measured.every((row) => row.metrics.has(id)),
  )
  const chosen = rows.find((row) => row.chosen)
  const places = measured.map((row, i) => [
    String(i + 1),
    markOf(row),
    row.label,
    ...[axes.risk, axes.loss].map(({ id }) => rangeText(row.metrics.get(id), row.replicates)),
  ])
  const means = measured.map((row, i) => [
    String(i + 1),
    ...others.map(({ id }) => summaryText(row.metrics.get(id)?.mean ?? null)),
  ])
  const reasons = metrics.flatMap(({ id }) => {
    const reason = rows.flatMap((row) => row.metrics.get(id)?.reason ?? [])[0]
    return reason === undefined ? [] : [`–  ${id}: ${reason}`]
  })
  return [
    textTable([right('#'), left(''), left('candidate'), ...[axes.risk, axes.loss].map(heading)], places),
    '',
    '=> the choice   * beaten by no other candidate on both axes   means over the runs (least to greatest)',
    ...(measured.some((row) => row.unmasked.length > 0)
      ? ['!  leaves a column as it is that was to be masked: never chosen']
      : []),
    ...(limits.length > 0
      ? [`x  beyond a limit in some run: never chosen   limits: ${limits.map(limitText).join(', ')}`]
      : []),
    ...(measured.some((row) => row.high.length > 0) ? ['^  a risk is high, as far as it was measured'] : []),
    ...[axes.risk, axes.loss].map((metric) => `${metric.id}: ${scaleText(metric)}`),
    ...(others.length > 0 ? ['', textTable([right('#'), ...others.map(heading)], means), ''] : []),
    ...reasons,
    ...(chosen ? ['', riskTable(chosen, comparison)] : []),
    ...rows.flatMap((row) => (row.error ? [`not possible: ${row.label}: ${row.error.message}`] : [])),
    '',
    comparison.verdict,
  ].join('\n')
}

function heading({ id, unit }: Metric): TextColumn {
  const [family, name] = id.split('/')
  return { group: family, name: `${name} (${unit})`, align: 'right' }
}

function rangeText(summary: Summary | undefined, replicates: number): string {
  if (!summary || summary.mean === null) return '–'
  const mean = summaryText(summary.mean)
  return replicates > 1 ? `${mean} (${summaryText(summary.min)} to ${summaryText(summary.max)})` : mean
}

/** What stands before a candidate; what cannot be chosen is marked as such, else its place. */
function markOf(row: Row): string {
  if (row.chosen) return '=>'
  if (row.unmasked.length > 0) return '!'
  if (row.beyond.length > 0) return 'x'
  return row.high.length > 0 ? '^' : row.pareto ? '*' : ''
}

/** Every risk of the choice in its worst run, beside independent data and what is high. */
function riskTable(chosen: Row, { levels, limits }: Comparison): string {
  const known = risksOf(chosen, levels)
  const number = (one: number | null): string => (one === null ? '–' : shortNumber(one))
  const lines = levels.map((level) => {
    const { metric, independent, high } = level
    const risk = known.find((one) => one.level === level)
    const bound = limits.find((limit) => limit.metric.id === metric.id)
    return [
      metric.id,
      risk ? unitText(risk.value, metric) : '–',
      number(independent),
      number(high),
      bound ? number(bound.value) : '',
      risk && risk.severity > 1 ? 'high' : '',
    ]
  })
  const columns = [left('risks of the choice'), right('worst run'), right('independent data'), right('high from')]
  return textTable(
    [...columns, ...(limits.length > 0 ? [right('limit')] : []), left('')],
    lines.map((line) => (limits.length > 0 ? line : [...line.slice(0, 4), line[5]])),
  )
}
