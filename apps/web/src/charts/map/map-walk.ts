import type { DrawnPoint } from './drawn-map.js'

/** The keys that move from point to point: across by loss, up and down by risk. */
const walks: Readonly<Record<string, readonly ['x' | 'y', number]>> = {
  ArrowRight: ['x', 1],
  ArrowLeft: ['x', -1],
  ArrowUp: ['y', -1],
  ArrowDown: ['y', 1],
}

/** Factor by which a key changes the extent of the map; 0 shows all. */
export const zoomKeys: Readonly<Record<string, number>> = { '+': 0.5, '=': 0.5, '-': 2, '0': 0 }

/**
 * Returns the point that a key moves to.
 *
 * @param points - All points.
 * @param at - Key of the current point; undefined at first.
 * @param pressed - Name of the pressed key.
 * @returns The point, unchanged at an end; undefined for other keys.
 */
export function walked(points: readonly DrawnPoint[], at: string | undefined, pressed: string): DrawnPoint | undefined {
  if (points.length === 0) return undefined
  const across = sorted(points, 'x')
  if (pressed === 'Home') return across[0]
  if (pressed === 'End') return across.at(-1)
  const walk = walks[pressed]
  if (walk === undefined) return undefined
  const [axis, by] = walk
  const order = axis === 'x' ? across : sorted(points, 'y')
  const held = order.findIndex(({ key }) => key === at)
  if (held < 0) return order[0]
  return order[Math.min(order.length - 1, Math.max(0, held + by))]
}

/** Sorts points by an axis, then by the other one, then in the given order. */
function sorted(points: readonly DrawnPoint[], axis: 'x' | 'y'): readonly DrawnPoint[] {
  const other = axis === 'x' ? 'y' : 'x'
  return [...points].sort((a, b) => a[axis] - b[axis] || a[other] - b[other])
}

/** Returns the point nearest to a place on the picture, within the reach of a finger. */
export function nearest(points: readonly DrawnPoint[], x: number, y: number, reach = 24): DrawnPoint | undefined {
  let best: DrawnPoint | undefined
  let least = reach * reach
  for (const point of points) {
    const [across, down] = [point.x - x, point.y - y]
    const far = across * across + down * down
    // The last of the points at one place is on top.
    if (far > least) continue
    least = far
    best = point
  }
  return best
}
