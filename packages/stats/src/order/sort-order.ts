import { BUCKETS, HIGH, MASK, RADIX_BITS } from './float-words.js'
import { stepRuns, type TieRuns } from './step-runs.js'

export type { TieRuns } from './step-runs.js'

/** Number of values below which three counting passes over 2048 buckets cost more than comparisons. */
const RADIX_FROM = 400

/**
 * Returns the indices of the values that are not missing, ascending by value.
 *
 * Stable: equal values stay in index order. NaN is left out. −0 equals 0. The values themselves do not change. Cost:
 * O(n), a least-significant-digit radix sort in three passes on the high 32 bits of the float, made sortable by
 * flipping the sign bit (and every bit of a negative number). The few that share these bits are then ordered by the low
 * word. Whole numbers and decimals within a small range take one pass (`stepRuns`).
 *
 * @param values - n values, some may be missing.
 * @returns As many indices as there are values that are not missing.
 */
export function sortOrder(values: Float64Array): Uint32Array {
  return tieRuns(values).order
}

/**
 * Returns {@link sortOrder} together with its runs of equal values.
 *
 * @param values - n values, some may be missing.
 * @returns The order, and the start of each run.
 */
export function tieRuns(values: Float64Array): TieRuns {
  return values.length < RADIX_FROM ? comparisonRuns(values) : (stepRuns(values) ?? radixRuns(values))
}

function comparisonRuns(values: Float64Array): TieRuns {
  let count = 0
  const order = new Uint32Array(values.length)
  for (let i = 0; i < values.length; i++) if (values[i] === values[i]) order[count++] = i
  const kept = order.subarray(0, count).sort((i, j) => (values[i] < values[j] ? -1 : values[i] > values[j] ? 1 : i - j))
  const starts = new Uint32Array(count + 1)
  let runs = 0
  for (let at = 0; at < count; at++) if (at === 0 || values[kept[at]] !== values[kept[at - 1]]) starts[runs++] = at
  starts[runs] = count
  return { order: kept.slice(), starts: starts.slice(0, runs + 1) }
}

function radixRuns(values: Float64Array): TieRuns {
  const n = values.length
  const words = new Uint32Array(values.buffer, values.byteOffset, 2 * n)
  let keys = new Uint32Array(n)
  let order = new Uint32Array(n)
  const counts = new Uint32Array(3 * BUCKETS)
  let count = 0
  for (let i = 0; i < n; i++) {
    const value = values[i]
    if (value !== value) continue
    const high = words[2 * i + HIGH]
    const key = value === 0 ? 0x80000000 : high >>> 31 ? ~high >>> 0 : (high | 0x80000000) >>> 0
    keys[count] = key
    order[count++] = i
    counts[key & MASK]++
    counts[BUCKETS + ((key >>> RADIX_BITS) & MASK)]++
    counts[2 * BUCKETS + (key >>> (2 * RADIX_BITS))]++
  }
  let otherKeys = new Uint32Array(n)
  let otherOrder = new Uint32Array(n)
  for (let pass = 0; pass < 3; pass++) {
    const offsets = counts.subarray(pass * BUCKETS, (pass + 1) * BUCKETS)
    if (!scatter(keys, order, otherKeys, otherOrder, count, pass * RADIX_BITS, offsets)) continue
    ;[keys, otherKeys] = [otherKeys, keys]
    ;[order, otherOrder] = [otherOrder, order]
  }
  const starts = orderByLowWord(values, words, keys, order, otherKeys, otherOrder, count)
  return { order: count === n ? order : order.slice(0, count), starts }
}

/** Makes one stable counting pass; false if every key has the same digit and nothing has to move. */
function scatter(
  keys: Uint32Array,
  order: Uint32Array,
  toKeys: Uint32Array,
  toOrder: Uint32Array,
  count: number,
  shift: number,
  offsets: Uint32Array,
): boolean {
  let total = 0
  for (let b = 0; b < BUCKETS; b++) {
    const inBucket = offsets[b]
    if (inBucket === count) return false
    offsets[b] = total
    total += inBucket
  }
  for (let i = 0; i < count; i++) {
    const key = keys[i]
    const to = offsets[(key >>> shift) & MASK]++
    toKeys[to] = key
    toOrder[to] = order[i]
  }
  return true
}

/** Sorts values with equal high words by the low word, and returns the starts of the runs of equal values. */
function orderByLowWord(
  values: Float64Array,
  words: Uint32Array,
  keys: Uint32Array,
  order: Uint32Array,
  spareKeys: Uint32Array,
  spareOrder: Uint32Array,
  count: number,
): Uint32Array {
  const starts = new Uint32Array(count + 1)
  let runs = 0
  for (let from = 0; from < count;) {
    const key = keys[from]
    let to = from + 1
    while (to < count && keys[to] === key) to++
    starts[runs++] = from
    if (to - from > 1) {
      if (to - from <= 24) insertionSort(values, order, from, to)
      else if (!sorted(values, order, from, to)) sortLong(values, words, order, spareKeys, spareOrder, from, to)
      for (let at = from + 1; at < to; at++) if (values[order[at]] !== values[order[at - 1]]) starts[runs++] = at
    }
    from = to
  }
  starts[runs] = count
  return runs === count ? starts : starts.slice(0, runs + 1)
}

function sorted(values: Float64Array, order: Uint32Array, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (values[order[at]] < values[order[at - 1]]) return false
  return true
}

function insertionSort(values: Float64Array, order: Uint32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const moved = order[i]
    const value = values[moved]
    let at = i
    while (at > from && values[order[at - 1]] > value) {
      order[at] = order[at - 1]
      at--
    }
    order[at] = moved
  }
}

/**
 * Sorts a long stretch with one high word: by comparisons, or by radix passes over its low words if it is longer still.
 */
function sortLong(
  values: Float64Array,
  words: Uint32Array,
  order: Uint32Array,
  spareKeys: Uint32Array,
  spareOrder: Uint32Array,
  from: number,
  to: number,
): void {
  const count = to - from
  const stretch = order.subarray(from, to)
  if (count < RADIX_FROM) {
    stretch.sort((i, j) => (values[i] < values[j] ? -1 : values[i] > values[j] ? 1 : i - j))
    return
  }
  let keys: Uint32Array = new Uint32Array(count)
  let here = stretch
  let otherKeys = spareKeys.subarray(from, to)
  let other = spareOrder.subarray(from, to)
  const counts = new Uint32Array(3 * BUCKETS)
  for (let at = 0; at < count; at++) {
    const i = stretch[at]
    const low = words[2 * i + 1 - HIGH]
    const key = values[i] < 0 ? ~low >>> 0 : low
    keys[at] = key
    counts[key & MASK]++
    counts[BUCKETS + ((key >>> RADIX_BITS) & MASK)]++
    counts[2 * BUCKETS + (key >>> (2 * RADIX_BITS))]++
  }
  for (let pass = 0; pass < 3; pass++) {
    const offsets = counts.subarray(pass * BUCKETS, (pass + 1) * BUCKETS)
    if (!scatter(keys, here, otherKeys, other, count, pass * RADIX_BITS, offsets)) continue
    ;[keys, otherKeys] = [otherKeys, keys]
    ;[here, other] = [other, here]
  }
  if (here !== stretch) stretch.set(here)
}
