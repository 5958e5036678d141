export { anonymizeFile, type AnonymizeOptions, type AnonymizeResult } from './anonymize/anonymize-file.js'
export { anonymizeOutput, type Anonymized } from './anonymize/anonymized.js'
export { planAnonymization, type Anonymization, type AnonymizeWishes } from './anonymize/plan-anonymization.js'
export { readRecoding, type Recoding } from './anonymize/recoding-file.js'
export {
  inversionAttack,
  type ColumnAttack,
  type InversionAttack,
  type InversionAttackOptions,
  type InversionData,
} from './attack/inversion-attack.js'
export { inversionJson, inversionText } from './attack/inversion-output.js'
export { linkageAttack, type LinkageAttack, type LinkageOptions } from './attack/linkage-attack.js'
export { linkageJson, linkageText } from './attack/linkage-output.js'
export { attackInversionOutput, attackLinkageOutput, attackRepeatedOutput, attackRunOutput } from './attack/output.js'
export {
  inversionValue,
  linkageValue,
  refuseAttack,
  registeredValue,
  repeatedValue,
  type AttackValue,
} from './attack/beyond.js'
export { repeatedAttack, type RepeatedAttack, type RepeatedOptions } from './attack/repeated-attack.js'
export { repeatedJson, repeatedText } from './attack/repeated-output.js'
export { parseFunction, type ColumnFunction } from './attack/published-functions.js'
export {
  checkKnownFiles,
  registeredAttack,
  type RegisteredAttack,
  type RegisteredAttackData,
  type RegisteredAttackOptions,
} from './attack/registered-attack.js'
export { serviceAttack, type ServiceAttackOptions } from './attack/service-attack.js'
export { registeredAttackJson, registeredAttackText } from './attack/registered-output.js'
export { plannedComparison, usualComparison, withWishes, type ComparisonWishes } from './candidates/comparison-plan.js'
export { candidateFromText, usualCandidates, type CandidateText } from './candidates/usual-candidates.js'
export { tableMethodsText } from './catalogue/table-methods.js'
export { cardJson, cardText, catalogueJson } from './catalogue/cards.js'
export { catalogueText } from './catalogue/catalogue-text.js'
export {
  attacksOutput,
  checkOutput,
  methodsOutput,
  metricsOutput,
  servicesOutput,
  tablesOutput,
} from './catalogue/output.js'
export { combinedJson, combinedText } from './combine/combined-output.js'
export { combineSets, ruleTexts, type CombinedQuantity, type CombinedSets } from './combine/combine-sets.js'
export { imputationKinds, type CombineOptions, type ImputationKind } from '@sdc/stats/distributions'
export { estimatesFrom, meansFrom, type Quantity } from './combine/estimates.js'
export { combineOutput } from './combine/output.js'
export { checkComparison, compareFile, type CompareOptions } from './compare/compare-file.js'
export { comparisonJson } from './compare/comparison-json.js'
export { comparisonMap } from './compare/comparison-map.js'
export { comparisonText } from './compare/comparison-text.js'
export { planYaml } from './compare/plan-yaml.js'
export { refusalOf } from './compare/refusal.js'
export { compareOutput } from './compare/output.js'
export { budgetSeconds } from './frontier/budget.js'
export { checkFrontier, frontierFile, type FrontierOptions } from './frontier/frontier-file.js'
export { frontierJson } from './frontier/frontier-json.js'
export { frontierText } from './frontier/frontier-text.js'
export type { Frontier } from './frontier/frontier.js'
export { frontierOutput } from './frontier/output.js'
export type { SearchProgress } from './frontier/search-candidates.js'
export type { SearchCut, SearchExtent } from './frontier/search-extent.js'
export { estimateFrequencies, type EstimateData, type EstimateOptions } from './estimate/estimate-frequencies.js'
export { type GroupEstimates, type LevelEstimate, type VariableEstimates } from './estimate/estimates.js'
export { estimatesJson, estimatesText } from './estimate/estimates-output.js'
export { estimateOutput } from './estimate/output.js'
export { inDocument, readDocument, runDocument, readSchema } from './files/documents.js'
export { withHierarchies, type HierarchyFiles, type WithHierarchies } from './files/hierarchies.js'
export { bytesOf, piecesOf, type Content, type InputFile } from './files/input-file.js'
export { readMasked, readTable, tableOptions, withoutBounds, type NamedTable } from './files/tables.js'
export { withTaxonomies } from './files/taxonomies.js'
export { inspectFile, type InspectOptions } from './inspect/inspect-file.js'
export { type ColumnInspection, type Finding, type Inspection, type SuggestedRole } from './inspect/inspection.js'
export { inspectionJson } from './inspect/inspection-json.js'
export { inspectionText } from './inspect/inspection-text.js'
export { factsOfFiles, type FilesFacts, type PolicyFiles, type PolicyFilesOptions } from './gate/facts-of-files.js'
export { gateJson, gateText, type Gate } from './gate/gate-output.js'
export { junitXml } from './gate/junit.js'
export { gateOutput } from './gate/output.js'
export { independentValues, type IndependentInput } from './gate/independent-values.js'
export { judgedHeld, judgedValues } from './gate/judged-values.js'
export { openFacts } from './gate/open-facts.js'
export { runForPolicy, type PolicyRun, type PolicyRunInput } from './gate/run-for-policy.js'
export { quoted } from './inspect/next-commands.js'
export { inspectOutput, type InspectOutput } from './inspect/output.js'
export { schemaText } from './inspect/schema-text.js'
export { jsonSchemaOf, schemaNames } from './json-schemas.js'
export { findColumns, type ColumnsAtHand } from './match/find-columns.js'
export { chooseShared, type SharedChoice, type SharedColumns } from './match/shared-columns.js'
export { refuseShuffled } from './match/refuse-shuffled.js'
export { differingInBlocks, type DifferingInBlocks } from './match/differing-in-blocks.js'
export { manifestOf } from './match/manifest-of.js'
export { matchIfLinked, type PossibleLink } from './match/match-if-linked.js'
export { matchedByKey, matchRecords, withoutPartner, type Link, type Matched } from './match/match-records.js'
export { schemaOfOrigin } from './match/origin-file.js'
export { beyondOf, refuseBeyond } from './measure/bounds.js'
export { measureMasked, type MeasureData, type MeasuredFile, type MeasureOptions } from './measure/measure-masked.js'
export { measureProduced } from './measure/measure-produced.js'
export { measuredArtefacts, type MeasuredNames } from './measure/measured-artefacts.js'
export { measuredJson } from './measure/measured-json.js'
export { costText, measuredText } from './measure/measured-text.js'
export { checkMetrics, metricPlans } from './measure/metric-plans.js'
export { profileNamed, usualProfile, type Profile } from './measure/profiles.js'
export { riskCsv, riskRecords } from './measure/risk-file.js'
export { measureOutput } from './measure/output.js'
export { type GroupReport, type Optimized } from './optimize/optimized.js'
export { optimizeFile, type OptimizeData, type OptimizeOptions } from './optimize/optimize-file.js'
export { optimizedJson } from './optimize/optimized-json.js'
export { optimizeOutput } from './optimize/output.js'
export { artefactIfNamed, type Artefact, type ArtefactKind, type Outcome } from './outcome.js'
export { permutationOutput, permutationVerifyOutput } from './permutation/output.js'
export { permutationJson, permutationText } from './permutation/permutation-output.js'
export { permutationReport, type PermutationData, type PermutationOptions } from './permutation/permutation-report.js'
export { type PermutationReport } from './permutation/take-apart.js'
export { verdictJson, verdictText } from './permutation/verdict-output.js'
export { verifyOwnRecord, type Verdict, type VerifyOptions } from './permutation/verify-own-record.js'
export { maskSteps, type MaskWishes } from './release/mask-steps.js'
export { MOST_DRAWS, type HeldTo } from './release/draw-within-limits.js'
export { manifestName, manifestNames, namesText, numberedName, outputNames } from './release/output-names.js'
export { maskOutput } from './release/output.js'
export { producedJson, type ProducedContext } from './release/produced-json.js'
export { produce, type ProduceData, type ProducedOutcome, type ProduceOptions } from './release/produce.js'
export { isDay } from './policy/calendar-day.js'
export { examplePolicies } from './policy/examples/examples.js'
export { judge, type JudgeContext } from './policy/judge.js'
export { readPolicy, releaseTypeOf } from './policy/read-policy.js'
export { valueBeside } from './policy/value-beside.js'
export { checkPlanRun, readPlan, replayFrom, replaySentence, type PlanFile } from './release/replay.js'
export { numberSentences, unreleasedSentence } from './release/what-happened.js'
export { groupedWarnings } from './text/grouped-warnings.js'
export { checkPrecision, checkRunOptions, type RunOptions } from './release/run-options.js'
export { reverseMapOutput } from './reverse-map/output.js'
export { reverseMappedJson } from './reverse-map/reverse-mapped-json.js'
export { reverseMapFile, type ReverseMapData, type ReverseMapFileOptions } from './reverse-map/reverse-map-file.js'
export { honouredBy, rolesTable, roleText, type HonouredBy } from './roles/honoured-by.js'
export { withHeader } from './settings/header.js'
export { limitsFrom } from './settings/limits.js'
export { areMetricIds, isFamily, metricIds, type NamedIds } from './settings/families.js'
export { checkSeed } from './settings/seed.js'
export { fileSettings } from './settings/file-settings.js'
export { keyValue, nameList, refuseTwice, settings } from './settings/settings.js'
export { withQuasiIdentifiers } from './settings/quasi-identifiers.js'
export { askedJson, askedText, askServiceFile, type Asked, type ServiceFiles } from './service/ask-service-file.js'
export { buildServiceFile, type BuildServiceOptions } from './service/build-service-file.js'
export { serviceAskOutput, serviceLogOutput } from './service/output.js'
export { serviceLog, serviceLogJson, serviceLogText, type ShownLog } from './service/service-log-output.js'
export { logName, type LogEntry, type ServiceLog } from './service/service-log.js'
export { parseQuery } from './service/parse-query.js'
export { readServiceFile, serviceFileForm, type ServiceFile } from './service/service-file.js'
export { tableAttackOutput, tableConsistentOutput } from './table/attack-forms.js'
export { attackTableFile, type AttackedTable, type AttackTableOptions } from './table/attack-table-file.js'
export { attackedJson, attackedText, attackVerdict } from './table/attacked-output.js'
export { consistentJson, consistentText, consistentVerdict } from './table/consistent-output.js'
export { consistentTableFiles, type ConsistentOptions, type ConsistentTables } from './table/consistent-table-files.js'
export { auditTableFile, type AuditTableOptions } from './table/audit-table-file.js'
export { type AuditedTable } from './table/audited.js'
export { auditedJson, auditedText, auditVerdict, isProtected } from './table/audited-output.js'
export { EXACT_CELLS, type ProtectionWishes } from './table/choose-protection.js'
export { tableAuditOutput, tableProtectOutput } from './table/output.js'
export { protectTableFiles, type ProtectTablesOptions } from './table/protect-table-file.js'
export { protectedJson } from './table/protected-json.js'
export { type ProtectedTables } from './table/protected-tables.js'
export { type TableInputFile } from './table/read-linked.js'
export { formatOf, tableFormats, type TableFormat } from './table/view-content.js'
export { viewText } from './table/view-text.js'
export { applyToTable, type ApplyToTableOptions } from './table/apply-to-table.js'
export { buildTableFile, type BuildTableFileOptions } from './table/build-table-file.js'
export { readLevelHierarchy } from './table/level-hierarchy.js'
export { parseRule, ruleForms } from './table/parse-rule.js'
export { normalTable } from './table/read-table.js'
export { readTableCells, type TableFile } from './table/read-table-cells.js'
export { tableArtefacts } from './table/table-artefacts.js'
export { normalColumns, tableCsv, type WeightedTable } from './table/table-csv.js'
export { type TableColumns, type TableOptions } from './table/table-columns.js'
export {
  tableDescription,
  tableDescriptionForm,
  type TableDescription,
  type TableOrigin,
} from './table/table-description.js'
export { descriptionName, readTableFile } from './table/table-file.js'
export type {
  Criterion,
  JudgedValue,
  Judgement,
  Policy,
  PolicyDemands,
  PolicyException,
  PolicyFacts,
  ReleaseType,
} from './policy/policy-types.js'
