/** First step of a front end: reads files by their schema and inspects their content. */
export { estimateFrequencies } from './estimate/estimate-frequencies.js'
export { estimatesJson, estimatesText } from './estimate/estimates-output.js'
export { estimateOutput } from './estimate/output.js'
export { dictionaryOf } from './files/dictionary-of.js'
export { inDocument, openDocument, readDocument, readSchema, runDocument } from './files/documents.js'
export type { FileLayout } from './files/layout.js'
export { schemaFor, type FileAccess, type SchemaSources } from './files/file-access.js'
export { withHierarchies, type HierarchyFiles } from './files/hierarchies.js'
export { hierarchyRowsOf } from './files/level-hierarchy.js'
export { readHierarchyText } from './files/hierarchy-text.js'
export { inFile } from './files/in-file.js'
export { bytesOf, fileName, piecesOf, textOf, type Content, type InputFile } from './files/input-file.js'
export { hierarchyOfRows, isLevelTree, readLevelHierarchy } from './files/level-hierarchy.js'
export { withMissingOf } from './files/missing-of-file.js'
export { manifestOf } from './files/manifest-of.js'
export {
  manifestName,
  manifestNames,
  namesText,
  numberedName,
  nameLike,
  outputNames,
  withoutFolders,
} from './files/output-names.js'
export { refuseDifferent, replayed, type Replayed } from './files/replayed.js'
export {
  columnNamesOf,
  linesOfTable,
  readMasked,
  readReleased,
  readTable,
  tableOptions,
  withoutBounds,
  type NamedTable,
} from './files/tables.js'
export { columnFacts, rareMissing } from './inspect/file-facts.js'
export { ruleStates, type RuleState } from './inspect/rule-states.js'
export { inspectFile } from './inspect/inspect-file.js'
export { namedKinds } from './inspect/label-findings.js'
export type { Inspection } from './inspect/inspection.js'
export { lookAtColumn } from './inspect/look-at-column.js'
export { maskingHints } from './inspect/masking-hints.js'
export { nameHint } from './inspect/name-hints.js'
export { inspectionJson } from './inspect/output/inspection-json.js'
export { inspectionText } from './inspect/output/inspection-text.js'
export { quoted } from './inspect/output/next-commands.js'
export { inspectOutput } from './inspect/output/output.js'
export { schemaText } from './inspect/output/schema-text.js'
export { artefactIfNamed, madeLate, type Artefact, type Outcome } from './outcome.js'
export { reverseMapping } from './reverse-mapping.js'
export { riskOutput } from './risk/output.js'
export { riskFile } from './risk/risk-file.js'
export { riskJson } from './risk/risk-json.js'
export { riskText } from './risk/risk-text.js'
export { counted, groupedNumber, named, sentenceList } from './inspect/words.js'
export { coarserLevels, type CoarserLevel, type CoarserLevels } from './risk/coarser-levels.js'
export { exposedText, riskAdvice, riskFacts, type Remedy, type RiskAdvice } from './risk/risk-words.js'
export { riskSentence } from './inspect/output/risk-sentence.js'
export { rolesTable } from './roles/honoured-by.js'
export { areMetricIds, familyOf, isFamily, metricIds, namedMethods } from './settings/families.js'
export { fileSettings } from './settings/file-settings.js'
export { limitsFrom } from './settings/limits.js'
export { withQuasiIdentifiers } from './settings/quasi-identifiers.js'
export { keyValue, nameList, refuseTwice, settings } from './settings/settings.js'
export { groupedWarnings } from './text/grouped-warnings.js'
export { intervalOutput } from './text/interval-output.js'
export { RESULT_ROWS, resultTable } from './text/result-table.js'
export { significant } from './text/significant.js'
export { verdictLine, verdictLines } from './text/verdict-line.js'
