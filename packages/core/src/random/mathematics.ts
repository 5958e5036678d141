/**
 * Exponential and logarithm from + − × ÷ alone. The built-in ones may differ in the last bit from one JavaScript engine
 * to the next, and with them every seeded stream; these give the same bytes on all of them. `@sdc/stats` has the others.
 *
 * Source of the methods and coefficients: Sun Microsystems 1993, fdlibm 5.3 (e_exp.c, e_log.c).
 */

const LEAST_EXPONENT = -1074
const GREATEST_EXPONENT = 1023
const powers: Float64Array = /* @__PURE__ */ powersOfTwo()

/** 2^−1074 … 2^1023, by doubling, which is exact. */
function powersOfTwo(): Float64Array {
  const all = new Float64Array(GREATEST_EXPONENT - LEAST_EXPONENT + 1)
  all[0] = Number.MIN_VALUE
  for (let i = 1; i < all.length; i++) all[i] = 2 * all[i - 1]
  return all
}

/** 2^k for a whole k, exactly: 0 below k = −1074, ∞ above k = 1023. */
export function powerOfTwo(k: number): number {
  if (k < LEAST_EXPONENT) return 0
  return k > GREATEST_EXPONENT ? Infinity : powers[k - LEAST_EXPONENT]
}

/**
 * Returns x·2^k, rounded once.
 *
 * @param x - A number in [½, 2].
 * @param k - A whole number from −1100 to 1024.
 * @returns The product.
 */
export function scaleByPower(x: number, k: number): number {
  if (k > GREATEST_EXPONENT) return 2 * x * powers[k - 1 - LEAST_EXPONENT]
  if (k < LEAST_EXPONENT) return x * powers[k + 100 - LEAST_EXPONENT] * powers[-100 - LEAST_EXPONENT]
  return x * powers[k - LEAST_EXPONENT]
}

/** ln 2 in two parts: whole multiples of the first up to 2²⁰ are exact. */
const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10

/**
 * eˣ, within 1 unit of the last place.
 *
 * x = k·ln 2 + r with |r| ≤ ½ ln 2, eˣ = 2^k·eʳ, and eʳ = 1 + r + rc/(2 − c), where c = r − r²·P(r²) and P is a minimax
 * polynomial of degree 4.
 */
export function exp(x: number): number {
  if (!(x > -746)) return x < 0 ? 0 : x
  if (x > 710) return Infinity
  const k = Math.floor(x * Math.LOG2E + 0.5)
  const high = x - k * LN2_HIGH
  const low = k * LN2_LOW
  const r = high - low
  const z = r * r
  const c =
    r -
    z *
      (0.16666666666666602 +
        z *
          (-0.0027777777777015593 +
            z * (0.00006613756321437934 + z * (-0.0000016533902205465252 + z * 4.1381367970572385e-8))))
  return scaleByPower(1 - (low - (r * c) / (2 - c) - high), k)
}

/** A number and its two words; which of them holds the exponent depends on the machine. */
const value: Float64Array = /* @__PURE__ */ new Float64Array([1])
const words: Int32Array = /* @__PURE__ */ new Int32Array(value.buffer)
const HIGH_WORD: number = words[1] === 0 ? 0 : 1

const LEAST_NORMAL = 2.2250738585072014e-308

/** ln x, within 1 unit of the last place; NaN for a negative or missing x. */
export function log(x: number): number {
  return logOfProduct(x, 0)
}

/**
 * Returns ln x + c for a c smaller than the last place of ln x, so that ln(x(1 + c)) keeps the digits that x lacks.
 *
 * x = 2^k(1 + f) with √½ ≤ 1 + f < √2. With s = f/(2 + f), ln(1 + f) = 2 artanh s = f − f²/2 + s(f²/2 + R(s²)), where R
 * is a minimax polynomial of degree 7 without constant term.
 *
 * @param x - A number; below 0 the result is NaN.
 * @param c - The correction.
 * @returns The sum; −∞ for x = 0.
 */
export function logOfProduct(x: number, c: number): number {
  let k = -1023
  if (!(x >= LEAST_NORMAL)) {
    if (x === 0) return -Infinity
    if (!(x > 0)) return Number.NaN
    k -= 54
    x *= 18014398509481984
  }
  if (x === Infinity) return x
  value[0] = x
  const word = words[HIGH_WORD]
  k += word >> 20
  words[HIGH_WORD] = (word & 0xfffff) | 0x3ff00000
  let f = value[0]
  if (f > Math.SQRT2) {
    f *= 0.5
    k++
  }
  f -= 1
  const s = f / (2 + f)
  const z = s * s
  const r =
    z *
    (0.6666666666666735 +
      z *
        (0.3999999999940942 +
          z *
            (0.2857142874366239 +
              z *
                (0.22222198432149784 +
                  z * (0.1818357216161805 + z * (0.15313837699209373 + z * 0.14798198605116586))))))
  const half = 0.5 * f * f
  return k * LN2_HIGH - (half - (s * (half + r) + (k * LN2_LOW + c)) - f)
}
