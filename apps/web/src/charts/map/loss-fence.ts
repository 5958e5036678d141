import type { Measured } from '@sdc/report/looks'

/** Of fewer points none is far from the rest. */
const LEAST = 8
/** What would be left out must stretch the axis by this, or leaving it out gains nothing. */
const GAIN = 1.5

/**
 * The loss beyond which points are so far out that drawing them would press the rest together: Tukey's outer end of a box
 * plot, the upper quartile and one and a half times the distance of the quartiles.
 *
 * @param points - All points.
 * @returns undefined where all can be drawn.
 */
export function lossFence(points: readonly Measured[]): number | undefined {
  if (points.length < LEAST) return undefined
  const losses = points.map(({ loss }) => loss).sort((a, b) => a - b)
  const quartile = (share: number): number => losses[Math.round(share * (losses.length - 1))]
  const [low, high] = [quartile(0.25), quartile(0.75)]
  const fence = high + 1.5 * (high - low)
  const within = losses.filter((loss) => loss <= fence).at(-1) ?? 0
  const most = losses[losses.length - 1]
  return within > 0 && most > GAIN * within ? fence : undefined
}
