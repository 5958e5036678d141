import type { MapScale } from '../../chart/axes.js'
import type { Measured } from './map-types.js'

/** Points that cannot be distinguished on the map, since they are drawn on top of each other. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly points: readonly Measured[]
}

/** Distance in pixels, across and upwards, within which one sign covers another. */
const SAME = 1

/**
 * Returns the places that hold more than one point; the map shows one sign there.
 *
 * @param points - All points, in the order of their names.
 * @param x - Scale of the loss.
 * @param y - Scale of the risk.
 * @returns The places, that of the chosen candidate first, then those with more points first. Cost: O(points × places).
 */
export function sharedPlaces(points: readonly Measured[], x: MapScale, y: MapScale): readonly Place[] {
  const places: { readonly x: number; readonly y: number; readonly points: Measured[] }[] = []
  for (const point of points) {
    const [px, py] = [x.position(point.loss), y.position(point.risk)]
    const held = places.find((place) => Math.abs(place.x - px) <= SAME && Math.abs(place.y - py) <= SAME)
    if (held) held.points.push(point)
    else places.push({ x: px, y: py, points: [point] })
  }
  const rank = (place: Place): number => (place.points.some(({ chosen }) => chosen) ? Infinity : place.points.length)
  return places.filter((place) => place.points.length > 1).sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)))
}

/** Returns the count next to a place of several points: `×3`. */
export function countText({ points }: Place): string {
  return `×${points.length}`
}
