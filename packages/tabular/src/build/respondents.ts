import type { CellContributions } from '@sdc/core'
import { byCell } from './by-cell.js'
import type { CellSpace } from './cell-space.js'
import type { DimensionTree } from './dimension-tree.js'
import { restOf, type ExactNumbers, type ExactSums } from './exact-sums.js'
import { isLarger, type ContributionOrder, type TopLists } from './top-list.js'

/** What contributors are to the cells of a table. */
export interface Contributors {
  readonly counts: Int32Array
  /** Who is alone in a cell; −1 where nobody is. */
  readonly alone: Int32Array
  readonly lists?: TopLists | undefined
  /** Σ|contribution|, with weights. */
  readonly magnitudes?: ExactSums | undefined
}

export interface RespondentRecords {
  /** The respondent of every record, by a number from 0. */
  readonly who: Int32Array
  /** The number of all those who are no respondents: what they give is in values, and is no contribution. */
  readonly nobody: number
  /** What it contributes, before its weight. */
  readonly x: ExactNumbers
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
  { who, nobody, x, weight }: RespondentRecords,
  trees: readonly DimensionTree[],
  space: CellSpace,
  { counts, alone, lists, magnitudes }: Contributors,
): void {
  // Each combination walks through the records in this order, so that they are put into it once.
  const order = byRespondent(who)
  const leaves = trees.map(({ leaf }) => leaf.map((_, i) => leaf[order[i]]))
  for (const depths of combinations(trees.map((tree) => tree.depths.reduce((a, b) => Math.max(a, b), 0)))) {
    const cells = cellsAt(trees, leaves, depths, space)
    for (const { cell, one, within, from, to } of shares(order, cells, who, space.size)) {
      magnitudes?.addSize(cell, within, from, to)
      if (one === nobody) continue
      alone[cell] = counts[cell]++ === 0 ? one : -1
      lists?.add(cell, x.sum(within, from, to), weight?.[within[from]] ?? 1)
    }
  }
}

/**
 * What each respondent contributes to the inner cells: of those who are in two or more all, of others the largest of a cell.
 * One of a weight below 1 has so much less; of one above 1 it is what they gave themselves, once.
 *
 * @param records - Who gave what.
 * @param cellOf - The inner cell of every record; −1 of one that is in none.
 * @param cells - How many cells.
 * @param top - How many of the largest contributions of every cell are kept in any case.
 * @param by - By what they are large.
 * @returns The contributions, the largest first in every cell. O(records · log).
 */
export function innerContributions(
  { who, nobody, x, weight }: RespondentRecords,
  cellOf: Int32Array,
  cells: number,
  top: number,
  by: ContributionOrder,
): CellContributions {
  const order = byRespondent(who)
  const all: { readonly cell: number; readonly one: number; readonly x: number }[] = []
  const cellsOf = new Map<number, number>()
  for (const { cell, one, within, from, to } of shares(
    order,
    cellOf.map((_, i) => cellOf[order[i]]),
    who,
    cells,
  )) {
    if (one === nobody) continue
    const w = weight?.[within[from]] ?? 1
    const sum = x.sum(within, from, to)
    all.push({ cell, one, x: w < 1 ? restOf(w, sum) : sum })
    cellsOf.set(one, (cellsOf.get(one) ?? 0) + 1)
  }
  const larger = isLarger[by]
  all.sort((a, b) => a.cell - b.cell || (larger(a.x, b.x) ? -1 : larger(b.x, a.x) ? 1 : a.one - b.one))
  let place = 0
  const kept = all.filter(({ cell, one }, i) => {
    place = i > 0 && all[i - 1].cell === cell ? place + 1 : 0
    return place < top || (cellsOf.get(one) ?? 0) > 1
  })
  const starts = new Int32Array(cells + 1)
  for (const { cell } of kept) starts[cell + 1]++
  for (let c = 0; c < cells; c++) starts[c + 1] += starts[c]
  return {
    starts,
    respondents: Int32Array.from(kept, ({ one }) => one),
    values: Float64Array.from(kept, (one) => one.x),
  }
}

/** What one respondent gave to one cell: the records `within[from]` to before `within[to]`. */
interface Share {
  readonly cell: number
  readonly one: number
  readonly within: Int32Array
  readonly from: number
  readonly to: number
}

/** Every respondent of every cell; records in the order of their respondents, with their cells in that order. */
function* shares(order: Int32Array, cellOf: Int32Array, who: Int32Array, cells: number): Generator<Share, void> {
  const { starts, order: places } = byCell(cellOf, cells)
  const within = places.map((i) => order[i])
  for (let cell = 0; cell < cells; cell++) {
    let from = starts[cell]
    while (from < starts[cell + 1]) {
      const one = who[within[from]]
      let to = from + 1
      while (to < starts[cell + 1] && who[within[to]] === one) to++
      yield { cell, one, within, from, to }
      from = to
    }
  }
}

function byRespondent(who: Int32Array): Int32Array {
  return byCell(
    who,
    who.reduce((most, one) => Math.max(most, one + 1), 0),
  ).order
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
