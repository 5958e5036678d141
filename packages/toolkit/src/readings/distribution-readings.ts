/** The greatest distance of the distribution functions of columns of two files, exactly, without putting them in order. */
import type { ReadOf, Totals } from '@sdc/core'
import { powerOfTwo } from '@sdc/stats'
import { ascendingBits } from './ascending-bits.js'
import { countedCodes, mergedCounts } from './code-counts.js'
import type { ReadColumn } from './column-readings.js'
import type { Reading, Reads } from './reading.js'

/** How many bits are looked at in each reading, of 64. */
const BITS = [16, 8, 8, 16, 16] as const
const starts = BITS.map((_, k) => BITS.slice(0, k).reduce<number>((sum, bits) => sum + bits, 0))

/** What `readDistances` asks for: for the list of readings of a metric. */
export const DISTANCE_READINGS: readonly 'tables'[] = BITS.map(() => 'tables')

/** A column of both files. */
export interface ColumnPairRead {
  readonly original: ReadColumn
  readonly masked: ReadColumn
}

/** How far two distributions are apart. */
export interface ReadDistance {
  /** In [0, 1]: that of `kolmogorovDistance`; NaN where a file has no value. */
  readonly distance: number
  /** How many values the original has, and the masked file. */
  readonly n: number
  readonly m: number
}

/**
 * sup_v |F_y(v) − F_x(v)| of columns: five readings of each.
 *
 * Values are counted by their leading bits. Between two such counts the distance cannot be more than if all values of one file came
 * first: only what begins with bits where that could be more than what was found is counted by its next bits.
 *
 * @param columns - Both files' columns, NaN where missing.
 * @returns By column the distance.
 */
export function* readDistances(columns: readonly ColumnPairRead[]): Reads<readonly ReadDistance[]> {
  let states: readonly Found[] = columns.map(() => ({ distance: 0, n: 0, m: 0, open: [{ prefix: 0, x: 0, y: 0 }] }))
  for (let level = 0; level < BITS.length; level++) {
    const before = states
    const totals = yield [
      ...columns.map(({ original }, j) => bitsReading('original', original, before[j].open, level)),
      ...columns.map(({ masked }, j) => bitsReading('masked', masked, before[j].open, level)),
    ]
    states = columns.map((_, j) => further(before[j], totals[j], totals[columns.length + j], level))
  }
  return states.map(({ distance, n, m }) => ({ distance: n > 0 && m > 0 ? distance : Number.NaN, n, m }))
}

/** Values that begin with the same bits, and how many values of each file are below them. */
interface Stretch {
  readonly prefix: number
  readonly x: number
  readonly y: number
}

interface Found extends ReadDistance {
  /** Where it could be greater, ascending. */
  readonly open: readonly Stretch[]
}

function bitsReading(reads: ReadOf, read: ReadColumn, open: readonly Stretch[], level: number): Reading {
  const [start, bits] = [starts[level], BITS[level]]
  const bins = powerOfTwo(bits)
  const numberOf = new Map(open.map(({ prefix }, k) => [prefix, k]))
  return {
    reads,
    of(block) {
      if (open.length === 0) return new Float64Array(0)
      const values = read(block)
      const codes = new Float64Array(values.length)
      const bitsOf = ascendingBits()
      let count = 0
      for (let i = 0; i < values.length; i++) {
        const value = values[i]
        if (value !== value) continue
        const ascending = bitsOf(value)
        const high = ascending[0]
        const low = ascending[1]
        const number = level === 0 ? 0 : numberOf.get(leading(high, low, start))
        if (number === undefined) continue
        codes[count++] = number * bins + (leading(high, low, start + bits) % bins)
      }
      return countedCodes(codes.subarray(0, count), open.length * bins)
    },
    merge: mergedCounts,
    isTable: true,
  }
}

/** The first so many bits as a number; of 64 all but the first 16, so that it is exact. */
function leading(high: number, low: number, bits: number): number {
  if (bits <= 32) return bits === 32 ? high : high >>> (32 - bits)
  if (bits <= 48) return high * powerOfTwo(bits - 32) + (low >>> (64 - bits))
  return (high & 0xffff) * 2 ** 32 + low
}

/** Goes through the counts of both files side by side. */
function further(before: Found, x: Totals, y: Totals, level: number): Found {
  const { distance, open } = before
  const [n, m] = level === 0 ? [x, y].map(countOf) : [before.n, before.m]
  if (n === 0 || m === 0) return { distance, n, m, open: [] }
  const bins = powerOfTwo(BITS[level])
  let most = distance
  const next: (Stretch & { readonly bound: number })[] = []
  let [a, b] = [0, 0]
  for (const [k, { prefix, x: belowX, y: belowY }] of open.entries()) {
    let [i, j] = [belowX, belowY]
    const isOwn = (rows: Totals, at: number): boolean => at < rows.length && rows[at] < (k + 1) * bins
    while (isOwn(x, a) || isOwn(y, b)) {
      const code = Math.min(isOwn(x, a) ? x[a] : Infinity, isOwn(y, b) ? y[b] : Infinity)
      const ofX = isOwn(x, a) && x[a] === code ? x[a + 1] : 0
      const ofY = isOwn(y, b) && y[b] === code ? y[b + 1] : 0
      if (ofX > 0) a += 2
      if (ofY > 0) b += 2
      const bound = Math.max(Math.abs((i + ofX) / n - j / m), Math.abs(i / n - (j + ofY) / m))
      if (ofX > 0 && ofY > 0) next.push({ prefix: prefix * bins + (code - k * bins), x: i, y: j, bound })
      i += ofX
      j += ofY
      most = Math.max(most, Math.abs(i / n - j / m))
    }
  }
  return { distance: most, n, m, open: next.filter(({ bound }) => bound > most) }
}

function countOf(rows: Totals): number {
  let count = 0
  for (let at = 1; at < rows.length; at += 2) count += rows[at]
  return count
}
