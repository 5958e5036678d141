import type { CategoricalColumn, Relation } from '@sdc/core'

/** Relations of a table, and cells without a total in a dimension that has totals. */
export interface Relations {
  readonly relations: readonly Relation[]
  /** Cells whose slice is part of another in a dimension, with no total over that dimension in the table. */
  readonly withoutTotal: readonly { readonly cell: number; readonly dimension: number }[]
}

/**
 * Derives the relations Σ parts of a slice − slice = 0, dimension by dimension: for every slice with parts (by the
 * taxonomy of the dimension) and every combination of the other dimensions. A part that is not in the table counts as
 * empty. O(cells × dimensions).
 *
 * @param dimensions - Each with one code per cell.
 * @returns The relations, dimension by dimension in the order of their totals' cells; the total comes first, with the
 *   sign −1.
 */
export function relationsOf(dimensions: readonly CategoricalColumn[]): Relations {
  const cells = dimensions[0]?.codes.length ?? 0
  const place = cellFinder(dimensions)
  const withoutTotal: { cell: number; dimension: number }[] = []
  const relations: Relation[] = []
  const totals = new Int32Array(cells)
  const parts = new Int32Array(cells)
  dimensions.forEach((dimension, d) => {
    const parents = parentCodes(dimension)
    parts.fill(0)
    for (let cell = 0; cell < cells; cell++) {
      const parent = parents[dimension.codes[cell]] ?? -1
      totals[cell] = parent < 0 ? -1 : place(cell, d, parent)
      if (totals[cell] >= 0) parts[totals[cell]]++
      else if (parent >= 0) withoutTotal.push({ cell, dimension: d })
    }
    const of = new Int32Array(cells).fill(-1)
    for (let total = 0; total < cells; total++) {
      if (parts[total] === 0) continue
      of[total] = relations.length
      relations.push(relation(total, parts[total]))
    }
    // From the last part to the first: `parts` then holds the place of the next one.
    for (let cell = cells - 1; cell >= 0; cell--)
      if (totals[cell] >= 0) relations[of[totals[cell]]].cells[parts[totals[cell]]--] = cell
  })
  return { relations, withoutTotal }
}

/** Code of the level above each level of a dimension; −1 at the top. */
export function parentCodes({ levels, taxonomy }: CategoricalColumn): Int32Array {
  const codes = new Map(levels.map((level, code) => [level, code]))
  return Int32Array.from(levels, (level) => codes.get(taxonomy?.get(level) ?? '\0none') ?? -1)
}

/** Finds the cell that differs from another in one dimension; −1 if the table has none. */
export function cellFinder(
  dimensions: readonly CategoricalColumn[],
): (cell: number, dimension: number, code: number) => number {
  const strides: number[] = []
  let stride = 1
  for (const { levels } of dimensions) {
    strides.push(stride)
    stride *= levels.length
  }
  const cells = dimensions[0]?.codes.length ?? 0
  const keys = new Float64Array(cells)
  dimensions.forEach(({ codes }, d) => {
    for (let cell = 0; cell < cells; cell++) keys[cell] += codes[cell] * strides[d]
  })
  const find = keyFinder(keys, stride)
  return (cell, d, code) => find(keys[cell] + (code - dimensions[d].codes[cell]) * strides[d])
}

/** The place of a key: by a list of all possible keys if most occur, else by a map. */
function keyFinder(keys: Float64Array, possible: number): (key: number) => number {
  if (possible <= 8 * keys.length + 1024) {
    const at = new Int32Array(possible).fill(-1)
    keys.forEach((key, cell) => (at[key] = cell))
    return (key) => at[key]
  }
  const at = new Map<number, number>()
  keys.forEach((key, cell) => at.set(key, cell))
  return (key) => at.get(key) ?? -1
}

/** Allocates a relation of a total and its parts. */
function relation(total: number, parts: number): Relation {
  const cells = new Int32Array(parts + 1)
  cells[0] = total
  const signs = new Int8Array(parts + 1).fill(1)
  signs[0] = -1
  return { cells, signs }
}
