import type { CellContributions } from '@sdc/core'
import { byCell } from './by-cell.js'
import type { CellSpace } from './cell-space.js'
import type { DimensionTree } from './dimension-tree.js'
import type { ExactNumbers, ExactSums } from './exact-sums.js'
import { isLarger, type ContributionOrder, type TopLists } from './top-list.js'

/** Contributor counts and largest contributions of the cells of a table. */
export interface Contributors {
  readonly counts: Int32Array
  /** The lone contributor of a cell; −1 if there is none. */
  readonly alone: Int32Array
  readonly lists?: TopLists | undefined
  /** Σ|contribution|, weighted. */
  readonly magnitudes?: ExactSums | undefined
}

/** Contributions of records. */
export interface WeightedRecords {
  readonly x: ExactNumbers
  /** Each x counts ⌊weight⌋ times as a whole, plus a rest; without weights, once. */
  readonly weights?: { readonly weight: Float64Array; readonly rest: ExactNumbers | undefined } | undefined
}

export interface RespondentRecords extends WeightedRecords {
  /** Respondent of every record, numbered from 0; all records of a respondent have one weight. */
  readonly who: Int32Array
  /** Number that marks non-respondents: they count in values, not as contributions. */
  readonly nobody: number
}

/**
 * Adds the contributions of one respondent to a cell first, in every cell and total: a respondent of several cells is
 * one contributor of their total. For every combination of depths of the dimensions, records are grouped by cell and,
 * within a cell, by respondent. O(records · combinations of depths).
 *
 * @param records - Respondent, value and weight of each record.
 * @param trees - The dimensions.
 * @param space - The cells.
 * @param into - Counts, lone contributors and lists to fill.
 */
export function addRespondents(
  { who, nobody, x, weights }: RespondentRecords,
  trees: readonly DimensionTree[],
  space: CellSpace,
  { counts, alone, lists, magnitudes }: Contributors,
): void {
  // Each combination reads the records in this order, so they are sorted once.
  const order = byRespondent(who)
  const leaves = trees.map(({ leaf }) => leaf.map((_, i) => leaf[order[i]]))
  for (const depths of combinations(trees.map((tree) => tree.depths.reduce((a, b) => Math.max(a, b), 0)))) {
    const cells = cellsAt(trees, leaves, depths, space)
    eachShare(order, cells, who, space.size, (cell, one, within, from, to) => {
      magnitudes?.addSize(cell, within, from, to)
      if (one === nobody) return
      alone[cell] = counts[cell]++ === 0 ? one : -1
      if (lists === undefined) return
      const sum = x.sum(within, from, to)
      if (weights === undefined) lists.add(cell, sum, 1, undefined)
      else {
        const w = weights.weight[within[from]]
        const rest = Number.isInteger(w) ? undefined : weights.rest?.sum(within, from, to)
        lists.add(cell, sum, Math.floor(w), rest)
      }
    })
  }
}

/**
 * Returns the contributions of each respondent to the inner cells: all for respondents of two or more cells, and the
 * largest of each cell for the others. A weight below 1 reduces a contribution; a weight above 1 does not change it.
 *
 * @param records - Respondent, value and weight of each record.
 * @param cellOf - Inner cell of every record; −1 for none.
 * @param cells - Number of cells.
 * @param top - Number of largest contributions of every cell that are kept in any case.
 * @param by - Order of contributions: by |x| or by x.
 * @returns The contributions, the largest first in every cell. O(records · log).
 */
export function innerContributions(
  { who, nobody, x, weights }: RespondentRecords,
  cellOf: Int32Array,
  cells: number,
  top: number,
  by: ContributionOrder,
): CellContributions {
  const order = byRespondent(who)
  const here = cellOf.map((_, i) => cellOf[order[i]])
  const all = { cell: [] as number[], one: [] as number[], x: [] as number[] }
  const cellsOf = new Int32Array(nobody)
  eachShare(order, here, who, cells, (cell, one, within, from, to) => {
    if (one === nobody) return
    const isPart = weights !== undefined && weights.weight[within[from]] < 1
    all.cell.push(cell)
    all.one.push(one)
    all.x.push((isPart ? weights.rest?.sum(within, from, to) : x.sum(within, from, to)) ?? 0)
    cellsOf[one]++
  })
  const larger = isLarger[by]
  const starts = new Int32Array(cells + 1)
  const kept: number[] = []
  for (let from = 0, to = 0; from < all.cell.length; from = to) {
    const cell = all.cell[from]
    while (to < all.cell.length && all.cell[to] === cell) to++
    const own = Array.from({ length: to - from }, (_, i) => from + i)
    own.sort((a, b) => (larger(all.x[a], all.x[b]) ? -1 : larger(all.x[b], all.x[a]) ? 1 : a - b))
    const before = kept.length
    own.forEach((i, place) => {
      if (place < top || cellsOf[all.one[i]] > 1) kept.push(i)
    })
    starts[cell + 1] = kept.length - before
  }
  for (let c = 0; c < cells; c++) starts[c + 1] += starts[c]
  return {
    starts,
    respondents: Int32Array.from(kept, (i) => all.one[i]),
    values: Float64Array.from(kept, (i) => all.x[i]),
  }
}

/** Receives the records `within[from]` to before `within[to]` of one respondent in one cell. */
type Share = (cell: number, one: number, within: Int32Array, from: number, to: number) => void

/** Visits every respondent of every cell, cell by cell; records and their cells are in the order of the respondents. */
function eachShare(order: Int32Array, cellOf: Int32Array, who: Int32Array, cells: number, share: Share): void {
  const { starts, order: places } = byCell(cellOf, cells)
  const within = places.map((i) => order[i])
  for (let cell = 0; cell < cells; cell++) {
    let from = starts[cell]
    while (from < starts[cell + 1]) {
      const one = who[within[from]]
      let to = from + 1
      while (to < starts[cell + 1] && who[within[to]] === one) to++
      share(cell, one, within, from, to)
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
/** Cell of every record at these depths below the totals; −1 if its level is not that deep. */
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

/** Ancestor of each level at a depth; −1 if the level is above it. */
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
