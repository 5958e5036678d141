import { exp, log } from '../mathematics/index.js'

/** Evaluates a polynomial by Horner's scheme, the highest power first. */
function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0
  for (const coefficient of coefficients) value = value * x + coefficient
  return value
}

/** Rational approximations of Φ⁻¹: in the middle by (p − ½)², in the tails by √(−ln p). Source: Wichura 1988, AS 241. */
const middle = {
  over: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  under: [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
}
const tail = {
  over: [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  under: [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
}
const farTail = {
  over: [
    2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  under: [
    2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
}

/**
 * Computes Φ⁻¹(p), the quantile of the standard normal distribution: −∞ at 0, ∞ at 1, NaN outside [0, 1] and for a
 * missing p.
 *
 * Relative error about 1e-16. Source: Wichura 1988, algorithm AS 241 (PPND16).
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN
  const q = p - 0.5
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q
    return (q * polynomial(middle.over, r)) / polynomial(middle.under, r)
  }
  const least = q < 0 ? p : 1 - p
  if (least === 0) return q < 0 ? -Infinity : Infinity
  const r = Math.sqrt(-log(least))
  const { over, under } = r <= 5 ? tail : farTail
  const from = r <= 5 ? r - 1.6 : r - 5
  const size = polynomial(over, from) / polynomial(under, from)
  return q < 0 ? -size : size
}

/** Rational approximations of Φ, by the size of x. Source: Cody 1969. */
const small = {
  over: [0.06568233791820745, 2.2352520354606837, 161.02823106855587, 1067.6894854603709, 18154.98125334356],
  under: [1, 47.202581904688245, 976.0985517377767, 10260.932208618979, 45507.78933502673],
}
const medium = {
  over: [
    1.0765576773720192e-8, 0.39894151208813466, 8.883149794388377, 93.50665613217785, 597.2702763948002,
    2494.5375852903726, 6848.190450536283, 11602.65143764735, 9842.714838383978,
  ],
  under: [
    1, 22.266688044328117, 235.387901782625, 1519.3775994075547, 6485.558298266761, 18615.571640885097,
    34900.95272114598, 38912.00328609327, 19685.429676859992,
  ],
}
const large = {
  over: [
    0.023073441764940174, 0.215898534057957, 0.12740116116024736, 0.022235277870649807, 0.0014216191932278934,
    0.000029112874951168793,
  ],
  under: [1, 1.284260096144911, 0.4682382124808651, 0.06598813786892856, 0.0037823963320275824, 0.00007297515550839662],
}

/**
 * Computes Φ(x), the distribution function of the standard normal distribution; NaN for a missing x.
 *
 * Relative error about 1e-15, in the lower tail too. Source: Cody 1969.
 */
export function normalCdf(x: number): number {
  const size = Math.abs(x)
  if (size <= 0.67448975) return 0.5 + (x * polynomial(small.over, x * x)) / polynomial(small.under, x * x)
  const beyond = upperTail(size)
  return x > 0 ? 1 - beyond : beyond
}

/** Computes 1 − Φ(x) for x > .67; NaN stays NaN. */
function upperTail(x: number): number {
  if (x <= Math.sqrt(32)) return (squareExponential(x) * polynomial(medium.over, x)) / polynomial(medium.under, x)
  if (x > 38.6) return 0
  const inverse = 1 / (x * x)
  const rest = (inverse * polynomial(large.over, inverse)) / polynomial(large.under, inverse)
  return (squareExponential(x) * (1 / Math.sqrt(2 * Math.PI) - rest)) / x
}

/** Computes e^{−x²/2}, with x split so that the rounding of its square does not grow with x. */
function squareExponential(x: number): number {
  const coarse = Math.trunc(x * 16) / 16
  return exp(-0.5 * coarse * coarse) * exp(-0.5 * (x - coarse) * (x + coarse))
}
