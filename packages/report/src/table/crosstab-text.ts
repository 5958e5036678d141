import { displayWidth } from '../display-width.js'
import { fileScreen, type Screen } from '../screen.js'
import { left, right } from '../text-column.js'
import { textTable } from '../text-table.js'
import { flowed } from '../wrapped.js'
import { clean } from '../text.js'
import type { Crosstab } from './crosstab.js'

/** Longest line in a file; further columns continue below. */
const WIDTH = 170
/** Least width of a label; its greatest width is half of the line. */
const LABEL = 16

/**
 * Returns a table as text: rows × columns, parts of a total indented below it, and blocks of columns if a line would be
 * too long.
 *
 * @param crosstab - Positions of the cells.
 * @param cellText - Returns the text of a cell.
 * @param screen - Target of the text; default a file.
 * @returns The text, without a final line end.
 */
export function crosstabText(
  crosstab: Crosstab,
  cellText: (cell: number) => string,
  screen: Screen = fileScreen,
): string {
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
      const line = Number.isFinite(screen.width) && !screen.all ? screen.width : WIDTH
      const widest = Math.max(displayWidth(rowName), ...labels.map(displayWidth))
      const least = Math.max(LABEL, Math.floor(line / 2))
      const room = line - (Number.isFinite(screen.width) ? Math.min(widest, least) : widest)
      const blocks = inBlocks(
        texts.map((column, j) => 2 + Math.max(displayWidth(heads[j]), ...column.map(displayWidth))),
        room,
      )
      const parts = blocks.map((block) =>
        textTable(
          [
            left(rowName, { rank: 0 }),
            ...block.map((j) => ({ ...right(heads[j], { rank: 0 }), ...(columnName !== '' && { group: columnName }) })),
          ],
          labels.map((label, i) => [label, ...block.map((j) => texts[j][i])]),
          { screen },
        ),
      )
      return [...(title === '' ? [] : [flowed(clean(title), screen)]), parts.join('\n\n')].join('\n')
    })
    .join('\n\n')
}

/** Returns the numbers of columns that fit in each block, at least one. */
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
