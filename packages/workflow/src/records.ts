/** What is done with a file of records: mask, run, measure, compare, inspect, judge; without tables, attacks and searches, which load more. */
export { anonymizeFile } from './anonymize/anonymize-file.js'
export { anonymizeOutput, type Anonymized } from './anonymize/anonymized.js'
export { planAnonymization, type AnonymizeRequirements } from './anonymize/plan-anonymization.js'
export { readRecoding } from './anonymize/recoding-file.js'
export {
  plannedComparison,
  planFromRequirements,
  withRequirements,
  type ComparisonRequirements,
} from './candidates/comparison-plan.js'
export { budgetSeconds } from './candidates/budget.js'
export { cardFacts, cardJson, cardText, catalogueJson } from './catalogue/cards.js'
export { catalogueText } from './catalogue/catalogue-text.js'
export { attacksOutput, checkOutput, methodsOutput, metricsOutput, servicesOutput } from './catalogue/output.js'
export { combinedJson, combinedText } from './combine/combined-output.js'
export { combineSets, ruleTexts } from './combine/combine-sets.js'
export { imputationKinds, type CombineOptions } from '@sdc/stats/distributions'
export { estimatesFrom, meansFrom } from './combine/estimates.js'
export { combineOutput } from './combine/output.js'
export { checkComparison, compareFile, type ComparedFile } from './compare/compare-file.js'
export { firstThings } from './compare/first-things.js'
export {
  comparisonDocument,
  comparisonName,
  readComparison,
  withChoice,
  type ComparisonDocument,
} from './compare/comparison-document.js'
export { comparisonMap } from './compare/comparison-map.js'
export { chosenPlanName } from './compare/chosen-plan.js'
export { comparisonText } from './compare/comparison-text.js'
export { planYaml } from './compare/plan-yaml.js'
export { refusalOf } from './compare/refusal.js'
export { compareOutput } from './compare/output.js'
export { estimateFrequencies } from './estimate/estimate-frequencies.js'
export { estimatesJson, estimatesText } from './estimate/estimates-output.js'
export { inDocument, readDocument, runDocument, readSchema } from './files/documents.js'
export { withHierarchies, type HierarchyFiles } from './files/hierarchies.js'
export { bytesOf, piecesOf, type Content, type InputFile } from './files/input-file.js'
export { readMasked, readTable, tableOptions, withoutBounds, type NamedTable } from './files/tables.js'
export { isLevelTree } from './files/level-hierarchy.js'
export { withTaxonomies } from './files/taxonomies.js'
export { inspectFile } from './inspect/inspect-file.js'
export { type Inspection } from './inspect/inspection.js'
export { inspectionJson } from './inspect/inspection-json.js'
export { inspectionText } from './inspect/inspection-text.js'
export { factsOfFiles } from './gate/facts-of-files.js'
export { gateJson, gateText } from './gate/gate-output.js'
export { junitXml } from './gate/junit.js'
export { gateOutput } from './gate/output.js'
export { runForPolicy, type PolicyRun } from './gate/run-for-policy.js'
export { quoted } from './inspect/next-commands.js'
export { schemaText } from './inspect/schema-text.js'
export { findColumns } from './match/find-columns.js'
export { refuseShuffled } from './match/refuse-shuffled.js'
export { differingInBlocks } from './match/differing-in-blocks.js'
export { manifestOf } from './files/manifest-of.js'
export { matchIfLinked } from './match/match-if-linked.js'
export {
  matchedByKey,
  matchRecords,
  refuseTwoLinks,
  withoutPartner,
  type Link,
  type Matched,
} from './match/match-records.js'
export { checkOrigin, drawnOrderOf, isTable, otherOriginal, schemaOfOrigin } from './match/origin-file.js'
export { refuseBeyond } from './measure/bounds.js'
export { measureMasked, type MeasuredFile } from './measure/measure-masked.js'
export { measureProduced } from './measure/measure-produced.js'
export { measuredArtefacts } from './measure/measured-artefacts.js'
export { measuredJson } from './measure/measured-json.js'
export { measuredMessages, nextAfterMeasuring } from './measure/measured-messages.js'
export { measuredText } from './measure/measured-text.js'
export { checkMetrics, metricPlans } from './measure/metric-plans.js'
export { profileNamed, usualProfile } from './measure/profiles.js'
export { measureOutput } from './measure/output.js'
export { optimizeFile } from './optimize/optimize-file.js'
export { optimizedJson } from './optimize/optimized-json.js'
export { optimizeOutput } from './optimize/output.js'
export { artefactIfNamed, type Artefact, type Outcome } from './outcome.js'
export { maskSteps, type MaskRequirements } from './release/mask-steps.js'
export { manifestName, manifestNames, namesText, numberedName, outputNames } from './release/output-names.js'
export { maskingHints } from './inspect/masking-hints.js'
export { producedJson } from './release/produced-json.js'
export { produce, type ProduceData, type ProducedOutcome, type ProduceOptions } from './release/produce.js'
export { isDay } from './policy/calendar-day.js'
export { examplePolicies } from './policy/examples/examples.js'
export { judge } from './policy/judge.js'
export { readPolicy, releaseTypeOf } from './policy/read-policy.js'
export { checkPlanRun, readPlan, refuseDifferent, replayFrom, replayed, type Replayed } from './release/replay.js'
export { numberSentences, publishedSentences, renumberedSentence, unreleasedSentence } from './release/what-happened.js'
export { groupedWarnings } from './text/grouped-warnings.js'
export { checkPrecision, checkRunOptions, type RunOptions } from './release/run-options.js'
export { reverseMappedJson } from './reverse-map/reverse-mapped-json.js'
export { reverseMapping } from './reverse-mapping.js'
export { reverseMapFile } from './reverse-map/reverse-map-file.js'
export { riskFile } from './risk/risk-file.js'
export { riskJson } from './risk/risk-json.js'
export { riskText } from './risk/risk-text.js'
export { rolesTable } from './roles/honoured-by.js'
export { withHeader } from './settings/header.js'
export { limitsFrom } from './settings/limits.js'
export { areMetricIds, isFamily, metricIds } from './settings/families.js'
export { checkSeed } from './settings/seed.js'
export { fileSettings } from './settings/file-settings.js'
export { keyValue, nameList, refuseTwice } from './settings/settings.js'
export { withQuasiIdentifiers } from './settings/quasi-identifiers.js'
export { answerJson, answerText, askServiceFile, type ServiceFiles } from './service/ask-service-file.js'
export { buildServiceFile } from './service/build-service-file.js'
export { serviceAskOutput, serviceLogOutput } from './service/output.js'
export { serviceLog, serviceLogJson, serviceLogText } from './service/service-log-output.js'
export { logName } from './service/service-log.js'
export { serviceFileForm } from './service/service-file.js'
export {
  isRefused,
  type Criterion,
  type Judgement,
  type Policy,
  type PolicyException,
  type ReleaseType,
} from './policy/policy-types.js'
