import { isDrawable } from '../chart/axes.js'
import type { MapPoint, Measured, RiskUtilityMap } from './map-types.js'

/** The points that have both values, with their places among all. */
export function measuredOf(points: readonly MapPoint[]): readonly Measured[] {
  return points.flatMap((point, at) => {
    const { risk, loss } = point
    return isDrawable(risk) && isDrawable(loss) ? [{ ...point, risk, loss, at }] : []
  })
}

/** Whether the sign of a point is hollow: after reverse mapping, in every picture. */
export function isHollow({ reverseMapped }: Pick<MapPoint, 'reverseMapped'>): boolean {
  return reverseMapped
}

/** The points of the front, from the least loss (or the greatest, where more is better) on. */
export function paretoSteps(points: readonly Measured[], map: RiskUtilityMap): readonly Measured[] {
  const loss = map.loss.better === 'lower' ? 1 : -1
  const risk = map.risk.better === 'lower' ? 1 : -1
  return points.filter(({ pareto }) => pareto).sort((a, b) => loss * (a.loss - b.loss) || risk * (b.risk - a.risk))
}
