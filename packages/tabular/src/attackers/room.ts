import { givenStatuses, SdcError, type Relation, type Table } from '@sdc/core'
import { cellName } from '../table/cell-name.js'
import { areCounts } from '../table/counts-only.js'
import { greatestValues, leastValues } from './least-values.js'

/** Largest publicly possible deviations of each cell from its true value; ∞ if unknown. */
export interface Room {
  readonly below: Float64Array
  readonly above: Float64Array
}

const ZERO = (givenStatuses as readonly string[]).indexOf('zero')

/**
 * Returns how far each cell can be from its true value as the public knows it under a pattern: within the declared
 * bounds, else not below the least value. The least value of a count is 1, and 0 in a component with a suppressed zero,
 * since nobody knows which of its cells is 0. A cell known to be empty cannot deviate.
 *
 * @param table - True table.
 * @param suppressed - 1 for the cells that are not published.
 * @returns Room below and above each cell.
 * @throws BAD_TABLE if a cell is outside its own bounds
 */
export function roomOf(table: Table, suppressed: Uint8Array): Room {
  const { values, given } = table
  const isZero = (c: number): boolean => values[c] === 0 && suppressed[c] > 0 && given?.[c] !== ZERO
  const high = greatestValues(table)
  let low = leastValues(table, 1)
  if (areCounts(table) && values.some((_, c) => isZero(c))) {
    const joined = joinedBy(table.equations, suppressed)
    const loose = new Set<number>()
    values.forEach((_, c) => isZero(c) && loose.add(joined(c)))
    const without = leastValues(table, 0)
    low = low.map((one, c) => (suppressed[c] > 0 && loose.has(joined(c)) ? without[c] : one))
  }
  const wrong = values.findIndex((value, c) => value < low[c] || value > high[c])
  if (wrong >= 0) {
    const message = `${cellName(table, wrong)} is ${values[wrong]}, outside its public bounds ${low[wrong]} to ${high[wrong]}`
    throw new SdcError('BAD_TABLE', message, { row: wrong + 1 }, 'Correct the bounds, or remove them.')
  }
  const known = (room: number, c: number): number => (given?.[c] === ZERO ? 0 : room)
  return {
    below: values.map((value, c) => known(value - low[c], c)),
    above: values.map((value, c) => known(high[c] - value, c)),
  }
}

/** Returns the component number of a cell: equal for suppressed cells that relations connect. */
export function joinedBy(equations: readonly Relation[], suppressed: Uint8Array): (cell: number) => number {
  const same = Int32Array.from(suppressed, (_, c) => c)
  const root = (cell: number): number => {
    let at = cell
    while (same[at] !== at) at = same[at] = same[same[at]]
    return at
  }
  for (const { cells } of equations) {
    let first = -1
    for (const cell of cells) {
      if (suppressed[cell] === 0) continue
      if (first < 0) first = root(cell)
      else same[root(cell)] = first
    }
  }
  return root
}
