import { pointTitle, valueText, type RiskUtilityMap } from '@sdc/report/looks'
import type { DrawnPoint } from './drawn-map.js'

/** Returns the announcement of a point reached by keyboard: name, both values, and state. */
export function pointName({ point }: DrawnPoint, { loss, risk }: RiskUtilityMap): string {
  return [
    pointTitle(point),
    `loss ${valueText(point.loss, loss.unit)}`,
    `risk ${valueText(point.risk, risk.unit)}`,
    ...(point.pareto ? ['on the Pareto front'] : []),
    ...(point.barred ? ['cannot be chosen'] : []),
  ].join(', ')
}
