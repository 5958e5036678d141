import type { Totals } from '@sdc/core'

/** Joins totals into one array: their number, their lengths, and their values. */
export function joined(all: readonly Totals[]): Totals {
  const whole = new Float64Array(all.reduce((sum, { length }) => sum + length, 1 + all.length))
  whole[0] = all.length
  let at = 1 + all.length
  for (const [k, own] of all.entries()) {
    whole[1 + k] = own.length
    whole.set(own, at)
    at += own.length
  }
  return whole
}

/** Returns joined totals as views. */
export function apart(whole: Totals): readonly Totals[] {
  const [count] = whole
  let at = 1 + count
  return Array.from({ length: count }, (_, k) => whole.subarray(at, (at += whole[1 + k])))
}
