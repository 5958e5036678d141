import { variance } from '@sdc/stats'

/**
 * Computes Var(y − z)/Var(y − x), the share of a masked column's change that is noise instead of permutation.
 *
 * x, y, z: n linked original, masked and reverse-mapped values, none missing. null if all records changed by the same
 * amount: only a shift is left, and the share is 0/0. A shift y = x + c is known up to rounding. x, y and their
 * difference (at most twice the larger of them) have errors of half a unit in the last place, together at most
 * 2·2⁻⁵²·max(|x|, |y|). Changes that agree with one c within that are one shift. Values near either end of the range of
 * numbers are scaled by a power of two. Both changes are divided by the greatest, so that no difference or square
 * overflows or underflows. Noise never exceeds the greatest change, since the sorted order of two files is the closest
 * one.
 */
export function noiseShareOf(x: Float64Array, y: Float64Array, z: Float64Array): number | null {
  const greatest = x.reduce((most, value, i) => Math.max(most, Math.abs(value), Math.abs(y[i])), 0)
  const scale = greatest > 2 ** 1000 ? 2 ** -1 : greatest < 2 ** -900 ? 2 ** 900 : 1
  const change = y.map((value, i) => value * scale - x[i] * scale)
  // Limits between which the shift lies, if there is one.
  let atLeast = -Infinity
  let atMost = Infinity
  let unit = 0
  for (let i = 0; i < change.length; i++) {
    const rounding = 2 * Number.EPSILON * scale * Math.max(Math.abs(x[i]), Math.abs(y[i]))
    atLeast = Math.max(atLeast, change[i] - rounding)
    atMost = Math.min(atMost, change[i] + rounding)
    unit = Math.max(unit, Math.abs(change[i]))
  }
  if (atLeast <= atMost) return null
  const noise = y.map((value, i) => (value * scale - z[i] * scale) / unit)
  return variance(noise) / variance(change.map((one) => one / unit))
}
