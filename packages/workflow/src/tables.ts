/** What is done with tables of magnitudes and counts. */
export { tableMethodsText } from './catalogue/table-methods.js'
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
