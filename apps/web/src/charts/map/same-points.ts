import type { DrawnPoint } from './drawn-map.js'

/**
 * Keeps the objects of points that look the same after a map has grown, so that they are not drawn again.
 *
 * @param before - The drawn points, by key.
 * @param now - The points to draw.
 * @returns The points to draw, with the same objects for unchanged ones.
 */
export function samePoints(before: ReadonlyMap<string, DrawnPoint>, now: readonly DrawnPoint[]): readonly DrawnPoint[] {
  return now.map((point) => {
    const held = before.get(point.key)
    return held !== undefined && looksAlike(held, point) ? held : point
  })
}

function looksAlike(a: DrawnPoint, b: DrawnPoint): boolean {
  const [one, other] = [a.point, b.point]
  return (
    a.x === b.x &&
    a.y === b.y &&
    one.at === other.at &&
    one.series === other.series &&
    one.reverseMapped === other.reverseMapped &&
    one.loss === other.loss &&
    one.risk === other.risk &&
    one.pareto === other.pareto &&
    one.barred === other.barred
  )
}
