import type { Metric } from '@sdc/core'
import {
  beyondText,
  canBeChosen,
  risksOf,
  shortNumber,
  unitText,
  type Comparison,
  type Limit,
  type Row,
  type Summary,
} from '@sdc/engine'
import type { Axis, MapPoint, RiskUtilityMap } from '@sdc/report'
import type { Artefact } from '../outcome.js'
import { reverseMapping } from '../post-masking/reverse-mapping.js'
import { shownRows } from './shown-rows.js'

/**
 * Risk–utility map of a comparison, as a picture and as an interactive page with the same picture.
 *
 * @param comparison - Comparison whose rows are the points.
 * @param data - The name of the original, with or without its path.
 * @returns map.svg and map.html; the same comparison gives the same bytes.
 */
export async function mapArtefacts(comparison: Comparison, data: string): Promise<readonly Artefact[]> {
  // The drawing libraries are loaded only where a map is drawn.
  const { mapPage, riskUtilityMap } = await import('@sdc/report')
  const map = comparisonMap(comparison, data)
  return [
    { kind: 'plot', name: 'map.svg', content: riskUtilityMap(map) },
    { kind: 'plot', name: 'map.html', content: mapPage({ map, verdict: comparison.verdict }) },
  ]
}

/** Data of the map of a comparison. */
export function comparisonMap(comparison: Comparison, data: string): RiskUtilityMap {
  const { axes, levels, limits, rows, decision } = comparison
  const places = new Map(shownRows(comparison, false).map((row, i) => [row, i + 1]))
  const limited = limits.length > 0
  const limitOn = (metric: Metric): number | undefined =>
    limits.find((limit) => limit.metric.id === metric.id && !limit.atEnd)?.value
  const axis = (metric: Metric): Axis => ({
    label: metric.title,
    unit: metric.unit,
    better: metric.better,
    limit: limitOn(metric),
  })
  return {
    title: `Risk–utility map of ${fileName(data)}`,
    subtitle: subtitleOf(comparison),
    // Score lines only where the score decided.
    isoScore: !limited,
    barred: barredText(rows, limits),
    risk: {
      ...axis(axes.risk),
      independent: levels.find(({ metric }) => metric.id === axes.risk.id)?.independent ?? undefined,
    },
    loss: axis(axes.loss),
    listed: decision === undefined ? 'The best so far' : decision.nearest ? 'The nearest plans' : 'The best plans',
    points: rows.flatMap((row) => pointOf(row, comparison, places.get(row))),
  }
}

/**
 * Fields of a point that identify its candidate, without measurements.
 *
 * @param candidate - A row of the comparison.
 * @returns Its names, method and parameters, and whether it is reverse-mapped.
 */
export function namedPoint({
  label,
  title,
  use,
  varied,
  then,
}: Row): Pick<MapPoint, 'label' | 'name' | 'series' | 'parameter' | 'reverseMapped'> {
  return {
    label,
    name: title,
    series: use,
    parameter: Object.entries(varied)
      .map(([name, value]) => `${name} = ${String(value)}`)
      .join(', '),
    reverseMapped: then.includes(reverseMapping),
  }
}

function pointOf(row: Row, comparison: Comparison, place: number | undefined): MapPoint[] {
  const { axes, limits } = comparison
  const risk = row.metrics.get(axes.risk.id)
  const loss = row.metrics.get(axes.loss.id)
  if (row.error) return []
  const range = (summary: Summary | undefined): readonly [number, number] | undefined =>
    summary?.min == null || summary.max === null ? undefined : [summary.min, summary.max]
  return [
    {
      ...namedPoint(row),
      risk: risk?.mean ?? null,
      loss: loss?.mean ?? null,
      runs: row.replicates,
      riskRange: range(risk),
      lossRange: range(loss),
      pareto: row.pareto,
      chosen: row.chosen,
      place,
      barred: isBarred(row, limits.length > 0),
      reasons: reasonsOf(row, comparison),
    },
  ]
}

/** Reasons why a candidate cannot be chosen, and its high risks: a text each. */
function reasonsOf(row: Row, { levels }: Comparison): string[] {
  const high = risksOf(row, levels).flatMap(({ level: { metric, high: from }, value, severity }) => {
    const bound = from === null ? '' : ` (high from ${unitText(from, metric).trim()})`
    return severity > 1 ? [`high risk: ${metric.title} ${unitText(value, metric).trim()} in its worst run${bound}`] : []
  })
  return [
    ...(row.unmasked.length > 0 ? [`leaves ${row.unmasked.join(', ')} unmasked`] : []),
    ...row.beyond.map((one) => `exceeds a limit: ${beyondText(one)}`),
    ...high,
  ]
}

/** `1,080 records · 3 masked columns: AGI, FEDTAX, PTOTVAL · 54 candidates, those that draw run 3 times` */
function subtitleOf({ records, columns, rows }: Comparison): string {
  const runs = Math.max(0, ...rows.map(({ replicates }) => replicates))
  const drawing = runs > 1 ? `, those that draw run ${shortNumber(runs)} times` : ', one run each'
  const failed = rows.filter(({ error }) => error !== undefined).length
  const made = rows.length - failed
  return [
    plural(records, 'record'),
    `${plural(columns.length, 'masked column')}: ${named(columns)}`,
    `${plural(made, 'candidate')}${made === 0 ? '' : drawing}`,
    ...(failed > 0 ? [`${failed} more could not be made`] : []),
  ].join(' · ')
}

/** Most characters for the names of columns in a subtitle. */
const NAMES = 60

function named(columns: readonly string[]): string {
  let shown = columns.length
  while (shown > 1 && columns.slice(0, shown).join(', ').length > NAMES) shown--
  const more = columns.length - shown
  return columns.slice(0, shown).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

function fileName(data: string): string {
  return data.split(/[\\/]/).at(-1) ?? data
}

/** Returns true for a candidate that is crossed out: it cannot be chosen or, without limits, has a high risk. */
function isBarred(row: Row, limited: boolean): boolean {
  return !canBeChosen(row) || (!limited && row.high.length > 0)
}

/** Meaning of the crosses on this map. */
function barredText(rows: readonly Row[], limits: readonly Limit[]): string {
  const reasons = [
    ...(limits.length > 0 && rows.some((row) => row.beyond.length > 0) ? ['exceeds a limit in some run'] : []),
    ...(limits.length === 0 && rows.some((row) => row.high.length > 0) ? ['has a high risk'] : []),
  ]
  return reasons.join(', or ')
}
