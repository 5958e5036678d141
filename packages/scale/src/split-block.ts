/** Into which range of ranks each record of a block goes. */
import type { BlockRange } from '@sdc/core'
import { countBelow } from '@sdc/stats'
import type { Keyed } from './keyed.js'

/** Where the ranges but the first begin, as value and tie; and how many values have a rank. */
export interface RangeBounds {
  readonly count: number
  readonly unlinked: number
  readonly values: Float64Array
  readonly ties: Float64Array
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
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    let place = -1
    if (value === value) {
      place = countBelow(from.values, value)
      if (from.values[place] === value) {
        const tie = all === undefined ? ties.like(i) : all[i]
        while (from.values[place] === value && from.ties[place] <= tie) place++
      }
      counts[place]++
    }
    places[i] = place
  }
  // Range after range in one array of each kind.
  const starts = new Int32Array(counts.length + 1)
  for (const [r, count] of counts.entries()) starts[r + 1] = starts[r] + count
  const total = starts[counts.length]
  const kept = all === undefined ? 0 : total
  const toValues = new Float64Array(total)
  const toTies = new Float64Array(kept)
  const toCarried = new Float64Array(width * kept)
  const toRecords = new Uint32Array(kept)
  const at = starts.slice(0, counts.length)
  for (let i = 0; i < values.length; i++) {
    if (places[i] < 0) continue
    const to = at[places[i]]++
    toValues[to] = values[i]
    if (all === undefined) continue
    toTies[to] = all[i]
    toRecords[to] = first + i
    if (carried !== undefined) for (let j = 0; j < width; j++) toCarried[to * width + j] = carried[i * width + j]
  }
  return Array.from(counts, (count, r) => {
    const values = toValues.subarray(starts[r], starts[r] + count)
    if (all === undefined) return [values]
    const [from, end] = [starts[r], starts[r + 1]]
    const beside = toCarried.subarray(width * from, width * end)
    return [values, toTies.subarray(from, end), beside, toRecords.subarray(from, end)]
  })
}
