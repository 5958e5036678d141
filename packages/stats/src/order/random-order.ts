import { blocksOf, blockStream, type Rng } from '@sdc/core'
import { sortOrder } from './sort-order.js'

/** Maximum length of a run ordered by insertion; the records of all longer ones are sorted together. */
const SHORT = 16

/**
 * Returns the numbers 0, …, n − 1 in random order. Each number draws 53 bits from the stream of its block, and they are
 * sorted by these, equal ones ascending. For records, no partition of the file changes the order.
 *
 * @param n - Count of numbers.
 * @param rng - Source of the random numbers.
 * @returns The order.
 */
export function randomPermutation(n: number, rng: Rng): Int32Array {
  return Int32Array.from(sortOrder(tieNumbers(n, rng)))
}

/**
 * Puts every run of an order of records into random order. Record i has draw i of its block's stream, independent of
 * the records it is tied with. Only blocks that have a tie are drawn.
 *
 * @param order - Records from 0 to n − 1, ascending within a run; overwritten.
 * @param starts - Run r is order[starts[r]] … order[starts[r + 1] − 1].
 * @param n - Number of records of the file, including those not in the order.
 * @param rng - Source of the random numbers.
 */
export function orderRuns(order: Uint32Array, starts: Uint32Array, n: number, rng: Rng): void {
  if (starts.length === order.length + 1) return
  orderTied(order, starts, tieNumbers(n, rng, tiedBlocks(order, starts, n)))
}

/**
 * Sorts every run of an order of records by a number of each record; equal numbers keep their order.
 *
 * @param order - Records; overwritten.
 * @param starts - Run r is order[starts[r]] … order[starts[r + 1] − 1].
 * @param ties - One number per record.
 */
export function orderTied(order: Uint32Array, starts: Uint32Array, ties: Float64Array): void {
  let long = 0
  for (let run = 0; run + 1 < starts.length; run++) {
    const size = starts[run + 1] - starts[run]
    if (size > SHORT) long += size
    else if (size > 1) insertionSort(order, starts[run], starts[run + 1], ties)
  }
  if (long > 0) orderLongRuns(order, starts, ties, long)
}

/** Sorts the records of all long runs by their ties at once, and puts each at the next place of its run. */
function orderLongRuns(order: Uint32Array, starts: Uint32Array, ties: Float64Array, long: number): void {
  const records = new Uint32Array(long)
  const runs = new Uint32Array(long)
  const own = new Float64Array(long)
  const places = new Uint32Array(starts.length - 1)
  let count = 0
  for (let run = 0; run + 1 < starts.length; run++) {
    const [from, to] = [starts[run], starts[run + 1]]
    if (to - from <= SHORT) continue
    places[run] = from
    for (let at = from; at < to; at++) {
      records[count] = order[at]
      runs[count] = run
      own[count++] = ties[order[at]]
    }
  }
  for (const at of sortOrder(own)) order[places[runs[at]]++] = records[at]
}

/** Draws one uniform number per record, by blocks; zeros for blocks that are not needed. */
function tieNumbers(n: number, rng: Rng, needed?: Uint8Array): Float64Array {
  const numbers = new Float64Array(n)
  for (const { index, first, end } of blocksOf(n)) {
    if (needed && needed[index] === 0) continue
    blockStream(rng, index).fillUniform(numbers.subarray(first, end))
  }
  return numbers
}

/** Returns 1 for every block with a tied record, else 0. */
function tiedBlocks(order: Uint32Array, starts: Uint32Array, n: number): Uint8Array {
  const blocks = blocksOf(n)
  const tied = new Uint8Array(blocks.length)
  if (tied.length === 1) return tied.fill(1)
  const of = new Uint8Array(n)
  for (let run = 0; run + 1 < starts.length; run++) {
    if (starts[run + 1] - starts[run] < 2) continue
    for (let at = starts[run]; at < starts[run + 1]; at++) of[order[at]] = 1
  }
  for (const { index, first, end } of blocks) tied[index] = of.subarray(first, end).includes(1) ? 1 : 0
  return tied
}

function insertionSort(order: Uint32Array, from: number, to: number, ties: Float64Array): void {
  for (let at = from + 1; at < to; at++) {
    const record = order[at]
    const tie = ties[record]
    let place = at
    for (; place > from && ties[order[place - 1]] > tie; place--) order[place] = order[place - 1]
    order[place] = record
  }
}
