import { scaleByPower } from '@sdc/core'
import { upperHalf } from './halves.js'
import { log2High, log2Low } from './log2.js'

/** ln 2 in two parts. */
const LN2_HIGH = 0.6931471824645996
const LN2_LOW = -1.904654299957768e-9

/**
 * Computes x to the power y, within 1 unit of the last place. Special values are those of `**`: anything to the power 0
 * is 1; a negative x has whole powers only (NaN else); 1 to the power ±∞ is NaN.
 *
 * |x|^y = 2^{y·log₂|x|}, the exponent in two parts. Source: Sun Microsystems 1993, fdlibm 5.3 (e_pow.c).
 *
 * @param x - Base.
 * @param y - Exponent.
 * @returns The power.
 */
export function pow(x: number, y: number): number {
  if (y === 0) return 1
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN
  if (y === 1) return x
  const size = Math.abs(x)
  // For a y this large that is not NaN the result is 0 or ∞, unless the base is 1.
  if (Math.abs(y) > 1e21) {
    if (size === 1) return Number.isFinite(y) ? 1 : Number.NaN
    return size > 1 === y > 0 ? Infinity : 0
  }
  const isWhole = Math.floor(y) === y
  const isNegative = isWhole && (x < 0 || Object.is(x, -0)) && Math.abs(y % 2) === 1
  if (size === 0 || size === Infinity) {
    const end = (size === 0) === y > 0 ? 0 : Infinity
    return isNegative ? -end : end
  }
  if (x < 0 && !isWhole) return Number.NaN
  const power = positivePower(size, y)
  return isNegative ? -power : power
}

function positivePower(x: number, y: number): number {
  const logHigh = log2High(x)
  const logLow = log2Low
  const yHigh = upperHalf(y)
  const low = (y - yHigh) * logHigh + y * logLow
  const high = yHigh * logHigh
  const exponent = low + high
  if (exponent > 1025) return Infinity
  if (exponent < -1080) return 0
  const k = Math.floor(exponent + 0.5)
  const fractionHigh = upperHalf(high - k + low)
  const u = fractionHigh * LN2_HIGH
  const v = (low - (fractionHigh - (high - k))) * Math.LN2 + fractionHigh * LN2_LOW
  // eᶻ with z = u + v as in exp, and w, the rounding error of z.
  const z = u + v
  const w = v - (z - u)
  const square = z * z
  const c =
    z -
    square *
      (0.16666666666666602 +
        square *
          (-0.0027777777777015593 +
            square * (0.00006613756321437934 + square * (-0.0000016533902205465252 + square * 4.1381367970572385e-8))))
  return scaleByPower(1 - ((z * c) / (c - 2) - (w + z * w) - z), k)
}
