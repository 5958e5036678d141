/** Division of the records of a block into ranges of ranks. */
import type { BlockRange } from '@sdc/core'
import type { Keyed, Ties } from './keyed.js'

/** Values and ties at which the ranges begin, except the first range. */
export interface RangeBounds {
  readonly values: Float64Array
  readonly ties: Float64Array
  /** Writes the number of these values below each of others; −1 for a missing one. */
  readonly below: (values: Float64Array, counts: Int32Array) => void
  /** True if values are sorted without ties and records. */
  readonly isBare: boolean
}

/**
 * Divides the records of a block into their ranges.
 *
 * @param keyed - Sort keys of the records.
 * @param block - The block.
 * @param from - Beginnings of the ranges.
 * @param width - Number of carried numbers per record.
 * @returns For each range the values; unless they are sorted bare, also the ties, the carried numbers, and the
 *   records.
 */
export function splitBlock(
  { values, ties, carried }: Keyed,
  { first }: BlockRange,
  from: RangeBounds,
  width: number,
): readonly (readonly (Float64Array | Uint32Array)[])[] {
  const all = from.isBare ? undefined : ties.all()
  const places = new Int32Array(values.length)
  const counts = new Int32Array(from.values.length + 1)
  from.below(values, places)
  putPlaces(values, from, all ?? ties, places, counts)
  // One array of each kind, range after range.
  const starts = new Int32Array(counts.length + 1)
  for (const [r, count] of counts.entries()) starts[r + 1] = starts[r] + count
  const total = starts[counts.length]
  const kept = all === undefined ? 0 : total
  const toValues = new Float64Array(total)
  const toTies = new Float64Array(kept)
  const toCarried = new Float64Array(width * kept)
  const toRecords = new Uint32Array(kept)
  goAhead(places, starts.slice(0, counts.length))
  move(values, places, toValues)
  if (all !== undefined) {
    move(all, places, toTies)
    numberRecords(places, first, toRecords)
    if (carried !== undefined) moveCarried(carried, width, places, toCarried)
  }
  return Array.from(counts, (count, r) => {
    const values = toValues.subarray(starts[r], starts[r] + count)
    if (all === undefined) return [values]
    const [from, end] = [starts[r], starts[r + 1]]
    const beside = toCarried.subarray(width * from, width * end)
    return [values, toTies.subarray(from, end), beside, toRecords.subarray(from, end)]
  })
}

// Each loop is a separate function, with nothing behind it: it is called once per block, and would otherwise stay in
// the interpreter.

/**
 * Writes the range of each value, and the number of values of each range. Receives the number of ranges that begin
 * below each value.
 */
function putPlaces(
  values: Float64Array,
  { values: begins, ties }: RangeBounds,
  own: Float64Array | Ties,
  places: Int32Array,
  counts: Int32Array,
): void {
  for (let i = 0; i < values.length; i++) {
    let place = places[i]
    if (place < 0) continue
    const value = values[i]
    if (begins[place] === value) {
      const tie = 'like' in own ? own.like(i) : own[i]
      while (begins[place] === value && ties[place] <= tie) place++
      places[i] = place
    }
    counts[place]++
  }
}

/** Replaces the range of each record by its position, one after the other. */
function goAhead(places: Int32Array, next: Int32Array): void {
  for (let i = 0; i < places.length; i++) if (places[i] >= 0) places[i] = next[places[i]]++
}

function move(numbers: Float64Array, places: Int32Array, to: Float64Array): void {
  for (let i = 0; i < places.length; i++) if (places[i] >= 0) to[places[i]] = numbers[i]
}

function numberRecords(places: Int32Array, first: number, to: Uint32Array): void {
  for (let i = 0; i < places.length; i++) if (places[i] >= 0) to[places[i]] = first + i
}

function moveCarried(carried: Float64Array, width: number, places: Int32Array, to: Float64Array): void {
  for (let i = 0; i < places.length; i++) {
    if (places[i] < 0) continue
    for (let j = 0; j < width; j++) to[places[i] * width + j] = carried[i * width + j]
  }
}
