import { sortOrder } from '../order/sort-order.js'
import { splitCategories, splitNumbers, type FoundSplit, type SearchedNode } from './best-split.js'
import { impurityOf } from './impurity.js'
import { prune } from './prune.js'
import { countSides } from './sides.js'
import type { Tree, TreeSplit } from './tree.js'
import { checkColumns, recordsOf, type TreeColumn } from './tree-column.js'

/** Limits of the splitting of nodes. */
export interface TreeOptions {
  /** Smallest number of records in a leaf, or of different persons if `persons` is given: 5. */
  readonly smallestLeaf?: number | undefined
  /** Smallest number of records in a node that is split: twice `smallestLeaf`. */
  readonly smallestSplit?: number | undefined
  /** Price of a leaf, as a share of the impurity of all records: 1e-8. Splits that do not repay it are undone. */
  readonly complexity?: number | undefined
  /** Most splits between the root and a leaf: 30. */
  readonly deepest?: number | undefined
  /** Number of the person of each record, from 0 up. */
  readonly persons?: Int32Array | undefined
  /** Called with the share of the records that are in leaves; an error that it throws ends the work. */
  readonly tick?: ((fraction: number) => void) | undefined
}

interface GrowingNode {
  readonly from: number
  readonly to: number
  readonly depth: number
  impurity: number
  split?: TreeSplit | undefined
  sides?: [GrowingNode, GrowingNode]
}

/**
 * Grows a classification or regression tree (CART): takes the splits that decrease the impurity most, without
 * surrogates, then undoes splits that do not repay their complexity, by minimal cost-complexity.
 *
 * impurity = Σ(y − ȳ)² for numbers, n(1 − Σ p_k²) for categories; the first of equally good splits is taken. A tree
 * with one leaf shows that no predictor helps.
 *
 * Cost: O(pn) for each level of the tree, p predictors of n records; memory 4pn bytes.
 * Source: Breiman, Friedman, Olshen & Stone 1984.
 *
 * @param target - Predicted column, without missing values.
 * @param predictors - Columns that predict it, without missing values.
 * @param options - Limits of the splitting.
 * @returns The tree, with its records.
 * @throws RangeError for columns of different lengths, values that are not finite, and codes outside their levels.
 */
export function growTree(target: TreeColumn, predictors: readonly TreeColumn[], options: TreeOptions = {}): Tree {
  checkColumns(target, predictors)
  const { smallestLeaf = 5, smallestSplit = 2 * smallestLeaf, complexity = 1e-8, deepest = 30, persons, tick } = options
  const n = recordsOf(target)
  const records = Uint32Array.from({ length: n }, (_, i) => i)
  const orders = predictors.map((column) => (column.kind === 'numbers' ? sortOrder(column.values) : undefined))
  const impurity = impurityOf(target)
  const sides = countSides(smallestLeaf, persons)
  const scratch = new Uint32Array(n)
  const isLeft = new Uint8Array(n)
  const root: GrowingNode = { from: 0, to: n, depth: 0, impurity: 0 }
  const open = [root]
  let inLeaves = 0
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { from, to, depth } = node
    node.impurity = impurity.begin(records, from, to)
    const mayBeSplit = node.impurity > 0 && to - from >= smallestSplit && depth < deepest
    if (mayBeSplit) {
      sides.begin(records, from, to)
      node.split = bestSplit({ target, impurity, sides, records, from, to, scratch }, predictors, orders)
    }
    if (node.split === undefined) {
      inLeaves += to - from
      tick?.(inLeaves / n)
      continue
    }
    const toLeft = sideOf(node.split, predictors[node.split.predictor])
    for (let i = from; i < to; i++) isLeft[records[i]] = toLeft(records[i]) ? 1 : 0
    const middle = divide(records, from, to, isLeft, scratch)
    for (const order of orders) if (order !== undefined) divide(order, from, to, isLeft, scratch)
    const next = (start: number, end: number): GrowingNode => ({ from: start, to: end, depth: depth + 1, impurity: 0 })
    node.sides = [next(from, middle), next(middle, to)]
    open.push(node.sides[1], node.sides[0])
  }
  return { records, root: prune(root, complexity * root.impurity) }
}

function bestSplit(
  node: SearchedNode,
  predictors: readonly TreeColumn[],
  orders: readonly (Uint32Array | undefined)[],
): TreeSplit | undefined {
  let best: (FoundSplit & { readonly predictor: number }) | undefined
  predictors.forEach((column, predictor) => {
    const least = best?.decrease ?? 0
    const order = orders[predictor]
    const found =
      column.kind === 'numbers' && order !== undefined
        ? splitNumbers(node, column.values, order, least)
        : column.kind === 'categories'
          ? splitCategories(node, column, least)
          : undefined
    if (found !== undefined) best = { ...found, predictor }
  })
  if (best === undefined) return undefined
  const { predictor, decrease, below, left } = best
  const column = predictors[predictor]
  if (left === undefined || column.kind === 'numbers') return { predictor, decrease, below }
  const leftSet = new Set(left)
  const right = new Set<number>()
  for (let i = node.from; i < node.to; i++) {
    const code = column.codes[node.records[i]]
    if (!leftSet.has(code)) right.add(code)
  }
  return { predictor, decrease, left: leftSet, right }
}

/** Returns the function that tests if a record of a column goes to the left. */
function sideOf({ below = Number.NaN, left }: TreeSplit, column: TreeColumn): (record: number) => boolean {
  return column.kind === 'numbers'
    ? (record) => column.values[record] < below
    : (record) => left?.has(column.codes[record]) === true
}

/** Moves the records of the left side first, both sides in their order; returns the start of the right side. */
function divide(order: Uint32Array, from: number, to: number, isLeft: Uint8Array, scratch: Uint32Array): number {
  let [left, right] = [from, 0]
  for (let i = from; i < to; i++) {
    const record = order[i]
    if (isLeft[record] === 1) order[left++] = record
    else scratch[right++] = record
  }
  order.set(scratch.subarray(0, right), left)
  return left
}
