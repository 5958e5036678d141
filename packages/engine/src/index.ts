export { stopWhenAborted } from './abort.js'
export type { FileState } from './assemble.js'
export { chooseColumns, columnsWithRole } from './columns.js'
export { candidatesOf, compareCandidates, gridPoints, type CompareInput } from './compare.js'
export type { Axes, Candidate, Comparison, Row, Summary } from './comparison.js'
export { groupsOf, type Group } from './groups.js'
export {
  isPrivateManifest,
  originOf,
  parsePrivateManifest,
  parsePublicManifest,
  privateManifest,
  publicManifest,
  replayOf,
  sha256Hex,
  type PrivateManifest,
  type PublicManifest,
  type RunRecord,
} from './manifest.js'
export { matchByKey, matchByOrigin, matchByPosition, type Matching } from './match.js'
export {
  chooseMetrics,
  measureByGroup,
  measureFiles,
  type GroupMeasured,
  type Measured,
  type MeasureFilesInput,
} from './measure.js'
export { measureRun, type MeasureRunInput } from './measure-run.js'
export {
  parseComparePlan,
  parseFileSchema,
  parsePlan,
  parseStep,
  planJsonSchema,
  type ComparePlan,
  type FileSchema,
  type MetricPlan,
  type Plan,
  type StepPlan,
} from './plan.js'
export { release } from './release.js'
export { continueSteps, replicateRng, runSteps, type RunInput, type RunResult } from './run.js'
export type { StepReport } from './run-step.js'
export { groupTable } from './group-table.js'
export { chooseBest, markPareto, shortNumber, unitText } from './verdict.js'
