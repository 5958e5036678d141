import { SdcError, type Table } from '@sdc/core'
import { cellName } from './cell-name.js'

/** How far everybody knows each cell to be from its true value at most, before the table is out; ∞ where nothing is known. */
export interface Room {
  readonly below: Float64Array
  readonly above: Float64Array
}

/**
 * How far the cells of a table can be from their true values, as its reader sees it: between the bounds that the table says
 * everybody knows (`known`), and where it says nothing of a cell (−∞) not below 0; and nothing is known where a table has
 * negative cells.
 *
 * @param table - The true table.
 * @returns The room below and above each cell.
 * @throws BAD_TABLE for a cell outside its own bounds
 */
export function roomOf(table: Table): Room {
  const { values, known } = table
  const least = values.some((value) => value < 0) ? -Infinity : 0
  const below = values.map((value, c) => {
    const low = known?.low[c] ?? -Infinity
    return value - (low === -Infinity ? least : low)
  })
  const above = values.map((value, c) => (known?.high[c] ?? Infinity) - value)
  const wrong = below.findIndex((room, c) => !(room >= 0) || !(above[c] >= 0))
  if (wrong < 0) return { below, above }
  const message = `${cellName(table, wrong)} is ${values[wrong]}, outside the bounds ${known?.low[wrong]} to ${known?.high[wrong]} that everybody knows of it`
  throw new SdcError('BAD_TABLE', message, { row: wrong + 1 }, 'Correct the bounds, or leave them out.')
}
