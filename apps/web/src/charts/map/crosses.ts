import type { DrawnPoint } from './drawn-map.js'

const ARM = 3

/** Returns crosses over signs, as one path. */
export function crossesOver(points: readonly DrawnPoint[]): string {
  return points
    .map(({ x, y }) => `M${x - ARM} ${y - ARM}l${2 * ARM} ${2 * ARM}m0 ${-2 * ARM}l${-2 * ARM} ${2 * ARM}`)
    .join('')
}
