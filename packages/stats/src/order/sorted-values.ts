import { BUCKETS, HIGH, MASK, RADIX_BITS } from './float-words.js'

/** Number of values below which the counting passes cost more than comparisons. */
const RADIX_FROM = 2000

/**
 * Returns the values that are not missing, ascending, −0 before 0: bit for bit the result of
 * `Float64Array.prototype.sort`.
 *
 * Cost: O(n), three counting passes by the high 32 bits of the sortable float, as in `sortOrder`, but on the values
 * themselves. A few that share these bits are then sorted by insertion, many by comparison.
 */
export function sortedValues(values: Float64Array): Float64Array {
  const present = withoutMissing(values)
  return present.length < RADIX_FROM ? present.sort() : radixSort(present)
}

function withoutMissing(values: Float64Array): Float64Array<ArrayBuffer> {
  const kept = new Float64Array(values.length)
  let count = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    kept[count] = value
    count += value === value ? 1 : 0
  }
  return count === kept.length ? kept : kept.slice(0, count)
}

/** Sorts in place or into a second array; returns the array with the result. */
function radixSort(values: Float64Array<ArrayBuffer>): Float64Array {
  const n = values.length
  const counts = new Uint32Array(3 * BUCKETS)
  let here = values
  let other = new Float64Array(n)
  const words = new Uint32Array(values.buffer, values.byteOffset, 2 * n)
  for (let i = 0; i < n; i++) {
    const key = sortable(words[2 * i + HIGH])
    counts[key & MASK]++
    counts[BUCKETS + ((key >>> RADIX_BITS) & MASK)]++
    counts[2 * BUCKETS + (key >>> (2 * RADIX_BITS))]++
  }
  for (let pass = 0; pass < 3; pass++) {
    if (!scatter(here, other, pass * RADIX_BITS, counts.subarray(pass * BUCKETS, (pass + 1) * BUCKETS))) continue
    ;[here, other] = [other, here]
  }
  orderWithin(here)
  return here
}

/** Flips the sign bit, and every bit of a negative number, so that the words compare as the numbers do. */
function sortable(high: number): number {
  return (high ^ ((high >> 31) | 0x80000000)) >>> 0
}

/** Makes one stable counting pass; false if all have the same digit. */
function scatter(
  from: Float64Array<ArrayBuffer>,
  to: Float64Array<ArrayBuffer>,
  shift: number,
  offsets: Uint32Array,
): boolean {
  let total = 0
  for (let b = 0; b < BUCKETS; b++) {
    const inBucket = offsets[b]
    if (inBucket === from.length) return false
    offsets[b] = total
    total += inBucket
  }
  const words = new Uint32Array(from.buffer, from.byteOffset, 2 * from.length)
  for (let i = 0; i < from.length; i++) {
    const digit = (sortable(words[2 * i + HIGH]) >>> shift) & MASK
    to[offsets[digit]++] = from[i]
  }
  return true
}

/** Sorts each run of values with the same high word; these are adjacent, in their first order. */
function orderWithin(values: Float64Array<ArrayBuffer>): void {
  const words = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length)
  const n = values.length
  for (let from = 0; from < n;) {
    const high = words[2 * from + HIGH]
    let to = from + 1
    let sorted = true
    while (to < n && words[2 * to + HIGH] === high) {
      if (values[to] < values[to - 1]) sorted = false
      to++
    }
    if (!sorted && to - from <= 24) insertionSort(values, from, to)
    else if (!sorted) values.subarray(from, to).sort()
    from = to
  }
}

function insertionSort(values: Float64Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const moved = values[i]
    let at = i
    while (at > from && values[at - 1] > moved) {
      values[at] = values[at - 1]
      at--
    }
    values[at] = moved
  }
}
