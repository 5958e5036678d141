import { isDrawable } from '../../chart/axes.js'
import type { MapPoint, Measured, RiskUtilityMap } from './map-types.js'

/** Returns the points with both values, with their indexes among all. */
export function measuredOf(points: readonly MapPoint[]): readonly Measured[] {
  return points.flatMap((point, at) => {
    const { risk, loss } = point
    return isDrawable(risk) && isDrawable(loss) ? [{ ...point, risk, loss, at }] : []
  })
}

/** Returns true for a point with a hollow sign: reverse-mapped, in every picture. */
export function isHollow({ reverseMapped }: Pick<MapPoint, 'reverseMapped'>): boolean {
  return reverseMapped
}

/** Longer series are not joined: their lines would cover everything else. Those of a grid have a few points each. */
const MOST_JOINED = 8

/**
 * Returns the points of every line: those of a series that differ by parameters, once before reverse mapping and once
 * after it.
 */
export function joined(
  points: readonly Measured[],
  hollow: (point: Measured) => boolean,
): readonly (readonly Measured[])[] {
  const lines = new Map<string, Measured[]>()
  for (const point of points) {
    if (point.parameter === '') continue
    const key = JSON.stringify([hollow(point), point.series])
    const held = lines.get(key)
    if (held) held.push(point)
    else lines.set(key, [point])
  }
  return [...lines.values()].filter((line) => line.length > 1 && line.length <= MOST_JOINED)
}

/** Sorts points in drawing order: hollow points below filled ones, the chosen one on top. */
export function upwards(points: readonly Measured[], hollow: (point: Measured) => boolean): readonly Measured[] {
  const level = (point: Measured): number => (point.chosen ? 2 : hollow(point) ? 0 : 1)
  return [...points].sort((a, b) => level(a) - level(b))
}

/** Returns the listed points, by their rank. */
export function listedOf(points: readonly Measured[]): readonly Measured[] {
  return points.filter(({ place }) => place !== undefined).sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
}

/**
 * Sorts the points of the front by loss, the better first.
 *
 * @param points - All points.
 * @param map - The map, for the better direction of both axes.
 * @returns The points with `pareto`.
 */
export function paretoSteps(points: readonly Measured[], map: RiskUtilityMap): readonly Measured[] {
  const loss = map.loss.better === 'lower' ? 1 : -1
  const risk = map.risk.better === 'lower' ? 1 : -1
  return points.filter(({ pareto }) => pareto).sort((a, b) => loss * (a.loss - b.loss) || risk * (b.risk - a.risk))
}
