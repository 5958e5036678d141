export {
  csvBlockRecords,
  csvRunContent,
  type CsvBlockRecords,
  type CsvRecords,
  type CsvRun,
} from './blocks/block-records.js'
export { fromWindows1252, toWindows1252 } from './bytes/windows-1252.js'
export { csvHead, type CsvHead } from './blocks/csv-head.js'
export { type CsvScan, type ScannedColumn } from './blocks/csv-scan.js'
export { readCsvBlock, type BlockColumn, type CsvBlock } from './blocks/read-block.js'
export { scanCsv } from './blocks/scan-csv.js'
export { csvBlockContent } from './blocks/write-block.js'
export { defaultMissing } from './column-schema.js'
export { decodeText } from './decode-text.js'
export { readCsv } from './read-csv.js'
export { readLines, readRows, type TextLine } from './read-rows.js'
export { lineOfRecord } from './record-line.js'
export { csvContent, writeCsv } from './write-csv.js'
export { withSeparator } from './with-separator.js'
export { writeRows } from './write-rows.js'
export type { CsvContent, Pieces } from './bytes/pieces.js'
export type { ColumnSchema, ColumnSource, CsvDialect, CsvFile, CsvOptions } from './csv-file.js'
export type { DecimalMark } from './number-text.js'
export type { PackedText } from './text/packed-text.js'
