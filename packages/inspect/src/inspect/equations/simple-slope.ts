/** Greatest relative distance of a slope from the simple number that replaces it. */
const NEAR = 1e-3

/**
 * Returns the simple number near a slope: an integer up to 12, a power of ten, or the inverse of one of these;
 * undefined if there is none.
 */
export function simpleSlope(slope: number): number | undefined {
  const size = Math.abs(slope)
  const candidates = [Math.round(size), 1 / Math.round(1 / size), powerNear(size)]
  const near = candidates.find(
    (one) => one > 0 && one < Infinity && isSimple(one) && Math.abs(size - one) <= NEAR * one,
  )
  return near === undefined ? undefined : Math.sign(slope) * near
}

function isSimple(value: number): boolean {
  const whole = value >= 1 ? value : Math.round(1 / value)
  return whole <= 12 || [100, 1000, 10_000, 100_000, 1e6, 60, 52, 24, 365].includes(whole)
}

function powerNear(size: number): number {
  let power = 1
  for (let k = 0; k < 6 && power < 0.999 * size; k++) power *= 10
  for (let k = 0; k < 6 && power > 1.001 * size; k++) power /= 10
  return power >= 1 ? power : 1 / Math.round(1 / power)
}
