import { SdcError, type Table } from '@sdc/core'
import { cellName } from './cell-name.js'

/** Totals above every inner cell, packed: those of cell c are `at[starts[c]] … at[starts[c + 1] − 1]`, ascending. */
export interface TotalsOfCells {
  readonly starts: Int32Array
  readonly at: Int32Array
}

/**
 * Lists every total that contains each inner cell, directly or through subtotals. O(cells × their totals).
 *
 * @param table - Its relations.
 * @returns The totals of the inner cells; none for a total.
 * @throws BAD_TABLE if a relation is not a sum of parts, or a total is above itself
 */
export function totalsOfCells(table: Pick<Table, 'values' | 'equations' | 'dimensions' | 'names'>): TotalsOfCells {
  const { values, equations } = table
  const above: number[][] = Array.from(values, () => [])
  const isTotal = new Uint8Array(values.length)
  for (const { cells, signs } of equations) {
    const totals = cells.filter((_, i) => signs[i] < 0)
    if (totals.length !== 1) {
      const message = `the relation of ${cellName(table, cells[0])} has ${totals.length} totals, not one`
      throw new SdcError('BAD_TABLE', message, {}, 'Use a table whose relations have one total each.')
    }
    isTotal[totals[0]] = 1
    for (const cell of cells) if (cell !== totals[0]) above[cell].push(totals[0])
  }
  const starts = new Int32Array(values.length + 1)
  const at: number[] = []
  const metAt = new Int32Array(values.length).fill(-1)
  for (let c = 0; c < values.length; c++) {
    starts[c] = at.length
    if (isTotal[c] === 1) continue
    const found = [...above[c]]
    for (let i = 0; i < found.length; i++) {
      const total = found[i]
      if (metAt[total] === c) continue
      metAt[total] = c
      at.push(total)
      found.push(...above[total])
    }
    at.splice(starts[c], Infinity, ...at.slice(starts[c]).sort((a, b) => a - b))
  }
  starts[values.length] = at.length
  return { starts, at: Int32Array.from(at) }
}
