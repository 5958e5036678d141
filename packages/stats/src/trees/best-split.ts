import { powerOfTwo } from '../mathematics/index.js'
import type { Impurity } from './impurity.js'
import { orderLevels } from './order-levels.js'
import type { Sides } from './sides.js'
import type { TreeCategories, TreeColumn } from './tree-column.js'

/**
 * Largest number of levels for which every division into two sides is tried, if the target has more than two classes:
 * 31 divisions.
 */
const ALL_DIVISIONS = 6

/** A split of a node on one predictor. */
export interface FoundSplit {
  /** Decrease of the impurity. */
  readonly decrease: number
  /** Bound below which numbers go to the left; undefined for categories. */
  readonly below?: number | undefined
  /** Levels that go to the left; undefined for numbers. */
  readonly left?: Int32Array | undefined
}

/** Node for which a split is searched. */
export interface SearchedNode {
  readonly target: TreeColumn
  readonly impurity: Impurity
  readonly sides: Sides
  /** Records of all nodes; this one has `from` to `to`. */
  readonly records: Uint32Array
  readonly from: number
  readonly to: number
  /** Buffer for as many records as there are. */
  readonly scratch: Uint32Array
}

/**
 * Finds the best split of a node on numbers: halfway between two neighbouring values.
 *
 * @param node - Node.
 * @param values - Values of all records.
 * @param order - Records in the order of their values; the node has `from` to `to`.
 * @param least - Decrease that must be exceeded.
 * @returns The first of the best splits; undefined if none exceeds `least`.
 */
export function splitNumbers(
  node: SearchedNode,
  values: Float64Array,
  order: Uint32Array,
  least: number,
): FoundSplit | undefined {
  const { from, to } = node
  if (values[order[from]] === values[order[to - 1]]) return undefined
  const cut = bestCut(node, order, from, to, (record) => values[record], least)
  if (cut === undefined) return undefined
  const [low, high] = [values[order[cut.at - 1]], values[order[cut.at]]]
  const middle = low / 2 + high / 2
  return { decrease: cut.decrease, below: middle > low && middle <= high ? middle : high }
}

/**
 * Finds the best split of a node on categories. It is the best of all divisions for numbers and for two classes, and
 * for six levels at most; with more levels and classes it is the best cut of the order of the levels.
 *
 * @param node - Node.
 * @param predictor - Codes of all records.
 * @param least - Decrease that must be exceeded.
 * @returns The first of the best splits; undefined if none exceeds `least`.
 */
export function splitCategories(node: SearchedNode, predictor: TreeCategories, least: number): FoundSplit | undefined {
  const { target, records, from, to, scratch } = node
  const levels = orderLevels(target, predictor, records, from, to)
  if (levels.length < 2) return undefined
  const place = new Int32Array(predictor.levels)
  levels.forEach((level, at) => (place[level] = at))
  const starts = placeRecords(node, predictor.codes, place, levels.length)
  if (target.kind === 'categories' && target.levels > 2 && levels.length <= ALL_DIVISIONS) {
    return bestDivision(node, levels, starts, least)
  }
  const cut = bestCut(node, scratch, 0, to - from, (record) => place[predictor.codes[record]], least)
  return cut && { decrease: cut.decrease, left: levels.slice(0, place[predictor.codes[scratch[cut.at - 1]]] + 1) }
}

/** Puts the records of a node into the scratch room by the places of their levels; returns where each place starts. */
function placeRecords(node: SearchedNode, codes: Int32Array, place: Int32Array, places: number): Int32Array {
  const { records, from, to, scratch } = node
  const starts = new Int32Array(places + 1)
  for (let i = from; i < to; i++) starts[place[codes[records[i]]] + 1]++
  for (let at = 0; at < places; at++) starts[at + 1] += starts[at]
  const next = starts.slice()
  for (let i = from; i < to; i++) scratch[next[place[codes[records[i]]]]++] = records[i]
  return starts
}

/** Finds the best place to cut records in an order, between two different values. */
function bestCut(
  { impurity, sides }: SearchedNode,
  order: Uint32Array,
  from: number,
  to: number,
  valueOf: (record: number) => number,
  least: number,
): { readonly at: number; readonly decrease: number } | undefined {
  let [at, decrease] = [-1, least]
  impurity.restart()
  sides.restart()
  let value = valueOf(order[from])
  for (let i = from; i + 1 < to; i++) {
    impurity.move(order[i])
    sides.move(order[i])
    const next = valueOf(order[i + 1])
    if (next === value) continue
    value = next
    if (!sides.areLarge()) continue
    const by = impurity.decrease()
    if (by > decrease) [at, decrease] = [i + 1, by]
  }
  return at < 0 ? undefined : { at, decrease }
}

/** Finds the best of all divisions of a few levels; the last level stays on the right. */
function bestDivision(
  { impurity, sides, scratch }: SearchedNode,
  levels: Int32Array,
  starts: Int32Array,
  least: number,
): FoundSplit | undefined {
  let [best, decrease] = [0, least]
  for (let division = 1; division < powerOfTwo(levels.length - 1); division++) {
    impurity.restart()
    sides.restart()
    for (let at = 0; at + 1 < levels.length; at++) {
      if ((division & (1 << at)) === 0) continue
      for (let i = starts[at]; i < starts[at + 1]; i++) {
        impurity.move(scratch[i])
        sides.move(scratch[i])
      }
    }
    if (!sides.areLarge()) continue
    const by = impurity.decrease()
    if (by > decrease) [best, decrease] = [division, by]
  }
  return best === 0 ? undefined : { decrease, left: levels.filter((_, at) => (best & (1 << at)) !== 0) }
}
