export { stopWhenAborted } from './run/abort.js'
export type { FileState } from './run/assemble.js'
export { chooseColumns, columnsWithRole } from './run/columns.js'
export { candidatesOf, compareCandidates, gridPoints, type CompareInput } from './compare/compare.js'
export type { Axes, Candidate, Comparison, Row, Summary } from './compare/comparison.js'
export { groupsOf, type Group } from './run/groups.js'
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
} from './documents/manifest.js'
export { matchByKey, matchByOrigin, matchByPosition, type Matching } from './measure/match.js'
export {
  chooseMetrics,
  measureByGroup,
  measureFiles,
  type GroupMeasured,
  type Measured,
  type MeasureFilesInput,
} from './measure/measure.js'
export { measureRun, type MeasureRunInput } from './measure/measure-run.js'
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
} from './documents/plan.js'
export { release } from './run/release.js'
export { continueSteps, replicateRng, runSteps, type RunInput, type RunResult } from './run/run.js'
export type { StepReport } from './run/run-step.js'
export { groupTable } from './run/group-table.js'
export { chooseBest, markPareto, shortNumber, unitText } from './compare/verdict.js'
