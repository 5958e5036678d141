import { briefNumber } from '../../chart/axes.js'
import { clean } from '../../text.js'
import { isRange } from './ranges.js'
import type { Axis, MapPoint, Measured, RiskUtilityMap } from './map-types.js'
import type { Place } from './places.js'

/**
 * Returns the tooltips of all points; a tooltip also describes the points that its point hides.
 *
 * @param points - The points.
 * @param places - The places that hold more than one point.
 * @param map - The map, for the names of its axes.
 * @returns Lines of text by the index of the point.
 */
export function pointTexts(
  points: readonly Measured[],
  places: readonly Place[],
  map: RiskUtilityMap,
): ReadonlyMap<number, readonly string[]> {
  const placeOf = new Map(places.flatMap((place) => place.points.map(({ at }) => [at, place] as const)))
  return new Map(
    points.map((point) => {
      const others = (placeOf.get(point.at)?.points ?? []).filter(({ at }) => at !== point.at)
      return [point.at, [...pointText(point, map), ...others.map((other) => `also here: ${clean(pointTitle(other))}`)]]
    }),
  )
}

/** Returns the name of a candidate for people: its title, or its label if it has none. */
export function pointTitle({ name, label }: MapPoint): string {
  return name ?? label
}

/** Returns the lines of a tooltip: name, values over the runs, and reasons why it is not chosen. */
function pointText(point: MapPoint, map: RiskUtilityMap): string[] {
  const lines = [
    clean(pointTitle(point)),
    valueLine(map.loss, point.loss, point.lossRange),
    valueLine(map.risk, point.risk, point.riskRange),
  ]
  if (point.runs !== undefined && point.runs > 1) lines.push(`means of ${point.runs} runs`)
  if (point.pareto) lines.push('on the Pareto front')
  if (point.barred && (point.reasons ?? []).length === 0) lines.push(clean(map.barred ?? 'cannot be chosen'))
  lines.push(...(point.reasons ?? []).map(clean))
  if (point.chosen) lines.push('chosen')
  return lines
}

/** Returns `Information loss: 12.3 % (11.9 to 12.8)`. */
function valueLine({ label, unit }: Axis, value: number | null, range: MapPoint['lossRange']): string {
  return `${clean(label)}: ${valueText(value, unit)}${rangeText(range)}`
}

/**
 * Formats a value with its unit.
 *
 * @param value - The value; null if it was not measured.
 * @param unit - The unit; empty for none.
 * @returns `12.3 %`, or a dash for null.
 */
export function valueText(value: number | null, unit: string): string {
  if (value === null) return '–'
  return unit === '' ? briefNumber(value) : `${briefNumber(value)} ${clean(unit)}`
}

/** Returns ` (11.9 to 12.8)`; empty if there is no range. */
export function rangeText(range: MapPoint['lossRange']): string {
  return isRange(range) ? ` (${briefNumber(range[0])} to ${briefNumber(range[1])})` : ''
}
