import type { Rng } from '@sdc/core'
import { linearSumAssignment, log2, type RecordGroups } from '@sdc/stats'
import { powerOfTwo } from '@sdc/stats/internal'

/** Number of random orders; the table has the least and the greatest share. */
export const ORDERS = 5

/** Largest number of records: a matrix of 5,000² costs takes 200 MB, and its assignments half a minute. */
export const MOST_ASSIGNED = 5000

/** Writes the costs of linking record i of the one file to each record of the other. */
export type RowCosts = (record: number, costs: Float64Array) => void

/** One file of a one-to-one linkage. */
export interface AssignedSide {
  /** Its records in an order by values alone, such as `recordOrder`. */
  readonly order: Int32Array
  /** Groups of indistinguishable records, with the same cost for every record of the other file. */
  readonly equal: RecordGroups
}

/** Credit of the link of each pair, [0, 1], in one random order after another; and the least total cost. */
export interface OneToOneLinks {
  readonly credits: readonly Float64Array[]
  readonly total: number
}

/**
 * Links two files one-to-one at the smallest total cost, in random orders.
 *
 * Most costs, counts of agreements, tie. Many assignments then have the smallest cost, and a solver takes the first.
 * With both files in the order of masking it links record i to record i. The link is right, but no intruder could know
 * it; an order by value has the same effect. So both files are sorted by their values, and then one is put in a random
 * order, several times. Indistinguishable records share their links. Let g records equal a, h records equal b, and f of
 * the g be linked to one of the h: the link of a to b has the credit f/(gh).
 *
 * Costs are rounded to whole numbers below 2⁵¹/n, so ties are exact and the solver is exact. If both files have as many
 * records, every further order starts from the prices of the first, whose best assignments leave no remainder. Cost:
 * `linearSumAssignment`, `orders` times.
 *
 * @param rows - The file with fewer records, n.
 * @param columns - The other one, m ≥ n.
 * @param costs - The m costs of a record of the first, finite, the same on every call.
 * @param pairs - Records of the first and of the second that belong together.
 * @param rng - Random stream for the orders.
 * @param tick - Receives the completed share.
 * @param orders - Number of orders.
 * @returns The credits of the pairs, and the smallest total cost.
 */
export function oneToOne(
  rows: AssignedSide,
  columns: AssignedSide,
  costs: RowCosts,
  pairs: { readonly row: Int32Array; readonly column: Int32Array },
  rng: Rng,
  tick: (fraction: number) => void,
  orders = ORDERS,
): OneToOneLinks {
  const [n, m] = [rows.order.length, columns.order.length]
  const unit = wholeUnit(rows.order, m, costs)
  const matrix = new Float64Array(n * m)
  const own = new Float64Array(m)
  const credits: Float64Array[] = []
  const rowPrice = new Float64Array(n)
  const columnPrice = new Float64Array(m)
  let total = 0
  for (let r = 0; r < orders; r++) {
    const drawn = Int32Array.from(rng.permutation(m), (at) => columns.order[at])
    for (let a = 0; a < n; a++) {
      costs(rows.order[a], own)
      for (let b = 0, at = a * m; b < m; b++, at++)
        matrix[at] = Math.round(own[drawn[b]] * unit) - rowPrice[a] - columnPrice[drawn[b]]
    }
    const found = linearSumAssignment(matrix, n, m, (part) => tick((r + part) / orders))
    if (r === 0) {
      total = found.total / unit
      if (n === m && orders > 1) {
        rowPrice.set(found.rowPrice)
        found.columnPrice.forEach((price, b) => (columnPrice[drawn[b]] = price))
      }
    }
    credits.push(sharedCredit(rows, columns, found.columnOf, drawn, pairs))
  }
  return { credits, total }
}

/** Returns a power of two that makes all costs integers with exact sums and differences. */
function wholeUnit(rows: Int32Array, m: number, costs: RowCosts): number {
  const own = new Float64Array(m)
  let most = 0
  for (const row of rows) {
    costs(row, own)
    for (let b = 0; b < m; b++) most = Math.max(most, Math.abs(own[b]))
  }
  return most === 0 ? 1 : powerOfTwo(Math.floor(51 - log2(most) - log2(Math.max(1, m))))
}

/**
 * Returns for every pair the share of links between records equal to its records, each linked to one of them at random.
 */
function sharedCredit(
  rows: AssignedSide,
  columns: AssignedSide,
  columnOf: Int32Array,
  drawn: Int32Array,
  pairs: { readonly row: Int32Array; readonly column: Int32Array },
): Float64Array {
  const links = new Map<number, number>()
  const kinds = columns.equal.sizes.length
  const between = (row: number, column: number): number => rows.equal.ids[row] * kinds + columns.equal.ids[column]
  columnOf.forEach((b, a) => {
    const key = between(rows.order[a], drawn[b])
    links.set(key, (links.get(key) ?? 0) + 1)
  })
  return Float64Array.from(pairs.row, (row, k) => {
    const column = pairs.column[k]
    const found = links.get(between(row, column)) ?? 0
    return found / (rows.equal.sizes[rows.equal.ids[row]] * columns.equal.sizes[columns.equal.ids[column]])
  })
}
