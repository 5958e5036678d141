export type { Axis, MapPoint, RiskUtilityMap } from './map-types.js'
export { permutationPlot, type PermutationPlot, type PermutationSeries } from './permutation-plot.js'
export { riskUtilityMap } from './risk-utility-map.js'
export { left, right, textTable, wrapped, type TextColumn } from './text-table.js'
