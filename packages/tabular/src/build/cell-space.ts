import { SdcError } from '@sdc/core'
import type { DimensionTree } from './dimension-tree.js'

/** The cells of a table that is built, in the order of their levels: every part comes before its total. */
export interface CellSpace {
  readonly size: number
  /** How far apart two levels of a dimension that follow each other are in a key. */
  readonly strides: readonly number[]
  /** The place of the cell of a key (Σ code·stride). */
  cellOf(key: number): number
  /** The key of a cell. */
  keyOf(cell: number): number
  /** The code of every cell in a dimension. */
  codes(dimension: number): Int32Array
}

/** With more cells than these, those without records are left out. */
export const mostWithEmpty = 2_000_000
/** More cells than these no table may have. */
const MOST_CELLS = 20_000_000

/**
 * All cells of the cross of some dimensions; where that are too many, those that have records or are totals of such.
 *
 * @param trees - The dimensions.
 * @param leafKeys - The key of every record, −1 of one that is left out.
 * @returns The cells.
 * @throws BAD_OPTION where there are more than twenty million
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

/** The last dimension's levels follow each other. */
export function stridesOf(trees: readonly DimensionTree[]): number[] {
  const strides = trees.map(() => 1)
  for (let d = trees.length - 2; d >= 0; d--) strides[d] = strides[d + 1] * trees[d + 1].levels.length
  return strides
}

/** The keys of the records' cells and of all their totals, sorted. */
function closure(trees: readonly DimensionTree[], strides: readonly number[], leafKeys: Float64Array): Float64Array {
  const met = new Set<number>()
  for (const key of leafKeys) if (key >= 0) met.add(key)
  trees.forEach(({ levels, parents }, d) => {
    // A set is walked to its end, those that are added on the way included: totals of totals come, too.
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
