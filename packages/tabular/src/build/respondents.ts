import { byCell } from './by-cell.js'
import type { CellSpace } from './cell-space.js'
import type { DimensionTree } from './dimension-tree.js'
import type { TopLists } from './top-list.js'

/** What contributors are to the cells of a table. */
export interface Contributors {
  readonly counts: Int32Array
  /** Who is alone in a cell; −1 where nobody is. */
  readonly alone: Int32Array
  readonly lists?: TopLists | undefined
  /** Σ|contribution|. */
  readonly magnitudes?: Float64Array | undefined
}

export interface RespondentRecords {
  /** The respondent of every record, by a number from 0. */
  readonly who: Int32Array
  /** What it contributes, before its weight. */
  readonly x: Float64Array
  readonly weight?: Float64Array | undefined
}

/**
 * Adds the contributions of one respondent to a cell first, in every cell, totals too: one who is in several cells is one
 * contributor of their total. For every combination of depths of the dimensions the records are grouped by cell and, within
 * a cell, by respondent. O(records · combinations of depths).
 *
 * @param records - Who gave what.
 * @param trees - The dimensions.
 * @param space - The cells.
 * @param into - What is filled.
 */
export function addRespondents(
  { who, x, weight }: RespondentRecords,
  trees: readonly DimensionTree[],
  space: CellSpace,
  { counts, alone, lists, magnitudes }: Contributors,
): void {
  const people = who.reduce((most, one) => Math.max(most, one + 1), 0)
  // Each combination walks through the records in this order, so that they are put into it once.
  const order = byRespondent(who, x, people)
  const at = <T extends Int32Array | Float64Array>(numbers: T): T => numbers.map((_, i) => numbers[order[i]]) as T
  const held = { who: at(who), x: at(x), weight: weight && at(weight) }
  const leaves = trees.map(({ leaf }) => at(leaf))
  for (const depths of combinations(trees.map((tree) => tree.depths.reduce((a, b) => Math.max(a, b), 0)))) {
    const { starts, order: within } = byCell(cellsAt(trees, leaves, depths, space), space.size)
    for (let c = 0; c < space.size; c++) {
      let i = starts[c]
      while (i < starts[c + 1]) {
        const one = held.who[within[i]]
        const w = held.weight?.[within[i]] ?? 1
        let sum = 0
        while (i < starts[c + 1] && held.who[within[i]] === one) sum += held.x[within[i++]]
        alone[c] = counts[c]++ === 0 ? one : -1
        lists?.add(c, sum, w)
        if (magnitudes) magnitudes[c] += Math.abs(sum) * w
      }
    }
  }
}

/** The records by respondent, those of one by size: sums then do not depend on the order of records. */
function byRespondent(who: Int32Array, x: Float64Array, people: number): Int32Array {
  const { starts, order } = byCell(who, people)
  for (let p = 0; p < people; p++)
    if (starts[p + 1] - starts[p] > 1) order.subarray(starts[p], starts[p + 1]).sort((a, b) => x[a] - x[b])
  return order
}

/** The cell of every record at these depths below the totals; −1 where its level is not so deep. */
function cellsAt(
  trees: readonly DimensionTree[],
  leaves: readonly Int32Array[],
  depths: readonly number[],
  { strides, cellOf }: CellSpace,
): Int32Array {
  const above = trees.map((tree, d) => ancestorsAt(tree, depths[d]))
  const cells = new Int32Array(leaves[0].length)
  for (let i = 0; i < cells.length; i++) {
    let key = 0
    for (let d = 0; d < trees.length && key >= 0; d++) {
      const leaf = leaves[d][i]
      const code = leaf < 0 ? -1 : above[d][leaf]
      key = code < 0 ? -1 : key + code * strides[d]
    }
    cells[i] = key < 0 ? -1 : cellOf(key)
  }
  return cells
}

/** The level of each level's line that is so deep; −1 where the line ends above. */
function ancestorsAt({ parents, depths }: DimensionTree, depth: number): Int32Array {
  const at = new Int32Array(parents.length).fill(-1)
  for (let code = parents.length - 1; code >= 0; code--) {
    if (depths[code] === depth) at[code] = code
    else if (depths[code] > depth) at[code] = at[parents[code]]
  }
  return at
}

/** Every list of depths from 0 up to the deepest of each dimension. */
function* combinations(deepest: readonly number[]): Generator<readonly number[], void> {
  const now = deepest.map(() => 0)
  for (;;) {
    yield [...now]
    let d = now.length - 1
    while (d >= 0 && now[d] === deepest[d]) now[d--] = 0
    if (d < 0) return
    now[d]++
  }
}
