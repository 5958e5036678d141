import { log10 } from '../mathematics/index.js'

/** Returns ⌊percent·count/100⌋, also if the product is rounded to just below a whole number: .57 % of 10,000 is 57. */
export function percentOf(percent: number, count: number): number {
  return Math.floor((percent * count) / 100 + 1e-9)
}

/**
 * Smallest percent with four digits for which `percentOf` gives at least `part` of `count`: 100·part/count, rounded up.
 */
export function smallestPercent(count: number, part = 1): number {
  const least = (100 * part) / count
  const digits = Math.max(0, 3 - Math.floor(log10(least)))
  const rounded = Number(least.toFixed(digits))
  return percentOf(rounded, count) >= part ? rounded : Number((least + Number(`1e${-digits}`)).toFixed(digits))
}
