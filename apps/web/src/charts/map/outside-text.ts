import { valueText, type RiskUtilityMap } from '@sdc/report/looks'
import { counted } from '../../text/counted.js'
import type { MapLayout } from './map-layout.js'

/** Returns the number of candidates and the limits outside the visible part of a map; empty for none. */
export function outsideText({ points, inside, scales }: MapLayout, { risk, loss }: RiskUtilityMap): string {
  const candidates = points.length - inside.length
  const axes = [
    { ...risk, scale: scales.y },
    { ...loss, scale: scales.x },
  ]
  const limits = axes.flatMap(({ limit, unit, scale: { domain } }) =>
    limit === undefined || (limit >= domain[0] && limit <= domain[1]) ? [] : [`the limit of ${valueText(limit, unit)}`],
  )
  return [...(candidates > 0 ? [counted(candidates, 'candidate')] : []), ...limits].join(', ')
}
