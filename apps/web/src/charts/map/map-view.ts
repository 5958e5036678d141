import { familyOf, linearOver, riskScale, type MapScale, type Measured, type RiskUtilityMap } from '@sdc/report/looks'

type Ends = readonly [number, number]

/** The visible part of the map, in values of its axes. */
export interface MapView {
  readonly loss: Ends
  readonly risk: Ends
}

/** The axes of a map in pixels; both are linear. */
export interface MapScales {
  readonly x: MapScale
  readonly y: MapScale
}

/** Smallest visible part, as a share of the whole. */
const LEAST = 1e-3
/** Share of the whole above which a part counts as the whole. */
const ALL = 0.99

/**
 * Returns scales that show all points with their ranges and the limits, or a part of the map.
 *
 * @param map - The map, for its limits.
 * @param points - All points.
 * @param ranges - Ends of both axes in pixels.
 * @param view - The part to show; by default the whole.
 * @returns The scales.
 */
export function mapScales(
  map: RiskUtilityMap,
  points: readonly Measured[],
  ranges: { readonly x: Ends; readonly y: Ends },
  view: MapView | undefined,
): MapScales {
  if (view) return { x: linearOver(view.loss, ranges.x), y: linearOver(view.risk, ranges.y) }
  // The scale of the risk is linear, so it is used with the losses.
  const turned = points.map((point) => ({ ...point, risk: point.loss, riskRange: point.lossRange }))
  return {
    x: riskScale(turned, ranges.x, map.loss.limit ?? null),
    y: riskScale(points, ranges.y, map.risk.limit ?? null),
  }
}

/** Returns the part that scales show. */
export function viewOf({ x, y }: MapScales): MapView {
  return { loss: x.domain, risk: y.domain }
}

/**
 * Returns a view zoomed around a fixed place, at most the whole.
 *
 * @param now - The present scales.
 * @param whole - The whole map.
 * @param by - Factor of the extent; below 1 zooms in.
 * @param at - The fixed place in pixels; by default the middle.
 * @returns The view; undefined for the whole map.
 */
export function zoomed(
  now: MapScales,
  whole: MapView,
  by: number,
  at?: { readonly x: number; readonly y: number },
): MapView | undefined {
  const ends = (scale: MapScale, all: Ends, pixel: number | undefined): Ends => {
    const extent = Math.max((scale.domain[1] - scale.domain[0]) * by, (all[1] - all[0]) * LEAST)
    const [from, to] = scale.range
    const share = pixel === undefined ? 0.5 : (pixel - from) / (to - from)
    const value = scale.domain[0] + share * (scale.domain[1] - scale.domain[0])
    return within([value - share * extent, value + (1 - share) * extent], all)
  }
  const view = { loss: ends(now.x, whole.loss, at?.x), risk: ends(now.y, whole.risk, at?.y) }
  const isAll = ([from, to]: Ends, [least, most]: Ends): boolean => to - from >= ALL * (most - least)
  return isAll(view.loss, whole.loss) && isAll(view.risk, whole.risk) ? undefined : view
}

/** Returns a view moved by pixels. */
export function moved({ x, y }: MapScales, whole: MapView, across: number, down: number): MapView {
  const ends = ({ domain, range }: MapScale, all: Ends, by: number): Ends => {
    const far = (by / (range[1] - range[0])) * (domain[1] - domain[0])
    return within([domain[0] - far, domain[1] - far], all)
  }
  return { loss: ends(x, whole.loss, across), risk: ends(y, whole.risk, down) }
}

/** Returns a view of the same extent that contains a point; the same view if it does already. */
export function withPoint(view: MapView, { loss, risk }: Measured): MapView {
  const ends = ([from, to]: Ends, value: number): Ends =>
    value >= from && value <= to ? [from, to] : [value - (to - from) / 2, value + (to - from) / 2]
  return { loss: ends(view.loss, loss), risk: ends(view.risk, risk) }
}

function within([from, to]: Ends, [least, most]: Ends): Ends {
  if (to - from >= most - least) return [least, most]
  const by = Math.max(least - from, 0) + Math.min(most - to, 0)
  return [from + by, to + by]
}

/** Candidates to show on the map. */
export interface MapFilter {
  /** Family of methods; empty for all. */
  readonly family: string
  /** True for candidates within all limits only. */
  readonly allowed: boolean
}

/** Returns a map with some of its candidates, always including the chosen one. */
export function filtered(map: RiskUtilityMap, filter: MapFilter, chosen: string | undefined): RiskUtilityMap {
  const points = map.points.filter(
    ({ label, series, barred }) =>
      label === chosen || ((filter.family === '' || familyOf(series) === filter.family) && !(filter.allowed && barred)),
  )
  return points.length === map.points.length ? map : { ...map, points }
}

/** Returns the families on a map, sorted. */
export function familiesOf({ points }: RiskUtilityMap): readonly string[] {
  return [...new Set(points.map(({ series }) => familyOf(series)))].sort()
}
