/** Into which range of ranks each record of a block goes. */
import type { BlockRange } from '@sdc/core'
import type { Keyed, Ties } from './keyed.js'

/** Values and ties at which the ranges begin, but for the first one. */
export interface RangeBounds {
  readonly values: Float64Array
  readonly ties: Float64Array
  /** Puts how many of the values are below each of others; −1 where that is missing. */
  readonly below: (values: Float64Array, counts: Int32Array) => void
  /** Whether values are sorted without ties and records. */
  readonly isBare: boolean
}

/**
 * The records of a block by their ranges.
 *
 * @param keyed - What they are ordered by.
 * @param block - The block.
 * @param from - Where the ranges begin.
 * @param width - How many numbers are carried of a record.
 * @returns Of each range the values, and unless they are sorted bare their ties, what is carried, and the records.
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
  // Range after range in one array of each kind.
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

// Each loop is a function of its own, with nothing behind it: it is called once a block, and would be left for the interpreter there.

/** The range of each value, of which is known how many ranges begin below it, and how many each range has. */
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

/** Of each record its range becomes its place, one behind the other. */
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
