import { powerOfTwo, scaleByPower } from '@sdc/core'

const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10

/**
 * Computes eˣ − 1 with full accuracy near x = 0 too, within 1 unit of the last place.
 *
 * x = k·ln 2 + r with |r| ≤ ½ ln 2, and eʳ − 1 = r + r²/2 + … by a rational function of the even part of r(eʳ + 1)/(eʳ
 * − 1); the rounding error of r is carried along. Source: Sun Microsystems 1993, fdlibm 5.3 (s_expm1.c).
 */
export function expm1(x: number): number {
  if (Math.abs(x) < 5e-17 || Number.isNaN(x)) return x
  if (x < -40) return -1
  if (x > 710) return Infinity
  const k = Math.abs(x) < 0.5 * Math.LN2 ? 0 : Math.floor(x * Math.LOG2E + 0.5)
  const high = x - k * LN2_HIGH
  const low = k * LN2_LOW
  const r = high - low
  const lost = high - r - low
  const half = 0.5 * r
  const square = r * half
  const even =
    1 +
    square *
      (-0.03333333333333313 +
        square *
          (0.0015873015872548146 +
            square * (-0.0000793650757867488 + square * (0.000004008217827329362 + square * -2.0109921818362437e-7))))
  const t = 3 - even * half
  const quotient = square * ((even - t) / (6 - r * t))
  // eʳ − 1 = r − rest
  const rest = r * (quotient - lost) - lost - square
  if (k === -1) return 0.5 * (r - rest) - 0.5
  if (k === 1) return r < -0.25 ? -2 * (rest - (r + 0.5)) : 1 + 2 * (r - rest)
  if (k <= -2 || k > 56) return scaleByPower(1 - (rest - r), k) - 1
  const unit = powerOfTwo(-k)
  return scaleByPower(k < 20 ? 1 - unit - (rest - r) : r - (rest + unit) + 1, k)
}
