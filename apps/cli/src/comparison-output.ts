import { relative, resolve } from 'node:path'
import { stringify } from 'yaml'
import { categorical, dataset, numeric, type Column, type Metric } from '@sdc/core'
import { type Comparison, type FileSchema, type MetricPlan, type Row, type Summary } from '@sdc/engine'
import { writeCsv } from '@sdc/io'
import { left, right, riskUtilityMap, textTable, type TextColumn } from '@sdc/report'
import { scaleText, summaryText } from './measured.js'

/** The comparison for people: a line a candidate with its place on the map, the means of the other metrics, the verdict. */
export function comparisonTable(comparison: Comparison): string {
  const { axes, metrics, rows } = comparison
  const others = metrics.filter(({ id }) => id !== axes.risk.id && id !== axes.loss.id)
  const measured = rows.filter((row) => !row.error)
  const places = measured.map((row, i) => [
    String(i + 1),
    row.chosen ? '=>' : row.pareto ? '*' : '',
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

/** The comparison for programs; the form is described by `compareOutput`. */
export function comparisonJson(comparison: Comparison): unknown {
  const { axes, metrics, rows, columns, records, verdict, warnings } = comparison
  return {
    n: records,
    columns,
    axes: { risk: axes.risk.id, loss: axes.loss.id },
    units: Object.fromEntries(metrics.map(({ id, unit }) => [id, unit])),
    candidates: rows.map((row) => ({
      use: row.use,
      params: row.steps[0].params,
      then: row.then,
      label: row.label,
      replicates: row.replicates,
      pareto: row.pareto,
      chosen: row.chosen,
      ...(row.error ? { error: { code: row.error.code, message: row.error.message } } : {}),
      metrics: Object.fromEntries(row.metrics),
    })),
    verdict,
    warnings,
  }
}

interface Where {
  readonly dataPath: string
  readonly out: string
  readonly schema?: FileSchema | undefined
  readonly seed?: string | number | undefined
  /** What was measured, where it was said. */
  readonly metrics?: readonly MetricPlan[] | undefined
}

/** The files of a comparison's folder. */
export function comparisonFiles(
  comparison: Comparison,
  where: Where,
): { readonly name: string; readonly content: string }[] {
  const chosen = comparison.rows.find((row) => row.chosen)
  return [
    { name: 'comparison.csv', content: comparisonCsv(comparison) },
    { name: 'comparison.json', content: `${JSON.stringify(comparisonJson(comparison), null, 2)}\n` },
    { name: 'map.svg', content: comparisonMap(comparison) },
    { name: 'verdict.txt', content: `${comparison.verdict}\n` },
    ...(chosen ? [{ name: 'chosen-plan.yaml', content: chosenPlan(chosen, comparison, where) }] : []),
  ]
}

/** A plan that makes the chosen file: with the comparison's seed, the very file of its first run. */
function chosenPlan(row: Row, comparison: Comparison, { dataPath, out, schema, seed, metrics }: Where): string {
  const steps = row.steps.map(({ use, columns, given, by, params, smallGroups }, s) => ({
    use,
    // The first step's columns are spelled out; a further step keeps its own, or maps those masked before it.
    ...(s === 0 ? { columns: [...comparison.columns] } : columns === undefined ? {} : { columns }),
    ...(given ? { given } : {}),
    ...(by.length > 0 ? { by, smallGroups } : {}),
    params,
  }))
  const data = relative(resolve(out), resolve(dataPath))
  const plan = {
    data,
    ...(schema ? { schema } : {}),
    ...(seed === undefined ? {} : { seed }),
    steps,
    metrics: metrics ?? comparison.metrics.map(({ id }) => id),
  }
  return `# ${comparison.verdict}\n${stringify(plan, { lineWidth: 0 })}`
}

function comparisonCsv({ rows, metrics }: Comparison): string {
  const text = (of: (row: Row) => string | null): Column => categorical(rows.map(of))
  const number = (of: (row: Row) => number | null | undefined): Column =>
    numeric(rows.map((row) => of(row) ?? Number.NaN))
  const columns: [string, Column][] = [
    ['candidate', text((row) => row.label)],
    ['method', text((row) => row.use)],
    ['then', text((row) => row.then.join(' + ') || null)],
    ['runs', number((row) => row.replicates)],
    ['pareto', text((row) => (row.pareto ? 'yes' : 'no'))],
    ['chosen', text((row) => (row.chosen ? 'yes' : 'no'))],
    ['error', text((row) => row.error?.message ?? null)],
    ...metrics.flatMap(({ id, unit }): [string, Column][] =>
      (['mean', 'min', 'max'] as const).map((which) => [
        `${id} ${which} (${unit})`,
        number((row) => row.metrics.get(id)?.[which]),
      ]),
    ),
  ]
  return writeCsv(undefined, dataset(columns))
}

function comparisonMap({ axes, rows, records, columns }: Comparison): string {
  const axis = (metric: Metric): { label: string; unit: string; better: 'lower' | 'higher' } => ({
    label: metric.id,
    unit: metric.unit,
    better: metric.better,
  })
  return riskUtilityMap({
    title: 'Risk–utility map',
    subtitle: `${records} records, ${columns.length} masked columns`,
    isoScore: true,
    risk: axis(axes.risk),
    loss: axis(axes.loss),
    points: rows.flatMap((row) => {
      const risk = row.metrics.get(axes.risk.id)
      const loss = row.metrics.get(axes.loss.id)
      if (row.error || risk?.mean == null || loss?.mean == null) return []
      return [
        {
          label: row.label,
          series: row.use,
          parameter: Object.entries(row.varied)
            .map(([name, value]) => `${name} = ${String(value)}`)
            .join(', '),
          reverseMapped: row.then.includes('reverse-map/rank'),
          risk: risk.mean,
          loss: loss.mean,
          riskRange: [risk.min ?? risk.mean, risk.max ?? risk.mean] as const,
          lossRange: [loss.min ?? loss.mean, loss.max ?? loss.mean] as const,
          pareto: row.pareto,
          chosen: row.chosen,
        },
      ]
    }),
  })
}
