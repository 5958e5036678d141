import { SdcError, type CategoricalColumn, type Table } from '@sdc/core'
import type { TableColumns } from './table-columns.js'

/** How far a total may be from the sum of its cells, of the larger of both: decimals have been rounded to binary. */
const TOLERANCE = 1e-9

/**
 * Σ of the cells of a slice − its total = 0, for every total that the table has, dimension by dimension: total and cells
 * differ in that dimension alone. The total comes first, with the sign −1.
 */
export function equationsOf(dimensions: readonly CategoricalColumn[], total: string): Table['equations'] {
  return dimensions.flatMap(({ codes, levels }, d) => {
    const totalCode = levels.indexOf(total)
    if (totalCode < 0) return []
    const slices = new Map<string, { total: number; cells: number[] }>()
    for (let c = 0; c < codes.length; c++) {
      const key = dimensions.map((other, e) => (e === d ? '' : other.codes[c])).join(',')
      let slice = slices.get(key)
      if (!slice) slices.set(key, (slice = { total: -1, cells: [] }))
      if (codes[c] === totalCode) slice.total = c
      else slice.cells.push(c)
    }
    return [...slices.values()]
      .filter((slice) => slice.total >= 0)
      .map((slice) => ({
        cells: Int32Array.from([slice.total, ...slice.cells]),
        signs: Int8Array.from({ length: 1 + slice.cells.length }, (_, i) => (i === 0 ? -1 : 1)),
      }))
  })
}

/** Throws WRONG_INPUT where a relation does not hold, of values or of counts, and names it. */
export function checkEquations(table: Table, columns: TableColumns, file: string): void {
  const { value, count } = columns
  for (const { cells, signs } of table.equations) {
    for (const [name, numbers] of [[value, table.values] as const, [count ?? value, table.counts] as const]) {
      let difference = 0
      let size = 0
      cells.forEach((cell, i) => {
        difference += signs[i] * numbers[cell]
        if (i > 0) size += Math.abs(numbers[cell])
      })
      const [whole] = cells
      if (Math.abs(difference) <= TOLERANCE * Math.max(size, Math.abs(numbers[whole]))) continue
      const message = `the table does not add up: "${name}" of ${cellText(table, columns, whole)} is ${numbers[whole]}, its ${cells.length - 1} cells sum to ${numbers[whole] + difference}`
      const advice = 'Correct the table, or say with --total which level is a total.'
      throw new SdcError('WRONG_INPUT', message, { file, column: name, row: whole + 1 }, advice)
    }
  }
}

/** A cell by its levels: `region=north, sex=Total`. */
function cellText({ dimensions }: Table, { by }: TableColumns, cell: number): string {
  return dimensions.map(({ codes, levels }, d) => `${by[d]}=${levels[codes[cell]]}`).join(', ')
}
