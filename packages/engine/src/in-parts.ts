/** What runs a plan on a file in parts as this package runs it in memory. */
export { streamOf, type StepStream } from './run/run.js'
export { finishOf, type StepFinish } from './run/step-finish.js'
export {
  chosenStep,
  isRounded,
  momentsSentence,
  roundedColumn,
  untouchedSentence,
  type ChosenStep,
  type ColumnFacts,
} from './run/precision.js'
export { imageError, unchangedError } from './run/check-file.js'
export { exactImage, FEWEST_RECORDS, relabelling } from './run/exact-image.js'
export { checkGiven, checkKind } from './run/check-columns.js'
export { exactMoments, madeValues } from './run/made-values.js'
export { keptColumns, lostSentence } from './run/keep-within.js'
export { exactMomentsFrom, exactMomentsOf, stillExact, type ExactMoments } from './run/exact-moments-margin.js'
export { orderStream } from './run/release.js'
export { largestOfColumn, largestSentence } from './release/largest-sentence.js'
export { idStream, numberLevels, renumbered } from './run/renumber.js'
export { unchangedFinding, MOST_UNCHANGED } from './release/unchanged-findings.js'
export { farthestUnchanged, nearlyEqual, unchangedCells } from './release/unchanged-cells.js'
export { refuseBeyond } from './bind/value-bounds.js'
export { groupsOf, type Group } from './bind/groups.js'
export { groupWarnings } from './run/group-warnings.js'
export { checkOrder, maskGroup } from './run/run-step.js'
export { settleMeasure, type SettledMeasure } from './measure/measure.js'
export { bindMetric, checkMeasurement, notGiven, type BoundMetric } from './measure/measure-metrics.js'
export { checkKey, keyOfOthers, keyText, sharedKeyIn } from './measure/match.js'
export { metricColumns } from './measure/metric-columns.js'
export { intervalOf } from './measure/interval.js'
export { shuffledError } from './measure/shuffled.js'
export { addToOrder, mergedOrders, noOrder, refuseMoved, type ValueOrder } from './measure/value-order.js'
