import { commonStep } from '@sdc/stats/internal'

/** Numbers as whole multiples of 1/scale, whose sums are exact in whatever order; scale 0 where there is no such scale. */
export interface Scaled {
  readonly scale: number
  /** Multiples where there is a scale, else the numbers themselves. */
  readonly numbers: Float64Array
}

/**
 * Numbers with few decimals as whole numbers: sums of 0.1 then have no digits that the data do not have, totals are exactly
 * what their parts make, and no order of records matters. O(n·decimals).
 *
 * @param numbers - The numbers, all finite.
 * @returns The multiples; the numbers themselves where they share no step, or their sum would have more than 53 bits.
 */
export function scaled(numbers: Float64Array): Scaled {
  const scale = commonStep(numbers)?.scale ?? 0
  let size = 0
  for (let i = 0; i < numbers.length; i++) size += Math.abs(numbers[i])
  if (scale === 0 || !(size * scale < Number.MAX_SAFE_INTEGER / 2)) return { scale: 0, numbers }
  return { scale, numbers: numbers.map((x) => Math.round(x * scale)) }
}

/** The numbers again, in place. */
export function unscaled(sums: Float64Array, scale: number): Float64Array {
  if (scale > 1) for (let i = 0; i < sums.length; i++) sums[i] /= scale
  return sums
}
