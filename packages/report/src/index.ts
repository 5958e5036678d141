export { densityPlot, type DensitySeries } from './plots/density-plot.js'
export { fitPlot } from './plots/fit-plot.js'
export { stackedSvgs } from './chart/stacked-svgs.js'
export type { Axis, MapPoint, RiskUtilityMap } from './map/points/map-types.js'
export { intervalPlot, type PlottedInterval } from './plots/interval-plot.js'
export { linePlot } from './plots/line-plot.js'
export { permutationPlot, type PermutationSeries } from './plots/permutation-plot.js'
export { mapPage } from './map/page/map-page.js'
export { rangePlot, type RangePoint } from './plots/range-plot.js'
export { riskUtilityMap } from './map/risk-utility-map.js'
export { scatterPlot, type ScatterSeries } from './plots/scatter-plot.js'
export * from './tables.js'
export type {
  InternalReport,
  OpenColumn,
  PublicReport,
  PublicUse,
  ReportCandidate,
  ReportCard,
  ReportColumn,
  ReportCriterion,
  ReportHistogram,
  ReportMatrix,
  ReportMoves,
  ReportRecord,
  ReportRecordKind,
  ReportSynthesis,
} from './release-report/page/report-types.js'
