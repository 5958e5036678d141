import { greatestOfFew } from './few-records.js'
import { take } from './linear.js'
import { outward, type Interval } from './outward.js'
import { select } from './select.js'

/**
 * Maximum work for one end: cells of the simplex, times corners, times records that can be their median. It is a
 * constant, plus an amount for each of |T| records and k vectors, and takes a second or two. Above it, the search ends
 * with a wider interval.
 */
const MOST_WORK = [10_000_000, 30] as const
/** Cells of at most this many records are solved at once, by linear programs; each counts as `WORK_OF_FEW`. */
const FEW = 6
const WORK_OF_FEW = 20_000
/** Maximum number of halvings of a cell, which is then a point. */
const MOST_LEVELS = 600
/** Relative error of an end, as a share of the interval over the whole simplex. */
const EXACT = 1e-10

/** Part of the simplex, with the values at its corners of the records that may be the median there. */
interface Cell {
  /** k points λ of the simplex. */
  readonly corners: readonly Float64Array[]
  /** Values of the remaining records, by corner. */
  readonly values: readonly Float64Array[]
  /** Number of records below the median everywhere in the cell. */
  readonly below: number
  /** Upper limit of the medians in the cell. */
  readonly bound: number
}

/**
 * Interval of the median of a over the records T; for an even number the mean of the two middle values.
 *
 * Along an edge of the polytope the median is piecewise linear in γ and breaks at points where two entries change places. In k
 * dimensions there are |T|^(2k − 2) such points, too many to enumerate. Instead the simplex is bisected repeatedly. In
 * a cell every entry is at most its greatest value at the corners, so the median is at most the median of these. A cell
 * with a limit below a known median is dropped. In the remaining cells, only records between the medians of the least
 * and of the greatest corner values matter. Cells of at most six such records are solved by linear programs
 * (`greatestOfFew`). The search ends at the greatest median, to 1e-10 of the interval. If it needs too much memory, as
 * for many records, it returns the greatest limit: the interval is then wider than necessary, never narrower.
 *
 * @param vectors - k vectors of n entries.
 * @param rows - The records T, at least one, none with a missing entry.
 * @returns Least and greatest median.
 *
 * Cost: O(k²·|T|) a bisection.
 */
export function medianInterval(vectors: readonly Float64Array[], rows: Int32Array): Interval {
  let size = 0
  for (const vector of vectors) for (const row of rows) size = Math.max(size, Math.abs(vector[row]))
  return outward(-greatestMedian(vectors, rows, -1), greatestMedian(vectors, rows, 1), size)
}

/** Upper limit of the median of the entries times a sign, over the polytope. */
function greatestMedian(vectors: readonly Float64Array[], rows: Int32Array, sign: 1 | -1): number {
  const k = vectors.length
  const places = [(rows.length - 1) >> 1, rows.length >> 1] as const
  const corners = Array.from({ length: k }, (_, j) => Float64Array.from({ length: k }, (_, c) => (c === j ? 1 : 0)))
  const values = vectors.map((vector) => Float64Array.from(rows, (row) => sign * vector[row]))
  let found = values.reduce((most, column) => Math.max(most, medianAt(column, 0, places)), -Infinity)
  const whole = narrowed({ corners, values, below: 0, bound: Infinity }, places)
  const exact = EXACT * Math.max(0, whole.bound - found)
  let cells = [whole]
  let solved = -Infinity
  let work = MOST_WORK[0] + MOST_WORK[1] * k * rows.length
  for (let level = 0; level < MOST_LEVELS; level++) {
    const open: Cell[] = []
    for (const cell of cells) {
      if (cell.bound <= found + exact) continue
      if (cell.values[0].length > FEW) {
        open.push(cell)
        continue
      }
      const few = greatestOfFew(cell.values, [places[0] - cell.below, places[1] - cell.below])
      solved = Math.max(solved, few.bound)
      found = Math.max(found, medianAt(few.values, cell.below, places))
      work -= WORK_OF_FEW
    }
    cells = open.filter(({ bound }) => bound > found + exact)
    work -= cells.reduce((total, cell) => total + 2 * k * cell.values[0].length, 0)
    if (cells.length === 0 || work < 0) break
    cells = cells.flatMap((cell) => {
      const { halves, middle } = halved(cell)
      found = Math.max(found, medianAt(middle, cell.below, places))
      return halves.map((half) => narrowed(half, places))
    })
  }
  return cells.reduce((most, { bound }) => Math.max(most, bound), Math.max(found + exact, solved))
}

/** Median, if a number of further records is below all of these. */
function medianAt(values: Float64Array, below: number, [one, other]: readonly [number, number]): number {
  const scratch = values.slice()
  const first = select(scratch, one - below)
  return one === other ? first : (first + select(scratch, other - below)) / 2
}

/** The cell with its limit, and without the records that are never its median. */
function narrowed(cell: Cell, places: readonly [number, number]): Cell {
  const { values, below } = cell
  const [low, high] = [values[0].slice(), values[0].slice()]
  for (let j = 1; j < values.length; j++) {
    const column = values[j]
    for (let t = 0; t < column.length; t++) {
      if (column[t] < low[t]) low[t] = column[t]
      if (column[t] > high[t]) high[t] = column[t]
    }
  }
  const bound = medianAt(high, below, places)
  const least = select(low.slice(), places[0] - below)
  const most = select(high.slice(), places[1] - below)
  let [gone, count] = [0, 0]
  const kept = new Int32Array(low.length)
  for (let t = 0; t < low.length; t++) {
    if (high[t] < least) gone++
    else if (low[t] <= most) kept[count++] = t
  }
  if (count === low.length) return { ...cell, bound }
  const left = values.map((column) => take(column, kept.subarray(0, count)))
  return { ...cell, values: left, below: below + gone, bound }
}

/** Halves a cell at the middle of its longest edge, with the values there. */
function halved({ corners, values, below, bound }: Cell): {
  readonly halves: readonly [Cell, Cell]
  readonly middle: Float64Array
} {
  let longest = -1
  let [one, other] = [0, 1]
  for (let a = 0; a < corners.length; a++) {
    for (let b = a + 1; b < corners.length; b++) {
      const length = corners[a].reduce((sum, at, c) => sum + (at - corners[b][c]) * (at - corners[b][c]), 0)
      if (length > longest) [longest, one, other] = [length, a, b]
    }
  }
  const between = (from: readonly Float64Array[]): Float64Array => {
    const [a, b] = [from[one], from[other]]
    const middle = new Float64Array(a.length)
    for (let t = 0; t < a.length; t++) middle[t] = a[t] / 2 + b[t] / 2
    return middle
  }
  const corner = between(corners)
  const middle = between(values)
  const half = (moved: number): Cell => ({
    corners: corners.with(moved, corner),
    values: values.with(moved, middle),
    below,
    bound,
  })
  return { halves: [half(one), half(other)], middle }
}
