import type { Measured } from '@sdc/report/looks'

/** Least number of points for outliers. */
const LEAST = 8
/** Least factor by which outliers must stretch the axis to be left out. */
const GAIN = 1.5

/**
 * Returns the loss beyond which outliers would squeeze the other points. It is Tukey's upper fence of a box plot: the
 * upper quartile plus one and a half interquartile ranges.
 *
 * @param points - All points.
 * @returns The loss; undefined if all points can be drawn.
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
