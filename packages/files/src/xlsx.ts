/** Entry for workbooks; needs no CSV and nothing else of this package. */
export { readXlsx, xlsxSheets, type Xlsx, type XlsxOptions } from './xlsx/read-xlsx.js'
export type { XlsxSheetName } from './xlsx/open-book.js'
export { isXlsxError, type XlsxCell, type XlsxDate, type XlsxError } from './xlsx/xlsx-cell.js'
export { sheetNames } from './xlsx/sheet-names.js'
export { writeXlsx, type XlsxSheet } from './xlsx/write-xlsx.js'
export { readXlsxTable, type XlsxTableOptions } from './xlsx/table/read-xlsx-table.js'
export { writeXlsxTable, type XlsxTableOutput } from './xlsx/table/write-xlsx-table.js'
