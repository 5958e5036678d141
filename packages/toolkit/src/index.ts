export { completeRecords, type CompleteRecords, type KeyedRecords } from './pairs/complete-records.js'
export {
  completeRows,
  correspondence,
  gather,
  knownPairs,
  pairedColumn,
  truthParam,
  type Correspondence,
  type PairedColumn,
  type Truth,
} from './pairs/correspondence.js'
export { finiteColumns, maskedFile, originalRow } from './columns/finite-columns.js'
export { givenDesign, indicatorsIn, type GivenDesign } from './design/given-design.js'
export { levelsOfBoth, type LevelsOfBoth } from './pairs/levels-of-both.js'
export { refuseUnknownOrigin } from './pairs/linked-origin.js'
export {
  figures,
  leftOut,
  notUsed,
  table,
  tooFewLinked,
  tooFewPairs,
  unknownOrigin,
  unmeasured,
  withoutOrigin,
} from './measurement/measurement.js'
export { keyCodes } from './keys/key-codes.js'
export { sensitiveValues, type SensitiveValues } from './keys/sensitive-values.js'
export { refuseInfinite } from './columns/refuse-infinite.js'
export { keyFrequencies, missingKeysParams, type KeyFrequencies, type MissingKeys } from './keys/key-frequencies.js'
export { meanInterval } from './measurement/mean-interval.js'
export {
  keptResults,
  maskByPlan,
  measureByPlan,
  sharedFiles,
  type KeptResults,
  type SharedFiles,
} from './plan/index.js'
