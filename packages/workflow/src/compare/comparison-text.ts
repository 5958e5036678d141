import type { Metric } from '@sdc/core'
import type { Comparison, Summary } from '@sdc/engine'
import { left, right, textTable, type TextColumn } from '@sdc/report'
import { scaleText, summaryText } from '../measure/measured-text.js'

/** The comparison for people: a line a candidate with its place on the map, the means of the other metrics, the verdict. */
export function comparisonText(comparison: Comparison): string {
  const { axes, metrics, rows } = comparison
  const others = metrics.filter(({ id }) => id !== axes.risk.id && id !== axes.loss.id)
  const measured = rows.filter((row) => !row.error)
  const places = measured.map((row, i) => [
    String(i + 1),
    row.chosen ? '=>' : row.unmasked.length > 0 ? '!' : row.pareto ? '*' : '',
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
    ...[axes.risk, axes.loss].map((metric) => `${metric.id}: ${scaleText(metric)}`),
    ...(others.length > 0 ? ['', textTable([right('#'), ...others.map(heading)], means), ''] : []),
    ...reasons,
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
