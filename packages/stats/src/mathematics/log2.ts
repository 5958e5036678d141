import { upperHalf } from './halves.js'

const value: Float64Array = /* @__PURE__ */ new Float64Array([1])
const words: Int32Array = /* @__PURE__ */ new Int32Array(value.buffer)
const HIGH_WORD: number = words[1] === 0 ? 0 : 1

const LEAST_NORMAL = 2.2250738585072014e-308

/** 2/(3 ln 2) and log₂ 1.5, each whole and in two parts. */
const CP = 0.9617966939259756
const CP_HIGH = 0.9617967009544373
const CP_LOW = -7.028461650952758e-9
const LOG2_OF_1_5_HIGH = 0.5849624872207642
const LOG2_OF_1_5_LOW = 1.350039202129749e-8

/**
 * Remainder of `log2High`: log₂ x is its result, of 26 bits, plus this. It is a variable, as a pair would allocate an
 * object per call.
 */
export let log2Low = 0

/**
 * Returns log₂ x for 0 < x < ∞ in two parts, to about 70 bits; the second part is in `log2Low`.
 *
 * x = 2^k·m with √½·√1.5 ≤ m < √3. With c = 1 or 1.5 and s = (m − c)/(m + c), log₂ x = k + log₂ c + (2s/ln 2)·(1 + s²/3
 * + …). s, s² and the sum have two parts, and the terms from s⁴ on are a minimax polynomial. Source: Sun Microsystems
 * 1993, fdlibm 5.3 (e_pow.c).
 */
export function log2High(x: number): number {
  let k = -1023
  if (x < LEAST_NORMAL) {
    k -= 54
    x *= 18014398509481984
  }
  value[0] = x
  const word = words[HIGH_WORD]
  k += word >> 20
  words[HIGH_WORD] = (word & 0xfffff) | 0x3ff00000
  let m = value[0]
  const isAboveOne = m >= 1.224744871391589 && m < 1.7320508075688772
  const c = isAboveOne ? 1.5 : 1
  if (m >= 1.7320508075688772) {
    m *= 0.5
    k++
  }
  const over = m - c
  const inverse = 1 / (m + c)
  const s = over * inverse
  const sHigh = upperHalf(s)
  const underHigh = upperHalf(m + c)
  const underLow = m - (underHigh - c)
  const sLow = inverse * (over - sHigh * underHigh - sHigh * underLow)
  const z = s * s
  const tail =
    z *
      z *
      (0.5999999999999946 +
        z *
          (0.4285714285785502 +
            z *
              (0.33333332981837743 + z * (0.272728123808534 + z * (0.23066074577556175 + z * 0.20697501780033842))))) +
    sLow * (sHigh + s)
  const squareHigh = sHigh * sHigh
  const seriesHigh = upperHalf(3 + squareHigh + tail)
  const seriesLow = tail - (seriesHigh - 3 - squareHigh)
  const u = sHigh * seriesHigh
  const v = sLow * seriesHigh + seriesLow * s
  const sumHigh = upperHalf(u + v)
  const sumLow = v - (sumHigh - u)
  const productHigh = CP_HIGH * sumHigh
  const productLow = CP_LOW * sumHigh + sumLow * CP + (isAboveOne ? LOG2_OF_1_5_LOW : 0)
  const base = isAboveOne ? LOG2_OF_1_5_HIGH : 0
  const high = upperHalf(productHigh + productLow + base + k)
  log2Low = productLow - (high - k - base - productHigh)
  return high
}

/** Computes log₂ x, within 1 unit of the last place; exact for a power of 2. NaN for a negative or missing x. */
export function log2(x: number): number {
  if (!(x > 0 && x < Infinity)) return x === 0 ? -Infinity : x > 0 ? x : Number.NaN
  const high = log2High(x)
  return high + log2Low
}

const LOG10_OF_2 = 0.3010299956639812
/** First 26 bits of log₁₀ 2, and the rest. */
const LOG10_OF_2_HIGH = 0.3010299950838089
const LOG10_OF_2_LOW = 5.801722962879576e-10

/** Computes log₁₀ x, within 1 unit of the last place; whole if x is a power of 10. NaN for a negative or missing x. */
export function log10(x: number): number {
  if (!(x > 0 && x < Infinity)) return x === 0 ? -Infinity : x > 0 ? x : Number.NaN
  const high = log2High(x)
  return high * LOG10_OF_2_HIGH + (high * LOG10_OF_2_LOW + log2Low * LOG10_OF_2)
}
