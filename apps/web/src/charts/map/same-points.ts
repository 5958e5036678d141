import type { DrawnPoint } from './drawn-map.js'

/**
 * The points of a map that grew, those that look as before as the very objects that they were: what draws them then does
 * nothing for them.
 *
 * @param before - The points that are drawn, by key.
 * @param now - The points that are to be drawn.
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
