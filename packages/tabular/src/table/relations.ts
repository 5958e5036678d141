import type { CategoricalColumn, Relation } from '@sdc/core'

/** The relations of a table, and the cells that no total stands for though their dimension has totals. */
export interface Relations {
  readonly relations: readonly Relation[]
  /** Cells whose slice is part of another in a dimension, and whose total over that dimension is not in the table. */
  readonly withoutTotal: readonly { readonly cell: number; readonly dimension: number }[]
}

/**
 * Σ of the parts of a slice − the slice = 0, dimension by dimension, for every slice that others are part of (by the
 * taxonomy of the dimension) and every combination of the other dimensions. A part that is not in the table counts as
 * empty. O(cells × dimensions).
 *
 * @param dimensions - One code a cell.
 * @returns The relations, dimension by dimension in the order of their totals' cells; the total comes first, with the sign −1.
 */
export function relationsOf(dimensions: readonly CategoricalColumn[]): Relations {
  const place = cellFinder(dimensions)
  const withoutTotal: { cell: number; dimension: number }[] = []
  const relations = dimensions.flatMap((dimension, d) => {
    const parents = parentCodes(dimension)
    const parts = new Map<number, number[]>()
    dimension.codes.forEach((code, cell) => {
      const parent = parents[code]
      if (parent < 0) return
      const total = place(cell, d, parent)
      if (total === undefined) return void withoutTotal.push({ cell, dimension: d })
      const known = parts.get(total)
      if (known) known.push(cell)
      else parts.set(total, [cell])
    })
    return [...parts.keys()].sort((a, b) => a - b).map((total) => relation(total, parts.get(total) ?? []))
  })
  return { relations, withoutTotal }
}

/** The code of the level above each level of a dimension; −1 for one at the top. */
export function parentCodes({ levels, taxonomy }: CategoricalColumn): Int32Array {
  const codes = new Map(levels.map((level, code) => [level, code]))
  return Int32Array.from(levels, (level) => codes.get(taxonomy?.get(level) ?? '\0none') ?? -1)
}

/** Finds the cell that differs from another in one dimension. */
function cellFinder(
  dimensions: readonly CategoricalColumn[],
): (cell: number, dimension: number, code: number) => number | undefined {
  const strides: number[] = []
  let stride = 1
  for (const { levels } of dimensions) {
    strides.push(stride)
    stride *= levels.length
  }
  const cells = dimensions[0]?.codes.length ?? 0
  const key = (cell: number): number => dimensions.reduce((sum, { codes }, d) => sum + codes[cell] * strides[d], 0)
  const at = new Map<number, number>()
  for (let cell = 0; cell < cells; cell++) at.set(key(cell), cell)
  return (cell, d, code) => at.get(key(cell) + (code - dimensions[d].codes[cell]) * strides[d])
}

function relation(total: number, parts: readonly number[]): Relation {
  return {
    cells: Int32Array.of(total, ...parts),
    signs: Int8Array.from({ length: parts.length + 1 }, (_, i) => (i === 0 ? -1 : 1)),
  }
}
