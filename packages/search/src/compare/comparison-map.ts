import type { Axis, MapPoint, RiskUtilityMap } from '@sdc/report'
import { shortNumber } from '@sdc/engine'
import { counted, fileName, reverseMapping, type Artefact } from '@sdc/inspect'
import type { ComparedCandidate, ComparisonDocument } from './comparison-document.js'

/**
 * Risk–utility map of a comparison, as a picture and as an interactive page with the same picture.
 *
 * @param document - Comparison whose candidates are the points.
 * @param data - Name of the original, with or without its path.
 * @returns map.svg and map.html; the same comparison gives the same bytes.
 */
export async function mapArtefacts(document: ComparisonDocument, data: string): Promise<readonly Artefact[]> {
  // The drawing libraries are loaded only if a map is drawn.
  const { mapPage, riskUtilityMap } = await import('@sdc/report')
  const map = comparisonMap(document, data)
  return [
    { kind: 'plot', name: 'map.svg', content: riskUtilityMap(map) },
    { kind: 'plot', name: 'map.html', content: mapPage({ map, verdict: document.verdict }) },
  ]
}

/**
 * Data of the map of a comparison.
 *
 * @param document - Comparison whose candidates are the points.
 * @param data - Name of the original, with or without its path.
 * @returns The data.
 */
export function comparisonMap(document: ComparisonDocument, data: string): RiskUtilityMap {
  const { axes, metrics, limits, risks, candidates, verdict } = document
  const axis = (id: string): Axis => {
    const { title: label, unit, better } = metrics[id]
    return { label, unit, better, limit: limits[id] }
  }
  const listed = candidates.some(({ chosen }) => chosen) ? 'The best plans' : 'The nearest plans'
  return {
    title: `Risk–utility map of ${fileName(data)}`,
    subtitle: subtitleOf(document),
    // Score lines only if the score decided.
    isoScore: !isLimited(document),
    barred: barredText(document),
    risk: { ...axis(axes.risk), independent: risks[axes.risk]?.independent ?? undefined },
    loss: axis(axes.loss),
    listed: verdict === '' ? 'The best so far' : listed,
    points: candidates.flatMap((one) => (one.error ? [] : [pointOf(one, document)])),
  }
}

function pointOf(one: ComparedCandidate, document: ComparisonDocument): MapPoint {
  const [risk, loss] = [one.metrics[document.axes.risk], one.metrics[document.axes.loss]]
  const range = (summary: typeof risk | undefined): readonly [number, number] | undefined =>
    summary?.min == null || summary.max === null ? undefined : [summary.min, summary.max]
  const varied = Object.entries(one.varied).map(([name, value]) => `${name} = ${String(value)}`)
  return {
    label: one.label,
    name: one.title,
    series: one.use,
    parameter: varied.join(', '),
    reverseMapped: one.then.includes(reverseMapping),
    risk: risk?.mean ?? null,
    loss: loss?.mean ?? null,
    runs: one.replicates,
    riskRange: range(risk),
    lossRange: range(loss),
    pareto: one.pareto,
    chosen: one.chosen,
    place: one.place,
    // A candidate is crossed out if it breaks a limit or, without limits, has a high risk.
    barred: one.beyond.length > 0 || (!isLimited(document) && one.high.length > 0),
    reasons: one.reasons,
  }
}

function isLimited({ limits }: ComparisonDocument): boolean {
  return Object.keys(limits).length > 0
}

/** Subtitle: `1,080 records · 3 masked columns: AGI, FEDTAX, PTOTVAL · 54 candidates, those that draw run 3 times`. */
function subtitleOf({ n, columns, candidates }: ComparisonDocument): string {
  const runs = Math.max(0, ...candidates.map(({ replicates }) => replicates))
  const drawing = runs > 1 ? `, those that draw run ${shortNumber(runs)} times` : ', one run each'
  const failed = candidates.filter(({ error }) => error !== undefined).length
  const made = candidates.length - failed
  return [
    counted(n, 'record'),
    `${counted(columns.length, 'masked column')}: ${named(columns)}`,
    `${counted(made, 'candidate')}${made === 0 ? '' : drawing}`,
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

/** Meaning of the crosses on this map. */
function barredText(document: ComparisonDocument): string {
  if (isLimited(document))
    return document.candidates.some(({ beyond }) => beyond.length > 0) ? 'exceeds a limit in some run' : ''
  return document.candidates.some(({ high }) => high.length > 0) ? 'has a high risk' : ''
}
