import { left, right } from '../text-column.js'
import { textTable } from '../text-table.js'
import { clean } from '../text.js'
import type { Crosstab } from './crosstab.js'

/** Lines longer than this break on a screen: then columns go on below. */
const WIDTH = 170

/**
 * A table as text: rows × columns, parts of a total indented below it, columns in blocks where a line would be too long.
 *
 * @param crosstab - Where each cell goes.
 * @param cellText - What is printed of a cell.
 * @returns The text, without a line end behind it.
 */
export function crosstabText(crosstab: Crosstab, cellText: (cell: number) => string): string {
  const { rowName, columnName, rows, columns, sheets } = crosstab
  const labels = rows.map(({ label, depth }) => '  '.repeat(depth) + clean(label))
  return sheets
    .map(({ title, cells }) => {
      const texts = columns.map((_, j) =>
        rows.map((_row, i) => {
          const cell = cells[i * columns.length + j]
          return cell < 0 ? '' : cellText(cell)
        }),
      )
      const heads = columns.map(({ label }) => clean(label))
      const room = WIDTH - Math.max(rowName.length, ...labels.map((one) => one.length))
      const blocks = inBlocks(
        texts.map((column, j) => 2 + Math.max(heads[j].length, ...column.map((text) => text.length))),
        room,
      )
      const parts = blocks.map((block) =>
        textTable(
          [
            left(rowName),
            ...block.map((j) => ({ ...right(heads[j]), ...(columnName !== '' && { group: columnName }) })),
          ],
          labels.map((label, i) => [label, ...block.map((j) => texts[j][i])]),
        ),
      )
      return [...(title === '' ? [] : [clean(title)]), parts.join('\n\n')].join('\n')
    })
    .join('\n\n')
}

/** Numbers of columns that fit beside each other, at least one a block. */
function inBlocks(widths: readonly number[], room: number): number[][] {
  const blocks: number[][] = []
  let used = Infinity
  widths.forEach((width, j) => {
    if (used + width > room) {
      blocks.push([])
      used = 0
    }
    blocks[blocks.length - 1].push(j)
    used += width
  })
  return blocks
}
