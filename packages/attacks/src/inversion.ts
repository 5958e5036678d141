import { numeric, SdcError } from '@sdc/core'
import { matchImages } from './inversion-match.js'
import { keyCodes, refuseInfinite } from '@sdc/toolkit'

/** Maximum distance of f(z_j) from y_i; 0 (the default) if the masked file has every digit. */
export interface InversionOptions {
  readonly tolerance?: number
}

/** Intruder's knowledge about every masked record. */
export interface Inversion {
  /** Only possible original value; NaN if there are several, or none. */
  readonly recovered: Float64Array
  /** Number of different possible originals; 0 if the masked value is missing or fits no image. */
  readonly candidates: Int32Array
  /** Number of masked records with a value. */
  readonly used: number
  /** Number of these that no released value fits: f is another function, or the masked file was rounded. */
  readonly unmatched: number
  /** Share of the used records with one candidate; null if none is used. */
  readonly rate: number | null
}

/**
 * Inverts one column deterministically: the candidates for x_i are the z_j with |f(z_j) − y_i| ≤ tolerance.
 *
 * f(z) is a permutation of y, and the permutation that turns f(z) into y turns z into x. The lengths of z and y may
 * differ. x_i is always a candidate. An injective f recovers every record; t equal masked values of t different
 * originals have t candidates each. Missing values (NaN): a missing z_j is not a candidate; a missing y_i discloses
 * nothing. −0 equals 0. Cost: O(n) besides the n calls of f: radix sorts and one sweep, for every tolerance. Source:
 * Muralidhar, Sarathy & Domingo-Ferrer 2014, section 3, on publications next to Z. Worked example: f(x) =
 * 10·round(x/10), z = (14, 31, 12) and y = (10, 30, 10): 31 is recovered, the others have candidates 14 and 12.
 *
 * @param z - Released values in any order, a permutation of the originals x (e.g. a reverse-mapped column).
 * @param y - Masked values, y_i = f(x_i).
 * @param f - Published masking, a function of the value only.
 * @param options - Tolerance of f(z_j).
 * @returns The candidates of every masked record, and the rate of recovered ones.
 * @throws BAD_PARAMETER for a tolerance that is not ≥ 0, NOT_NUMERIC if z, y or f(z) is not finite.
 */
export function invert(
  z: Float64Array,
  y: Float64Array,
  f: (value: number) => number,
  { tolerance = 0 }: InversionOptions = {},
): Inversion {
  requireTolerance(tolerance)
  refuseInfinite(z, 'released')
  refuseInfinite(y, 'masked')
  const images = new Float64Array(z.length)
  for (let j = 0; j < z.length; j++) images[j] = Number.isNaN(z[j]) ? Number.NaN : image(f(z[j]), z[j], j)
  const { candidates, records } = matchImages(images, y, valueCodes(z), tolerance)
  const recovered = Float64Array.from(records, (record) => (record < 0 ? Number.NaN : z[record]))
  return { recovered, candidates, ...inversionRate(candidates, (i) => Number.isNaN(y[i])) }
}

/** Counts the used, unmatched and recovered records. */
export function inversionRate(
  candidates: Int32Array,
  isMissing: (record: number) => boolean,
): Pick<Inversion, 'used' | 'unmatched' | 'rate'> {
  let used = 0
  let unmatched = 0
  let recovered = 0
  for (let i = 0; i < candidates.length; i++) {
    if (isMissing(i)) continue
    used++
    if (candidates[i] === 0) unmatched++
    if (candidates[i] === 1) recovered++
  }
  return { used, unmatched, rate: used === 0 ? null : recovered / used }
}

/** Returns codes 0, 1, … of values, equal for equal values; −1 for a missing one. */
export function valueCodes(values: Float64Array): Int32Array {
  return keyCodes(numeric(values))
}

export function requireTolerance(tolerance: number): void {
  if (tolerance >= 0 && tolerance < Infinity) return
  const message = `the tolerance ${tolerance} is not a number >= 0`
  throw new SdcError('BAD_PARAMETER', message, { parameter: 'tolerance' }, 'Give half of the last digit, or 0.')
}

/** Refuses a value of f that is not finite: such a function cannot have made the masked file. */
export function image(masked: number, released: number, j: number): number {
  if (Number.isFinite(masked)) return masked
  const message = `the function gives ${masked} for ${released}, the released value of record ${j + 1}`
  throw new SdcError('NOT_NUMERIC', message, { row: j + 1 }, 'Give the function that made the masked file.')
}
