import { numericValues, type Dataset } from '@sdc/core'
import { hypot } from '@sdc/stats'
import { spread, type Spread } from '@sdc/stats/internal'

/** Unit of a linkage column: see the parameter `scale` of risk/dbrl. */
export type KeyScale = 'separate' | 'pooled' | 'original' | 'none'

/** Two files by their linkage columns, in the units of the distance. */
export interface DistanceKeys {
  readonly original: readonly Float64Array[]
  readonly masked: readonly Float64Array[]
  /**
   * Constant that was subtracted from both files' values, for each column in the same units, if that may have cost a
   * rounding.
   */
  readonly slack: Float64Array
  /** Mean squared difference of unrelated records, one from each file, for each column. */
  readonly apart: Float64Array
}

/** Map v ↦ (v − base)/unit − shift. */
interface KeyMap {
  readonly base: number
  readonly unit: number
  readonly shift: number
}

/**
 * Returns the spread of each of these columns, over all its present values. Cost: O(nd).
 *
 * @param data - A file.
 * @param names - d numeric columns.
 * @returns d spreads.
 */
export function spreadsOf(data: Dataset, names: readonly string[]): Spread[] {
  return names.map((name) => spread(numericValues(data, name)))
}

/**
 * Returns the linkage columns of both files, with the differences of (v − mean)/sd and as many digits as the values
 * have.
 *
 * A difference needs no mean, and subtracting one costs the digits of all values if a huge value increases it. So each
 * column is (v − b)/s, with b the original value nearest to zero if all have one sign. If each file has its own scale,
 * the masked columns are moved by Δ = m_x/s_x − m_y/s_y, the means being those of v − b; a Δ within the rounding of the
 * two means is ignored. Cost: O(nd).
 *
 * @param original - The original's columns, d × n.
 * @param masked - The same of the masked file, d × m.
 * @param x - Spread of the original's columns.
 * @param y - Spread of the masked columns.
 * @param scale - Unit of a column; one without spread is 0 everywhere.
 * @returns The columns of both files.
 */
export function distanceKeys(
  original: readonly Float64Array[],
  masked: readonly Float64Array[],
  x: readonly Spread[],
  y: readonly Spread[],
  scale: KeyScale,
): DistanceKeys {
  const maps = x.map((one, j) => keyMaps(one, y[j], scale))
  return {
    original: original.map((column, j) => mapped(column, maps[j].original)),
    masked: masked.map((column, j) => mapped(column, maps[j].masked)),
    slack: Float64Array.from(maps, (one, j) => slackOf(one, x[j], y[j])),
    apart: Float64Array.from(maps, (one, j) => apartOf(one, x[j], y[j])),
  }
}

interface BothMaps {
  readonly original: KeyMap
  readonly masked: KeyMap
}

function keyMaps(x: Spread, y: Spread, scale: KeyScale): BothMaps {
  if (scale === 'separate') {
    return {
      original: { base: x.base, unit: x.sd, shift: 0 },
      masked: { base: y.base, unit: y.sd, shift: shiftBetween(x, y) },
    }
  }
  const unit = scale === 'none' ? 1 : scale === 'original' ? x.sd : hypot(x.sd, y.sd)
  const map = { base: x.base, unit, shift: 0 }
  return { original: map, masked: map }
}

/** Roundings of a mean, of a standard deviation and of their ratio, in halves of the last bit. */
const ROUNDINGS = 16 * 2 ** -53

/** Returns the shift of the masked keys that makes both means equal. */
function shiftBetween(x: Spread, y: Spread): number {
  if (!(x.sd > 0 && y.sd > 0)) return 0
  const [one, other] = [x.mean / x.sd, y.mean / y.sd]
  const apart = other - one
  const held = (s: Spread): number => (s.whole ? 0 : Math.abs(s.base / s.sd))
  const rounding = ROUNDINGS * (Math.abs(one) + Math.abs(other) + held(x) + held(y))
  return Math.abs(apart) <= rounding ? 0 : apart
}

/** Maps a column by a loop: `map` makes an object of each value. */
function mapped(column: Float64Array, { base, unit, shift }: KeyMap): Float64Array {
  const keys = new Float64Array(column.length)
  for (let i = 0; i < column.length; i++) {
    const value = column[i]
    keys[i] = unit > 0 ? (value - base) / unit - shift : value === value ? 0 : value
  }
  return keys
}

/**
 * Returns the distance of values from zero, in standard deviations, for decimals that were rounded when they were read.
 *
 * @param x - Spread of the original's column.
 * @param y - Spread of the masked one.
 * @returns The greater of both files; 0 for whole numbers, which are exact.
 */
export function awayFromZero(x: Spread, y: Spread): number {
  if (x.whole && y.whole) return 0
  return Math.max(...[x, y].map(({ base, sd }) => (sd > 0 ? Math.abs(base / sd) : 0)))
}

/** Returns Var a + Var b + (mean a − mean b)², in the units of the key. */
function apartOf({ original, masked }: BothMaps, x: Spread, y: Spread): number {
  const variance = ({ unit }: KeyMap, { sd }: Spread): number => (unit > 0 ? (sd / unit) * (sd / unit) : 0)
  const place = ({ base, unit, shift }: KeyMap, own: Spread): number =>
    unit > 0 ? (own.mean + (own.base - base)) / unit - shift : 0
  const between = place(original, x) - place(masked, y)
  return variance(original, x) + variance(masked, y) + between * between
}

function slackOf({ original, masked }: BothMaps, x: Spread, y: Spread): number {
  const of = ({ base, unit, shift }: KeyMap): number =>
    unit > 0 ? (x.whole && y.whole ? 0 : Math.abs(base / unit)) + Math.abs(shift) : 0
  return Math.max(of(original), of(masked))
}
