import type { TreeCategories, TreeColumn } from './tree-column.js'

/** Maximum number of rounds of the power method. */
const ROUNDS = 24

/** Change of the component in a round, relative to its largest part, that ends the power method: an order needs few digits. */
const ENOUGH = 1e-3

/**
 * Orders the levels of a predictor in a node, so that the best splits cut this order. It is by the mean of a target of
 * numbers, by the share of one of two classes (both exact), and by the first principal component of the shares of more
 * classes.
 *
 * Source: Coppersmith, Hong & Hosking 1999.
 *
 * @param target - Predicted column.
 * @param predictor - Column whose levels are ordered.
 * @param records - Records in the order of the tree.
 * @param from - First place of the node among them.
 * @param to - Place after its last.
 * @returns The levels in the node, in order.
 */
export function orderLevels(
  target: TreeColumn,
  { codes, levels }: TreeCategories,
  records: Uint32Array,
  from: number,
  to: number,
): Int32Array {
  const [counts, scores] = [new Int32Array(levels), new Float64Array(levels)]
  for (let i = from; i < to; i++) counts[codes[records[i]]]++
  let size = 0
  for (const count of counts) if (count > 0) size++
  const present = new Int32Array(size)
  for (let level = 0, at = 0; at < size; level++) if (counts[level] > 0) present[at++] = level
  if (size < 2) return present
  if (target.kind === 'numbers' || target.levels === 2) {
    const values = target.kind === 'numbers' ? target.values : target.codes
    for (let i = from; i < to; i++) scores[codes[records[i]]] += values[records[i]]
    for (const level of present) scores[level] /= counts[level]
  } else {
    const places = new Int32Array(levels)
    for (let at = 0; at < size; at++) places[present[at]] = at
    const sizes = Int32Array.from(present, (level) => counts[level])
    const cells = countCells(target, sizes.length, (record) => places[codes[record]], records.subarray(from, to))
    firstComponent(cells, sizes).forEach((score, at) => (scores[present[at]] = score))
  }
  return present.sort((a, b) => scores[a] - scores[b] || a - b)
}

/** Numbers of records by place of the level and by class. */
interface Cells {
  readonly places: Int32Array
  readonly classes: Int32Array
  readonly counts: Int32Array
  /** Number of classes. */
  readonly width: number
}

/** Counts the cells of a table; if it had more cells than there are records, each record becomes a cell. */
function countCells(
  target: TreeCategories,
  size: number,
  placeOf: (record: number) => number,
  records: Uint32Array,
): Cells {
  const [width, n] = [target.levels, records.length]
  const isTable = size * width <= n
  const length = isTable ? size * width : n
  const [places, classes, counts] = [new Int32Array(length), new Int32Array(length), new Int32Array(length)]
  records.forEach((record, i) => {
    const [place, own] = [placeOf(record), target.codes[record]]
    const cell = isTable ? place * width + own : i
    places[cell] = place
    classes[cell] = own
    counts[cell]++
  })
  return { places, classes, counts, width }
}

/**
 * Computes the first principal component of the shares of classes in the levels, weighted by the sizes of the levels.
 * It uses the power method on Σ_l n_l(p_l − p)(p_l − p)ᵀ; only products with a vector are formed.
 *
 * @returns The score of each level.
 */
function firstComponent({ places, classes, counts, width }: Cells, sizes: Int32Array): Float64Array {
  const scores = new Float64Array(sizes.length)
  let own = new Float64Array(width)
  let next = new Float64Array(width)
  // Numbers without a pattern, so that the start is not orthogonal to the component.
  for (let k = 0; k < width; k++) own[k] = ((k * 2_654_435_761) % 4_294_967_296) / 4_294_967_296
  for (let round = 0; round < ROUNDS; round++) {
    scores.fill(0)
    next.fill(0)
    let [all, n] = [0, 0]
    for (let cell = 0; cell < counts.length; cell++) {
      const score = counts[cell] * own[classes[cell]]
      scores[places[cell]] += score
      all += score
      n += counts[cell]
    }
    for (let l = 0; l < scores.length; l++) scores[l] = scores[l] / sizes[l] - all / n
    for (let cell = 0; cell < counts.length; cell++) next[classes[cell]] += counts[cell] * scores[places[cell]]
    let most = 0
    for (let k = 0; k < width; k++) most = Math.max(most, Math.abs(next[k]))
    if (most === 0) break
    let change = 0
    for (let k = 0; k < width; k++) {
      next[k] /= most
      change = Math.max(change, Math.abs(next[k] - own[k]))
    }
    ;[own, next] = [next, own]
    if (change < ENOUGH) break
  }
  return scores
}
