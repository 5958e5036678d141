import { powerOfTwo } from '@sdc/stats/internal'

/** Mark after the last record of a point. */
export const NO_RECORD = 0xffffffff

/** Points that each stand for the records equal in all columns. */
interface DistinctPoints {
  /** Number of points: numbered from 0 by first appearance. */
  readonly count: number
  /** Coordinates, point after point; the array has the length of all records, so that nothing is copied. */
  readonly coordinates: Float64Array
  /** Lowest record of every point, in the first `count` places. */
  readonly first: Uint32Array
  /** Point of every record; undefined if no two are equal. */
  readonly pointOf: Uint32Array | undefined
  /** Next record of the same point, ascending, NO_RECORD after the last; undefined if no two are equal. */
  readonly following: Uint32Array | undefined
}

/**
 * Finds equal records by a hash of their coordinates and moves the distinct ones to the front. −0 equals 0. Cost:
 * O(nd), and a table of 2n to 4n record numbers while it runs.
 *
 * @param columns - d columns of n finite values.
 * @param room - The coordinates have the length of a multiple of this many records.
 * @returns The points and the chains of their records.
 */
export function distinctPoints(columns: readonly Float64Array[], room: number): DistinctPoints {
  const d = columns.length
  const n = columns[0].length
  const coordinates = new Float64Array(Math.ceil(n / room) * room * d)
  for (let j = 0; j < d; j++) {
    const column = columns[j]
    // 0 added to −0 is 0.
    for (let i = 0, at = j; i < n; i++, at += d) coordinates[at] = column[i] + 0
  }
  const words = new Uint32Array(coordinates.buffer)
  const mask = powerOfTwo(33 - Math.clz32(n)) - 1
  const table = new Uint32Array(mask + 1).fill(NO_RECORD)
  const first = new Uint32Array(n)
  let equals: { readonly pointOf: Uint32Array; readonly following: Uint32Array; readonly last: Uint32Array } | undefined
  let count = 0
  for (let i = 0; i < n; i++) {
    let slot = hash(words, 2 * i * d, 2 * d) & mask
    while (table[slot] !== NO_RECORD && !isEqual(coordinates, table[slot] * d, i * d, d)) slot = (slot + 1) & mask
    const point = table[slot]
    if (point === NO_RECORD) {
      table[slot] = count
      first[count] = i
      if (equals) {
        equals.pointOf[i] = count
        equals.last[count] = i
        coordinates.copyWithin(count * d, i * d, (i + 1) * d)
      }
      count++
      continue
    }
    // Before the first pair every record is its own point.
    equals ??= {
      pointOf: Uint32Array.from({ length: n }, (_, record) => record),
      following: new Uint32Array(n).fill(NO_RECORD),
      last: Uint32Array.from({ length: n }, (_, record) => record),
    }
    equals.pointOf[i] = point
    equals.following[equals.last[point]] = i
    equals.last[point] = i
  }
  return { count, coordinates, first, pointOf: equals?.pointOf, following: equals?.following }
}

/** Computes a hash of some words; rounds of multiplication and shift carry every bit into the low ones. */
function hash(words: Uint32Array, start: number, length: number): number {
  let mixed = length
  for (let at = start; at < start + length; at++) {
    mixed = Math.imul(mixed ^ words[at], 0x9e3779b1)
    mixed ^= mixed >>> 15
  }
  mixed = Math.imul(mixed, 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

function isEqual(coordinates: Float64Array, a: number, b: number, d: number): boolean {
  for (let j = 0; j < d; j++) if (coordinates[a + j] !== coordinates[b + j]) return false
  return true
}
