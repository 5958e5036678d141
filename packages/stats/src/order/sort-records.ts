import { HIGH } from './float-words.js'

/** Records with their sort keys, in three parallel arrays. */
export interface TiedRecords {
  readonly values: Float64Array
  readonly ties: Float64Array
  readonly records: Uint32Array
}

/** Maximum number of records sorted by insertion. */
const FEW = 20
/** Approximate number of records in a bucket of the first pass: they stay in the caches nearest to the processor. */
const BUCKET = 4096
/** Maximum number of buckets at a time: more are more places to write to than a processor keeps the addresses of. */
const MOST = 2048
/** Bits of a word without its sign. */
const MAGNITUDE = 0x7fffffff

/**
 * Sorts records by (value, tie); records equal in both keep their order. −0 equals 0.
 *
 * A radix sort from the most significant digits. The first pass is by the high word of the values, made sortable.
 * Within each bucket follows a bucket sort by (x − min)/(max − min), repeated if more than a few share a place, and
 * insertion sort for a few. The records themselves are moved, so that after the first pass every access is near.
 *
 * Cost: O(n) if values are spread over their buckets; if all have different magnitudes, a pass for about ten of these.
 *
 * @param from - Records; no value and no tie is NaN.
 * @returns The same in order, in other arrays.
 */
export function sortRecords(from: TiedRecords): TiedRecords {
  const { ends, ...sorted } = inBuckets(from)
  const { values, ties, records } = sorted
  const spare = spareFor(Math.max(0, ...ends.map((end, b) => end - (b === 0 ? 0 : ends[b - 1]))))
  for (let b = 0, start = 0; b < ends.length; start = ends[b++]) order(values, ties, records, start, ends[b], spare)
  orderTies(sorted, spare)
  return sorted
}

/** Sorts the records of each run of equal values by their ties. */
function orderTies({ values, ties, records }: TiedRecords, spare: Spare): void {
  for (let start = 0; start < values.length;) {
    let end = start + 1
    while (end < values.length && values[end] === values[start]) end++
    // A run is within a bucket, with its zeros of both signs.
    if (end - start > 1) order(ties, values, records, start, end, spare)
    start = end
  }
}

/** Moves records into buckets by the high words of the values; returns the ends of the buckets too. */
function inBuckets({ values, ties, records }: TiedRecords): TiedRecords & { readonly ends: Uint32Array } {
  const n = values.length
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * n)
  // Converts high words so that they compare as the numbers do, equal for both zeros. Signed numbers need no
  // allocation, unlike those beyond 2³¹.
  const key = (i: number): number => {
    const high = words[2 * i + HIGH]
    return values[i] === 0 ? 0 : high ^ ((high >> 31) & MAGNITUDE)
  }
  let least = MAGNITUDE
  let greatest = -MAGNITUDE
  for (let i = 0; i < n; i++) {
    const own = key(i)
    if (own < least) least = own
    if (own > greatest) greatest = own
  }
  const wanted = Math.min(MOST, Math.ceil(n / BUCKET))
  let shift = 0
  while (shift < 31 && (greatest - least) >>> shift >= wanted) shift++
  const places = new Uint32Array(n === 0 ? 0 : ((greatest - least) >>> shift) + 1)
  for (let i = 0; i < n; i++) places[(key(i) - least) >>> shift]++
  let before = 0
  for (let b = 0; b < places.length; b++) {
    const size = places[b]
    places[b] = before
    before += size
  }
  const to = { values: new Float64Array(n), ties: new Float64Array(n), records: new Uint32Array(n) }
  for (let i = 0; i < n; i++) {
    const place = places[(key(i) - least) >>> shift]++
    to.values[place] = values[i]
    to.ties[place] = ties[i]
    to.records[place] = records[i]
  }
  return { ...to, ends: places }
}

/** Buffers for records that are being sorted, and counts. */
interface Spare {
  readonly keys: Float64Array
  readonly others: Float64Array
  readonly records: Uint32Array
  readonly counts: Uint32Array
}

const spareFor = (size: number): Spare => ({
  keys: new Float64Array(size),
  others: new Float64Array(size),
  records: new Uint32Array(size),
  counts: new Uint32Array(MOST + 1),
})

/**
 * Sorts a stretch stably by its keys: by the place of each between the least and the greatest, and again within a
 * shared place.
 */
function order(
  keys: Float64Array,
  others: Float64Array,
  records: Uint32Array,
  start: number,
  end: number,
  spare: Spare,
): void {
  const size = end - start
  if (size <= FEW) return insert(keys, others, records, start, end)
  if (isSorted(keys, start, end)) return
  const least = leastOf(keys, start, end)
  const buckets = Math.min(MOST, size >> 1)
  const scale = (buckets - 1) / (greatestOf(keys, start, end) - least)
  // Values so close together, or so far apart, that their distance cannot be a divisor.
  if (!(scale > 0 && scale < Infinity)) return compare(keys, others, records, start, end)
  const { counts } = spare
  counts.fill(0, 0, buckets + 1)
  countPlaces(keys, start, end, least, scale, counts)
  const largest = largestPlace(counts, buckets)
  moveToPlaces(keys, others, records, start, end, least, scale, spare)
  moveBack(keys, others, records, start, end, spare)
  if (largest <= FEW) return insert(keys, others, records, start, end)
  const ends = counts.slice(0, buckets)
  for (let b = 0, from = 0; b < buckets; from = ends[b++])
    if (ends[b] - from > 1) order(keys, others, records, start + from, start + ends[b], spare)
}

// Each loop is a function of its own, so that it is compiled as a whole: one of several loops would be entered in its
// middle.

function isSorted(keys: Float64Array, start: number, end: number): boolean {
  for (let i = start + 1; i < end; i++) if (keys[i] < keys[i - 1]) return false
  return true
}

function leastOf(keys: Float64Array, start: number, end: number): number {
  let least = keys[start]
  for (let i = start + 1; i < end; i++) if (keys[i] < least) least = keys[i]
  return least
}

function greatestOf(keys: Float64Array, start: number, end: number): number {
  let greatest = keys[start]
  for (let i = start + 1; i < end; i++) if (keys[i] > greatest) greatest = keys[i]
  return greatest
}

/** Counts the keys of each place, stored behind the place. */
function countPlaces(
  keys: Float64Array,
  start: number,
  end: number,
  least: number,
  scale: number,
  counts: Uint32Array,
): void {
  for (let i = start; i < end; i++) counts[Math.trunc((keys[i] - least) * scale) + 1]++
}

/** Returns the largest number that share a place; the counts become the starts of the places. */
function largestPlace(counts: Uint32Array, buckets: number): number {
  let largest = 0
  for (let b = 1; b <= buckets; b++) {
    if (counts[b] > largest) largest = counts[b]
    counts[b] += counts[b - 1]
  }
  return largest
}

/** Moves the records; the start of each place becomes its end. */
function moveToPlaces(
  keys: Float64Array,
  others: Float64Array,
  records: Uint32Array,
  start: number,
  end: number,
  least: number,
  scale: number,
  spare: Spare,
): void {
  const { keys: toKeys, others: toOthers, records: toRecords, counts } = spare
  for (let i = start; i < end; i++) {
    const key = keys[i]
    const place = counts[Math.trunc((key - least) * scale)]++
    toKeys[place] = key
    toOthers[place] = others[i]
    toRecords[place] = records[i]
  }
}

function moveBack(
  keys: Float64Array,
  others: Float64Array,
  records: Uint32Array,
  start: number,
  end: number,
  { keys: fromKeys, others: fromOthers, records: fromRecords }: Spare,
): void {
  for (let i = start; i < end; i++) {
    keys[i] = fromKeys[i - start]
    others[i] = fromOthers[i - start]
    records[i] = fromRecords[i - start]
  }
}

function insert(keys: Float64Array, others: Float64Array, records: Uint32Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const key = keys[i]
    if (!(keys[i - 1] > key)) continue
    const other = others[i]
    const record = records[i]
    let at = i
    for (; at > start && keys[at - 1] > key; at--) {
      keys[at] = keys[at - 1]
      others[at] = others[at - 1]
      records[at] = records[at - 1]
    }
    keys[at] = key
    others[at] = other
    records[at] = record
  }
}

function compare(keys: Float64Array, others: Float64Array, records: Uint32Array, start: number, end: number): void {
  const [k, o, r] = [keys.slice(start, end), others.slice(start, end), records.slice(start, end)]
  const sorted = Uint32Array.from(k, (_, i) => i).sort((a, b) => (k[a] < k[b] ? -1 : k[a] > k[b] ? 1 : a - b))
  for (const [i, place] of sorted.entries()) {
    keys[start + i] = k[place]
    others[start + i] = o[place]
    records[start + i] = r[place]
  }
}
