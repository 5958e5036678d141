/** Values at places of the order of a column, exactly, without putting it in order: values are counted by their leading bits. */
import type { ReadOf, Totals } from '@sdc/core'
import { ascendingBits } from './ascending-bits.js'
import { countedCodes, mergedCounts } from './code-counts.js'
import type { ReadColumn } from './column-readings.js'
import type { ReadBlock, Reading, Reads } from './reading.js'

/** So many bits are looked at in a reading, of 64. */
const BITS = 16
const BINS = 1 << BITS
const READINGS = 64 / BITS

/** What `readPlaces` asks for: for the list of readings of a metric. */
export const PLACE_READINGS: readonly 'tables'[] = Array.from({ length: READINGS }, () => 'tables')

/** Some values of a column. */
export interface PlacedValues {
  /** How many values the column has that are not missing. */
  readonly count: number
  /** The value at a place that was asked for, from 0 for the least; −0 is 0. NaN where there is none. */
  at(place: number): number
}

/**
 * Finds the values at some places of columns: four readings of each, whatever its length.
 *
 * A value is looked for by 16 bits at a time, of a number of 64 that ascends with it: how many values begin so says which bits the
 * one that is wanted begins with, and only values that begin so are counted next.
 *
 * @param reads - Whose records.
 * @param columns - The columns, NaN where missing.
 * @param wanted - The places, from 0, of column j that has so many values; others are left out.
 * @param besides - What else is read with the first of them, a table.
 * @returns The values, by column; and the totals of what was read besides.
 */
export function* readPlaces(
  reads: ReadOf,
  columns: readonly ReadColumn[],
  wanted: (count: number, j: number) => readonly number[],
  besides: readonly Reading[] = [],
): Reads<{ readonly columns: readonly PlacedValues[]; readonly besides: readonly Totals[] }> {
  let states: readonly Searched[] = columns.map(() => ({ count: 0, prefixes: [''], places: [], found: new Map() }))
  let others: readonly Totals[] = []
  for (let reading = 0; reading < READINGS; reading++) {
    const before = states
    const totals = yield [
      ...columns.map((read, j) => bitsReading(reads, read, before[j].prefixes, reading)),
      ...(reading === 0 ? besides : []),
    ]
    if (reading === 0) others = totals.slice(columns.length)
    states = before.map((state, j) => further(state, totals[j], (count) => wanted(count, j)))
  }
  return {
    columns: states.map(({ count, found }) => ({ count, at: (place) => valueOf(found.get(place)) })),
    besides: others,
  }
}

/** How far the search in one column is. */
interface Searched {
  readonly count: number
  /** The leading bits, as text of 16-bit numbers, of values that are counted next. */
  readonly prefixes: readonly string[]
  /** Places that are looked for, each among the values that begin with one of them. */
  readonly places: readonly { readonly place: number; readonly prefix: number; readonly within: number }[]
  /** By place the leading bits that are known. */
  readonly found: ReadonlyMap<number, string>
}

/** Counts by prefix and the next bits: rows of a number that is both, ascending, and how many values there are. */
function bitsReading(reads: ReadOf, read: ReadColumn, prefixes: readonly string[], reading: number): Reading {
  return {
    reads,
    of(block: ReadBlock) {
      if (prefixes.length === 0) return new Float64Array(0)
      const numberOf = prefixNumbers(prefixes)
      const bitsOf = ascendingBits()
      const halves = [0, 0, 0, 0]
      const values = read(block)
      const codes = new Float64Array(values.length)
      let count = 0
      for (let i = 0; i < values.length; i++) {
        const value = values[i]
        if (value !== value) continue
        const ascending = bitsOf(value)
        const high = ascending[0]
        const low = ascending[1]
        halves[0] = high >>> BITS
        halves[1] = high & (BINS - 1)
        halves[2] = low >>> BITS
        halves[3] = low & (BINS - 1)
        const prefix = numberOf(halves, reading)
        if (prefix >= 0) codes[count++] = prefix * BINS + halves[reading]
      }
      return countedCodes(codes.subarray(0, count), prefixes.length * BINS)
    },
    merge: mergedCounts,
    isTable: true,
  }
}

/** The number of the prefix that bits begin with, −1 where they begin with none. */
function prefixNumbers(prefixes: readonly string[]): (halves: readonly number[], length: number) => number {
  if (prefixes.length === 1 && prefixes[0] === '') return () => 0
  // By the first number those that begin so; there are few.
  const byFirst = new Map<number, { readonly halves: readonly number[]; readonly number: number }[]>()
  prefixes.forEach((prefix, number) => {
    const halves = halvesOf(prefix)
    const held = byFirst.get(halves[0])
    if (held) held.push({ halves, number })
    else byFirst.set(halves[0], [{ halves, number }])
  })
  const isFirst = new Uint8Array(BINS)
  for (const first of byFirst.keys()) isFirst[first] = 1
  return (halves, length) => {
    if (isFirst[halves[0]] === 0) return -1
    for (const one of byFirst.get(halves[0]) ?? []) {
      let k = 1
      while (k < length && one.halves[k] === halves[k]) k++
      if (k === length) return one.number
    }
    return -1
  }
}

const halvesOf = (prefix: string): number[] => (prefix === '' ? [] : prefix.split(' ').map(Number))

/** The search once the next bits are counted. */
function further(state: Searched, totals: Totals, wanted: (count: number) => readonly number[]): Searched {
  const isFirst = state.found.size === 0 && state.prefixes[0] === ''
  let { count, places } = state
  if (isFirst) {
    count = 0
    for (let at = 1; at < totals.length; at += 2) count += totals[at]
    const asked = [...new Set(wanted(count))].filter((place) => place >= 0 && place < count)
    places = asked.map((place) => ({ place, prefix: 0, within: place }))
  }
  const prefixes: string[] = []
  const numbers = new Map<string, number>()
  const found = new Map<number, string>()
  const next = places.map(({ place, prefix, within }) => {
    let before = 0
    for (let at = 0; at < totals.length; at += 2) {
      if (Math.floor(totals[at] / BINS) !== prefix) continue
      if (within < before + totals[at + 1]) {
        const begin = state.prefixes[prefix]
        const text = `${begin === '' ? '' : `${begin} `}${totals[at] % BINS}`
        if (!numbers.has(text)) numbers.set(text, prefixes.push(text) - 1)
        found.set(place, text)
        return { place, prefix: numbers.get(text) as number, within: within - before }
      }
      before += totals[at + 1]
    }
    throw new Error(`place ${place} is beyond the values that were counted`)
  })
  return { count, prefixes, places: next, found }
}

function valueOf(bits: string | undefined): number {
  const halves = bits === undefined ? [] : halvesOf(bits)
  if (halves.length < READINGS) return Number.NaN
  const high = ((halves[0] << BITS) | halves[1]) >>> 0
  const low = ((halves[2] << BITS) | halves[3]) >>> 0
  const isNegative = high >>> 31 === 0
  const own = new Float64Array(1)
  const words = new Uint32Array(own.buffer)
  words[1] = isNegative ? ~high : high ^ 0x8000_0000
  words[0] = isNegative ? ~low : low
  return own[0]
}
