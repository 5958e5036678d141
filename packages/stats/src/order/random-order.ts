import { blocksOf, blockStream, type Rng } from '@sdc/core'
import { sortOrder } from './sort-order.js'

/** Runs up to this length are ordered by insertion; the records of all longer ones are sorted together. */
const SHORT = 16

/**
 * Returns the numbers 0, …, n − 1 in random order: by the number of 53 bits that each draws from the stream of its
 * block, equal ones ascending. For records, no partition of the file changes the order.
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
 * @param order - Records from 0 to n − 1, ascending within a run; written over.
 * @param starts - Run r is order[starts[r]] … order[starts[r + 1] − 1].
 * @param n - Number of records of the file, including those not in the order.
 * @param rng - Source of the random numbers.
 */
export function orderRuns(order: Uint32Array, starts: Uint32Array, n: number, rng: Rng): void {
  if (starts.length === order.length + 1) return
  orderTied(order, starts, tieNumbers(n, rng, tiedBlocks(order, starts, n)))
}

/**
 * Puts every run of an order of records into the order of a number of each record; records of equal numbers keep theirs.
 *
 * @param order - Records; written over.
 * @param starts - Run r is order[starts[r]] … order[starts[r + 1] − 1].
 * @param ties - One number a record.
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

/** One sort of the records of all long runs by their ties, and each is put where its run goes on. */
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

/** One uniform number a record, by blocks; of the others zeros, where not all are needed. */
function tieNumbers(n: number, rng: Rng, needed?: Uint8Array): Float64Array {
  const numbers = new Float64Array(n)
  for (const { index, first, end } of blocksOf(n)) {
    if (needed && needed[index] === 0) continue
    blockStream(rng, index).fillUniform(numbers.subarray(first, end))
  }
  return numbers
}

/** For every block, whether one of its records is tied. */
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
