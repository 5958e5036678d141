import { cellNumbers, crosstabOf, crosstabText, fileScreen, type Screen } from '@sdc/report/tables'
import type { TableVersion, TableView } from './table-view.js'

/** Marks of suppressed cells: by status in the internal version, all alike for the public. */
export const cellMarks = { internal: ['', 'p', 's'], public: ['', 'x', 'x'] } as const

/** Meanings of the marks. */
export const markMeanings = {
  internal: [
    ['p', 'primary: sensitive by itself'],
    ['s', 'secondary: suppressed to protect others'],
  ],
  public: [['x', 'not published']],
} as const satisfies Record<TableVersion, readonly (readonly [string, string])[]>

/**
 * Returns a protected table as text, with a line that explains the marks.
 *
 * @param view - The table.
 * @param version - Internal or public.
 * @param screen - Screen that the table must fit; by default a file.
 * @returns The text.
 */
export function viewText(view: TableView, version: TableVersion, screen: Screen = fileScreen): string {
  const { table, by, value, status } = view
  const values = view.values ?? table.values
  const number = cellNumbers(shownOf(view))
  const marks = cellMarks[version]
  const text = crosstabText(
    crosstabOf({ dimensions: table.dimensions, names: by }, value),
    (cell) => (status[cell] > 0 ? marks[status[cell]] : number(values[cell])),
    screen,
  )
  const legend = markMeanings[version].filter(([mark]) => status.some((one) => one > 0 && marks[one] === mark))
  const heading = version === 'internal' ? 'INTERNAL: tells which cells are sensitive\n\n' : ''
  return `${heading}${text}\n${legend.length > 0 ? `\n${legend.map(([mark, meaning]) => `${mark}  ${meaning}`).join('\n')}\n` : ''}`
}

/** Returns the printed values. */
export function shownOf({ table, status, values }: TableView): Float64Array {
  return (values ?? table.values).filter((_, c) => status[c] === 0)
}
