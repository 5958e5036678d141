import { SdcError } from '@sdc/core'
import type { DimensionTree } from './dimension-tree.js'

/** Cells of a built table in the order of their levels: every part comes before its total. */
export interface CellSpace {
  readonly size: number
  /** Distance of consecutive levels of a dimension in a key. */
  readonly strides: readonly number[]
  /** Place of the cell with a key (Σ code·stride). */
  cellOf(key: number): number
  /** Key of a cell. */
  keyOf(cell: number): number
  /** Code of every cell in a dimension. */
  codes(dimension: number): Int32Array
}

/** Largest number of cells for which cells without records are kept. */
export const mostWithEmpty = 2_000_000
/** Largest permitted number of cells of a table. */
const MOST_CELLS = 20_000_000

/**
 * Lists all cells of the cross of some dimensions; if there are too many, only cells with records and their totals.
 *
 * @param trees - The dimensions.
 * @param leafKeys - Key of every record, −1 if left out.
 * @returns The cells.
 * @throws BAD_OPTION if there are more than twenty million
 */
export function cellSpace(trees: readonly DimensionTree[], leafKeys: Float64Array): CellSpace {
  const strides = stridesOf(trees)
  const whole = trees.reduce((product, { levels }) => product * levels.length, 1)
  const codesOf = (size: number, keyOf: (cell: number) => number, d: number): Int32Array => {
    const count = trees[d].levels.length
    return Int32Array.from({ length: size }, (_, cell) => Math.floor(keyOf(cell) / strides[d]) % count)
  }
  if (whole <= mostWithEmpty) {
    const same = (at: number): number => at
    return { size: whole, strides, cellOf: same, keyOf: same, codes: (d) => codesOf(whole, same, d) }
  }
  if (whole > Number.MAX_SAFE_INTEGER) throw tooMany(trees)
  const keys = closure(trees, strides, leafKeys)
  const at = new Map<number, number>()
  keys.forEach((key, cell) => at.set(key, cell))
  const keyOf = (cell: number): number => keys[cell]
  return {
    size: keys.length,
    strides,
    cellOf: (key) => at.get(key) ?? -1,
    keyOf,
    codes: (d) => codesOf(keys.length, keyOf, d),
  }
}

/** Strides with the last dimension fastest. */
export function stridesOf(trees: readonly DimensionTree[]): number[] {
  const strides = trees.map(() => 1)
  for (let d = trees.length - 2; d >= 0; d--) strides[d] = strides[d + 1] * trees[d + 1].levels.length
  return strides
}

/** Keys of the records' cells and of all their totals, sorted. */
function closure(trees: readonly DimensionTree[], strides: readonly number[], leafKeys: Float64Array): Float64Array {
  const met = new Set<number>()
  for (const key of leafKeys) if (key >= 0) met.add(key)
  trees.forEach(({ levels, parents }, d) => {
    // Iteration over a set includes keys added on the way, so totals of totals are found, too.
    for (const key of met) {
      const code = Math.floor(key / strides[d]) % levels.length
      if (parents[code] >= 0) met.add(key + (parents[code] - code) * strides[d])
      if (met.size > MOST_CELLS) throw tooMany(trees)
    }
  })
  return Float64Array.from(met).sort()
}

function tooMany(trees: readonly DimensionTree[]): SdcError {
  const levels = trees.map(({ name, levels: { length } }) => `${name} ${length}`).join(', ')
  const message = `the table would have more than ${MOST_CELLS} nonempty cells (levels: ${levels})`
  return new SdcError('BAD_OPTION', message, {}, 'Choose fewer or coarser dimensions.')
}
