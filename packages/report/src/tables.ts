/** What draws nothing, and so needs none of the libraries that do: texts and pages of tables. */
export { cellNumbers, groupedNumber } from './table/cell-numbers.js'
export { crosstabOf, type Crosstab, type CrosstabLine, type CrosstabSheet } from './table/crosstab.js'
export { crosstabText } from './table/crosstab-text.js'
export { cut, cutFront, displayWidth, oneLine } from './display-width.js'
export { fileScreen, painted, type Paint, type Screen } from './screen.js'
export { tablePage, type PageCell, type PageList, type TablePage } from './table/table-page.js'
export { left, right, textTable, wrapped, type TextColumn } from './text-table.js'
