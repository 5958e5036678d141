import type { CellSpace } from './cell-space.js'
import type { DimensionTree } from './dimension-tree.js'

/**
 * Carries the numbers of cells up to their totals, dimension by dimension: every cell adds to the cell one level above.
 * Parts come before their totals, so that a total is complete before it is passed on. O(cells · dimensions).
 *
 * @param trees - The dimensions.
 * @param space - The cells.
 * @param give - Adds the numbers of one cell to another.
 */
export function carryUpward(
  trees: readonly DimensionTree[],
  space: CellSpace,
  give: (from: number, to: number) => void,
): void {
  trees.forEach(({ parents, levels }, d) => {
    const stride = space.strides[d]
    for (let cell = 0; cell < space.size; cell++) {
      const key = space.keyOf(cell)
      const code = Math.floor(key / stride) % levels.length
      if (parents[code] >= 0) give(cell, space.cellOf(key + (parents[code] - code) * stride))
    }
  })
}
