export type { Axis, MapPoint, RiskUtilityMap } from './map-types.js'
export { riskUtilityMap } from './risk-utility-map.js'
