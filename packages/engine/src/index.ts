export {
  /** @public */ categorical,
  /** @public */ createRegistry,
  /** @public */ dataset,
  /** @public */ fromArrow,
  fromRows,
  /** @public */ isSdcError,
  /** @public */ numeric,
  /** @public */ SdcError,
  /** @public */ toArrow,
  toRows,
  /** @public */ withColumns,
  type Column,
  type Dataset,
  type MaskingMethod,
  type Metric,
  type Plugin,
  type Registry,
  type Role,
  type RowObject,
} from '@sdc/core'
export * from './program/index.js'
export { fileRisk, type FileRisk, type FileRiskInput } from './risk/file-risk.js'
export type { ExposedRecord, ExposingFact, FewKeysRisk } from './risk/few-keys.js'
export type { IdentityRisk, KeyRisk, LeftOut } from './risk/identity-risk.js'
export type { NumberRisk, ValueRisk } from './risk/value-risk.js'
export type { WeightFacts } from './risk/weight-facts.js'
export { rootRng } from './run/root-rng.js'
export { checkSeed } from './run/seed.js'
export { checkKnown, checkTarget, runAttack, type AttackRun, type RunAttackInput } from './attack/run-attack.js'
export { stopWhenAborted } from './ground/abort.js'
export type { FileState } from './run/files/assemble.js'
export { bind, type BindInput, type BoundPlan, type BoundStep } from './bind/bind.js'
export { chooseColumns } from './bind/columns.js'
export { codesAsNumbers, codesWarning, type CodesAsNumbers } from './codes/codes-as-numbers.js'
export { hierarchiesOf, withoutHierarchies } from './bind/hierarchies-of.js'
export { columnsWithRole, refuseRepeatedIdentifiers, rolesOf } from './bind/roles.js'
export { checkRules } from './bind/check-rules.js'
export { boundsOf, checkBounds } from './bind/value-bounds.js'
export { candidatesOf } from './compare/candidates.js'
export { kindsTogether } from './compare/kinds-together.js'
export { decide } from './decide/decide.js'
export { keptForm, type KeptMeasurement, type KeptMeasurements } from './decide/runs/kept.js'
export {
  checkDecision,
  comparedColumns,
  drawsRecords,
  type DecideInput,
  type DecidePlan,
} from './decide/decide-input.js'
export { unreachableLimits, type Unreachable } from './decide/unreachable.js'
export { usualGrid } from './decide/parts/usual-grid.js'
export type { CompareProgress } from './compare/compare-progress.js'
export type { Axes, Comparison, Decision, Row, Summary } from './compare/comparison.js'
export { groupsOf, type Group, type Strata } from './bind/groups.js'
export {
  columnLabels,
  parsePublicManifest,
  parsePublishedManifest,
  publicManifest,
  sha256Hex,
  type KnownManifest,
  type PublicManifest,
  type PublishedManifest,
} from './documents/manifest.js'
export {
  drawnOrder,
  inputHmac,
  isInputOf,
  isPrivateManifest,
  originOf,
  releasedIds,
  parsePrivateManifest,
  privateManifest,
  replayOf,
  type PrivateManifest,
} from './documents/private-manifest.js'
export {
  parsePrivateTableManifest,
  privateTableManifest,
  publicTableManifest,
  tableReplayRoot,
  type PrivateTableManifest,
  type PublicTableManifest,
  type TableRun,
} from './documents/table-manifest.js'
export { refuseEdited, sealed } from './documents/seal.js'
export { isRecoded, isUnlike } from './measure/recoded.js'
export { writtenColumns, type WrittenColumn } from './documents/written-columns.js'
export {
  firstShared,
  matchByKey,
  matchByOrder,
  matchByOrigin,
  matchByPosition,
  sharedKey,
  type Matching,
  type SharedValue,
} from './measure/match.js'
export {
  chooseMetrics,
  measureByGroup,
  measureFiles,
  type GroupMeasured,
  type Measured,
  type MeasureFilesInput,
} from './measure/measure.js'
export { negativesSentence, newNegatives, type NewNegatives } from './measure/new-negatives.js'
export { hasInterval } from './measure/interval.js'
export { metricColumns } from './measure/metric-columns.js'
export {
  limitedError,
  limitedValue,
  limitedValues,
  measureRun,
  type LimitedValue,
  type MeasureRunInput,
} from './limits/measure-run.js'
export {
  missingKindPolicies,
  missingPolicies,
  wavePolicies,
  MOST_REPLICATES,
  parseComparePlan,
  fileJsonSchema,
  parseFileSchema,
  parsePlan,
  parseStep,
  planJsonSchema,
  precisions,
  stepForm,
  type CandidatePlan,
  type ComparePlan,
  type FileSchema,
  type FileSchemaInput,
  type MeasurePlan,
  type MetricPlan,
  type MissingKindPolicy,
  type MissingPolicy,
  type Plan,
  type Precision,
  type StepOptions,
  type StepPlan,
} from './plan/plan.js'
export { brokenRulePolicies, fileSchemaForm } from './plan/file-schema-form.js'
export { heldRules } from './documents/held-rules.js'
export { releasedNumbers, type ReleasedNumbers } from './documents/released-numbers.js'
export { runRecord, type RunOrigin, type RunRecord } from './documents/run-record.js'
export type { RunFacts } from './run/outcomes/run-facts.js'
export { keptRulesText } from './run/outcomes/kept-rules.js'
export { expandPatterns, hasPatterns } from './plan/expand-patterns.js'
export { byName } from './plan/by-name.js'
export { formError } from './plan/form-error.js'
export { release, type ReleasedFile } from './release/release.js'
export { renumberedRoles } from './release/renumber.js'
export { type FindingKind, type ReleaseFinding } from './release/release-finding.js'
export {
  checkAccepted,
  findingSentences,
  anonymousFile,
  openBeside,
  openValues,
  openQuestions,
  refuseFindings,
  releaseFindings,
  type ReleaseCheckInput,
} from './release/release-findings.js'
export { type UnchangedCells } from './release/unchanged-cells.js'
export { patternFinding } from './release/pattern-findings.js'
export { intervalSentence } from './release/interval-sentence.js'
export { largestInFile, largestSentence } from './release/largest-sentence.js'
export { unchangedFindings } from './release/unchanged-findings.js'
export {
  marginFindings,
  marginSentences,
  refuseThinMargins,
  type ExactMoments,
  type MarginFinding,
} from './run/numbers/exact-moments-margin.js'
export {
  maskedRun,
  replicateRng,
  runBound,
  withCodes,
  runSteps,
  startRun,
  type RunInput,
  type RunResult,
} from './run/run.js'
export { runTasks, type Executor, type Task, type TaskOutcome, type Work } from './tasks/work.js'
export { localExecutor } from './tasks/local-executor.js'
export { methodInput } from './run/files/method-input.js'
export type { FileOutcome, StepFindings, StepOutcome } from './run/outcomes/outcome.js'
export { groupTable } from './run/groups/group-table.js'
export { canBeChosen, compareKeys, place, worstRun, type Place } from './compare/place.js'
export type { RiskLevel } from './compare/risk-level.js'
export {
  accompanyingRisks,
  gradeOf,
  highFrom,
  independentDraws,
  riskLevels,
  risksMeasured,
  risksOf,
  severity,
  type MeasuredRisk,
} from './compare/risk-levels.js'
export { briefNumber, briefText, shortNumber, titleWithin, unitText } from './ground/value-text.js'
export {
  beyondText,
  bindLimits,
  isBeyond,
  limitState,
  limitEnd,
  limitKey,
  refuseUnmeasurable,
  turnedLimits,
  withLimited,
  worstOf,
  type Beyond,
  type Limit,
  type Limits,
} from './limits/limits.js'
export { openService, type OpenService } from './service/ask-service.js'
export { buildService, type BuildServiceInput, type BuiltService } from './service/build-service.js'
export { applyTableMethod, type AppliedTable, type ApplyTableInput } from './table/apply-table-method.js'
export { type CanonicalTable } from './table/canonical-table.js'
export {
  protectTable,
  sensitivityOf,
  type ProtectedTable,
  type ProtectTableInput,
  type TableStep,
} from './table/protect-table.js'
export { shuffledError } from './measure/shuffled.js'
export { addToOrder, noOrder, refuseMoved, type ValueOrder } from './measure/value-order.js'
export { orderStream } from './release/release.js'
export { projectFingerprint } from './documents/project-fingerprint.js'
export { idColumns, pseudonymsOf, withoutIds } from './release/release.js'
export { idStream } from './release/renumber.js'
