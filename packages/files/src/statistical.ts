/** Files of statistical programs: SPSS, Stata, SAS. */
export type { ColumnDescription, Dictionary, Measure, MissingDefinition, TimeKind } from './dictionary/dictionary.js'
export type {
  MissingKinds,
  NumberCells,
  ReadStat,
  ReadStatOptions,
  StatColumn,
  StatTable,
  TextCells,
  WrittenStat,
} from './dictionary/stat-table.js'
export { readSav } from './statistical/spss/read-sav.js'
export { writeSav, type WriteSavOptions } from './statistical/spss/write-sav.js'
export { readSas7bdat, type ReadSasOptions } from './statistical/sas/read-sas7bdat.js'
export { readSasCatalog, type ReadCatalogOptions, type SasCatalog } from './statistical/sas/read-sas-catalog.js'
export { readXpt } from './statistical/sas/read-xpt.js'
export { formatOfContent, readTableFile } from './table/read-table-file.js'
export { tableOfStat } from './table/table-of-stat.js'
export { tableContent } from './table/table-content.js'
export { ddiCodebook } from './table/ddi-codebook.js'
export { withMergedKinds } from './table/merged-kinds.js'
export { statOfTable } from './table/stat-of-table.js'
export type { DescribedFile, StatOptions } from './table/stat-of-table.js'
export type { TableFile, TableOptions } from './table/table-file.js'
export { writeXpt } from './statistical/sas/write-xpt.js'
export { readDta } from './statistical/stata/read/read-dta.js'
export { writeDta } from './statistical/stata/write/write-dta.js'
export { readPor } from './statistical/por/read-por.js'
