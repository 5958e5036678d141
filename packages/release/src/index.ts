/** Masking, measuring and release of a file, and whether it may go out. */
export { anonymizeFile } from './anonymize/anonymize-file.js'
export { anonymizeOutput, type Anonymized } from './anonymize/anonymized.js'
export { planAnonymization, type AnonymizeRequirements } from './anonymize/plan-anonymization.js'
export { readRecoding, recodingForm } from './anonymize/recoding-file.js'
export { factsOfFiles } from './gate/facts-of-files.js'
export { gateJson, gateText } from './gate/gate-output.js'
export { junitXml } from './gate/junit.js'
export { gateOutput } from './gate/output.js'
export { runForPolicy, type PolicyRun } from './gate/run-for-policy.js'
export { differingInBlocks } from './match/differing-in-blocks.js'
export { findColumns } from './match/find-columns.js'
export { matchIfLinked } from './match/match-if-linked.js'
export {
  matchRecords,
  matchedByKey,
  refuseTwoLinks,
  withoutPartner,
  type Link,
  type Matched,
} from './match/match-records.js'
export { checkOrigin, drawnOrderOf, isTable, otherOriginal, schemaOfOrigin } from './match/origin-file.js'
export { refuseShuffled } from './match/refuse-shuffled.js'
export { refuseBeyond } from './measure/bounds.js'
export { detailTables, tablesJson } from './measure/detail-tables.js'
export { measureMasked, type MeasuredFile } from './measure/measure-masked.js'
export { measureProduced } from './measure/measure-produced.js'
export { measuredArtefacts } from './measure/measured-artefacts.js'
export { measuredJson } from './measure/measured-json.js'
export { measuredMessages, nextAfterMeasuring } from './measure/measured-messages.js'
export { costText, highText, measuredText, scaleText } from './measure/measured-text.js'
export { checkMetrics, metricPlans } from './measure/metric-plans.js'
export { measureOutput } from './measure/output.js'
export { profileNamed, usualProfile } from './measure/profiles.js'
export { optimizeFile } from './optimize/optimize-file.js'
export { optimizedJson } from './optimize/optimized-json.js'
export { optimizeOutput } from './optimize/output.js'
export { isDay } from './policy/calendar-day.js'
export { examplePolicies } from './policy/examples/examples.js'
export { judge } from './policy/judge.js'
export { policyForm } from './policy/policy-form.js'
export {
  isRefused,
  type Criterion,
  type Judgement,
  type Policy,
  type PolicyException,
  type ReleaseType,
} from './policy/policy-types.js'
export { readPolicy, releaseTypeOf } from './policy/read-policy.js'
export { maskSteps, type MaskRequirements } from './release/mask-steps.js'
export { maskOutput } from './release/output.js'
export { produce, type ProduceData, type ProduceOptions, type ProducedOutcome } from './release/produce.js'
export { producedJson } from './release/produced-json.js'
export { checkPlanRun, readPlan, replayFrom } from './release/replay.js'
export { checkPrecision, checkRunOptions, type RunOptions } from './release/run-options.js'
export { numberSentences, publishedSentences, renumberedSentence, unreleasedSentence } from './release/what-happened.js'
export { reverseMapOutput } from './reverse-map/output.js'
export { reverseMapFile } from './reverse-map/reverse-map-file.js'
export { reverseMappedJson } from './reverse-map/reverse-mapped-json.js'
