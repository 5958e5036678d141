/** What runs a plan on a file in parts as this package runs it in memory. */
export { streamPath } from './run/run.js'
export { runFacts } from './run/run-facts.js'
export { finishOf, type StepFinish } from './run/step-finish.js'
export { chosenStep, isRounded, type ChosenStep, type ColumnFacts } from './run/precision.js'
export { imageError, unchangedError } from './run/check-file.js'
export { exactImage, FEWEST_RECORDS, relabelling } from './run/exact-image.js'
export { checkGiven, checkKind } from './run/check-columns.js'
export { exactMoments, madeValues } from './run/made-values.js'
export { exactMomentsFrom, exactMomentsOf, type ExactMoments } from './run/exact-moments-margin.js'
export { orderStream } from './run/release.js'
export { largestOfColumn, largestSentence } from './release/largest-sentence.js'
export { idStream, numberLevels, renumbered } from './run/renumber.js'
export { unchangedFinding, MOST_UNCHANGED } from './release/unchanged-findings.js'
export { farthestUnchanged, nearlyEqual, unchangedCells } from './release/unchanged-cells.js'
export { refuseBeyond } from './bind/value-bounds.js'
export { groupsOf, type Group } from './bind/groups.js'
export { groupWarnings } from './run/group-warnings.js'
export { checkOrder } from './run/check-order.js'
export { maskGroup } from './run/mask-group.js'
export { settleMeasure, type SettledMeasure } from './measure/measure.js'
export {
  bindMeasurement,
  bindMetric,
  checkedMeasurement,
  measureInput,
  notGiven,
  type BoundMeasurement,
  type BoundMetric,
  type MeasuredHeads,
} from './measure/measure-metrics.js'
export { checkKey, keyOfOthers, keyText, sharedKeyIn } from './measure/match.js'
export type { MetricColumns } from './measure/metric-columns.js'
export { areMostlyNew, newCategories } from './measure/recoded.js'
export { shuffledError } from './measure/shuffled.js'
export { addToOrder, mergedOrders, noOrder, refuseMoved, type ValueOrder } from './measure/value-order.js'
