/** Values at places of the order of a column, exactly, without a sort: values are counted by their leading bits. */
import type { Side, Totals, Aggregate, Block, Plan } from '@sdc/core'
import { ascendingBits } from './ascending-bits.js'
import { countedCodes, mergedCounts } from './code-counts.js'
import { keyOf, type ReadColumn } from './column-aggregates.js'

/** Number of bits, of 64, that a pass examines. */
const BITS = 16
const BINS = 1 << BITS
const AGGREGATES = 64 / BITS

/** Some values of a column. */
export interface PlacedValues {
  /** Number of values that are not missing. */
  readonly count: number
  /** Value at a requested place, from 0 for the least; −0 is 0. NaN if there is none. */
  at(place: number): number
}

/**
 * Finds the values at some places of columns in four passes, whatever their length.
 *
 * A number of 64 bits ascends with a value. Each pass finds the next 16 bits of the requested value from the counts of
 * values with the same leading bits; the next pass counts only values that begin with them.
 *
 * @param reads - Records to read.
 * @param columns - The columns, NaN where missing.
 * @param wanted - Returns the places to find, from 0, in column j with so many values; others are omitted.
 * @param besides - Further tables of the first pass.
 * @returns The values, by column, and the totals of the further tables.
 */
export function* readPlaces(
  reads: Side,
  columns: readonly ReadColumn[],
  wanted: (count: number, j: number) => readonly number[],
  besides: readonly Aggregate[] = [],
): Plan<{ readonly columns: readonly PlacedValues[]; readonly besides: readonly Totals[] }> {
  let states: readonly Searched[] = columns.map(() => ({ count: 0, prefixes: [0], places: [], found: new Map() }))
  let others: readonly Totals[] = []
  for (let aggregate = 0; aggregate < AGGREGATES; aggregate++) {
    const before = states
    const totals = yield [
      ...columns.map((read, j) => bitsAggregate(reads, read, before[j].prefixes, aggregate)),
      ...(aggregate === 0 ? besides : []),
    ]
    if (aggregate === 0) others = totals.slice(columns.length)
    states = before.map((state, j) => {
      const own = aggregate === 0 ? begun(totals[j], (count) => wanted(count, j)) : state
      return further(own, totals[j], aggregate === AGGREGATES - 1)
    })
  }
  return {
    columns: states.map(({ count, found }) => ({ count, at: (place) => found.get(place) ?? Number.NaN })),
    besides: others,
  }
}

/** State of the search in one column. */
interface Searched {
  readonly count: number
  /** Leading bits, as whole numbers, of the values that the next pass counts: ascending. */
  readonly prefixes: readonly number[]
  /** Requested places, ascending, each among the values with one of these prefixes. */
  readonly places: readonly { readonly place: number; readonly prefix: number; readonly within: number }[]
  /** Values by place, once all bits are known. */
  readonly found: ReadonlyMap<number, number>
}

/** Counts by prefix and next bits: rows of a number of both, ascending, and the number of values. */
function bitsAggregate(reads: Side, read: ReadColumn, prefixes: readonly number[], aggregate: number): Aggregate {
  return {
    reads,
    of(block: Block) {
      if (prefixes.length === 0) return new Float64Array(0)
      const values = read(block)
      const codes = new Float64Array(values.length)
      const count = aggregate === 0 ? leadingBits(values, codes) : nextBits(values, prefixes, aggregate, codes)
      return countedCodes(codes.subarray(0, count), prefixes.length * BINS)
    },
    merge: mergedCounts,
    isTable: true,
    ...keyOf(reads, ['bits', aggregate, prefixes], [read]),
  }
}

// Loops in functions of their own, so that they are compiled early.

function leadingBits(values: Float64Array, codes: Float64Array): number {
  const bitsOf = ascendingBits()
  let count = 0
  for (let i = 0; i < values.length; i++) if (values[i] === values[i]) codes[count++] = bitsOf(values[i])[0] >>> BITS
  return count
}

function nextBits(values: Float64Array, prefixes: readonly number[], aggregate: number, codes: Float64Array): number {
  const bitsOf = ascendingBits()
  // Number of prefixes up to the first one with these first bits; most values have no prefix.
  const upTo = new Uint32Array(BINS)
  const behind = [1, BINS, BINS * BINS][aggregate - 1]
  for (let k = prefixes.length; k > 0; k--) upTo[Math.floor(prefixes[k - 1] / behind)] = k
  let count = 0
  for (let i = 0; i < values.length; i++) {
    if (values[i] !== values[i]) continue
    const bits = bitsOf(values[i])
    const high = bits[0]
    const low = bits[1]
    let number = upTo[high >>> BITS] - 1
    if (number < 0) continue
    const prefix = aggregate === 1 ? high >>> BITS : aggregate === 2 ? high : high * BINS + (low >>> BITS)
    while (number < prefixes.length && prefixes[number] < prefix) number++
    const next = aggregate === 1 ? high : aggregate === 2 ? low >>> BITS : low
    if (prefixes[number] === prefix) codes[count++] = number * BINS + (next & (BINS - 1))
  }
  return count
}

/** State after the first pass. */
function begun(totals: Totals, wanted: (count: number) => readonly number[]): Searched {
  let count = 0
  for (let at = 1; at < totals.length; at += 2) count += totals[at]
  const asked = [...new Set(wanted(count))].filter((place) => place >= 0 && place < count).sort((a, b) => a - b)
  return { count, prefixes: [0], places: asked.map((place) => ({ place, prefix: 0, within: place })), found: new Map() }
}

/** State after a further pass; the last one gives the values. */
function further({ count, prefixes: known, places }: Searched, totals: Totals, isLast: boolean): Searched {
  const prefixes: number[] = []
  const found = new Map<number, number>()
  let [at, before, latest] = [0, 0, -1]
  const next = places.map(({ place, prefix, within }) => {
    // Values before this one with another prefix no longer count.
    for (; at < totals.length; at += 2) {
      const own = Math.floor(totals[at] / BINS)
      if (own < prefix) continue
      if (own > latest) [before, latest] = [0, own]
      if (within < before + totals[at + 1]) break
      before += totals[at + 1]
    }
    if (at >= totals.length) throw new Error(`place ${place} is beyond the values that were counted`)
    const bits = totals[at] % BINS
    if (isLast) found.set(place, valueOf(known[prefix], bits))
    const longer = known[prefix] * BINS + bits
    if (prefixes.at(-1) !== longer) prefixes.push(longer)
    return { place, prefix: prefixes.length - 1, within: within - before }
  })
  return { count, prefixes, places: next, found }
}

/** Double of the first 48 and the last 16 bits of the number that ascends with it. */
function valueOf(first: number, last: number): number {
  const high = Math.floor(first / BINS)
  const low = (first % BINS) * BINS + last
  const isNegative = high >>> 31 === 0
  const own = new Float64Array(1)
  const words = new Uint32Array(own.buffer)
  words[1] = isNegative ? ~high : high ^ 0x8000_0000
  words[0] = isNegative ? ~low : low
  return own[0]
}
