/** Horner's scheme, the highest power first. */
function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0
  for (const coefficient of coefficients) value = value * x + coefficient
  return value
}

/** Rational approximations of Φ⁻¹: in the middle by (p − ½)², in the tails by √(−ln p). Source: Wichura 1988, AS 241. */
const middle = {
  over: [
    2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457, 13731.693765509461125,
    1971.5909503065514427, 133.14166789178437745, 3.387132872796366608,
  ],
  under: [
    5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867, 5394.1960214247511077,
    687.1870074920579083, 42.313330701600911252, 1,
  ],
}
const tail = {
  over: [
    7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177, 1.27045825245236838258,
    3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734,
  ],
  under: [
    1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459,
    0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187, 1,
  ],
}
const farTail = {
  over: [
    2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386, 0.026532189526576123093,
    0.29656057182850489123, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772,
  ],
  under: [
    2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4,
    0.0148753612908506148525, 0.13692988092273580531, 0.59983220655588793769, 1,
  ],
}

/**
 * Φ⁻¹(p), the quantile of the standard normal distribution: −∞ at 0, ∞ at 1, NaN outside [0, 1] and for a missing p.
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
  const r = Math.sqrt(-Math.log(least))
  const { over, under } = r <= 5 ? tail : farTail
  const from = r <= 5 ? r - 1.6 : r - 5
  const size = polynomial(over, from) / polynomial(under, from)
  return q < 0 ? -size : size
}

/** Rational approximations of Φ, by the size of x. Source: Cody 1969. */
const small = {
  over: [
    0.065682337918207449113, 2.2352520354606839287, 161.02823106855587881, 1067.6894854603709582, 18154.981253343561249,
  ],
  under: [1, 47.20258190468824187, 976.09855173777669322, 10260.932208618978205, 45507.789335026729956],
}
const medium = {
  over: [
    1.0765576773720192317e-8, 0.39894151208813466764, 8.8831497943883759412, 93.506656132177855979,
    597.27027639480026226, 2494.5375852903726711, 6848.1904505362823326, 11602.651437647350124, 9842.7148383839780218,
  ],
  under: [
    1, 22.266688044328115691, 235.38790178262499861, 1519.377599407554805, 6485.558298266760755, 18615.571640885098091,
    34900.952721145977266, 38912.003286093271411, 19685.429676859990727,
  ],
}
const large = {
  over: [
    0.02307344176494017303, 0.21589853405795699, 0.1274011611602473639, 0.022235277870649807, 0.001421619193227893466,
    2.9112874951168792e-5,
  ],
  under: [
    1, 1.28426009614491121, 0.468238212480865118, 0.0659881378689285515, 0.00378239633202758244, 7.29751555083966205e-5,
  ],
}

/**
 * Φ(x), the distribution function of the standard normal distribution; NaN for a missing x.
 *
 * Relative error about 1e-15, in the lower tail too. Source: Cody 1969.
 */
export function normalCdf(x: number): number {
  const size = Math.abs(x)
  if (size <= 0.67448975) return 0.5 + (x * polynomial(small.over, x * x)) / polynomial(small.under, x * x)
  const beyond = upperTail(size)
  return x > 0 ? 1 - beyond : beyond
}

/** 1 − Φ(x) for x > .67; NaN stays NaN. */
function upperTail(x: number): number {
  if (x <= Math.sqrt(32)) return (squareExponential(x) * polynomial(medium.over, x)) / polynomial(medium.under, x)
  if (x > 38.6) return 0
  const inverse = 1 / (x * x)
  const rest = (inverse * polynomial(large.over, inverse)) / polynomial(large.under, inverse)
  return (squareExponential(x) * (1 / Math.sqrt(2 * Math.PI) - rest)) / x
}

/** e^{−x²/2}, x split so that the rounding of its square does not grow with x. */
function squareExponential(x: number): number {
  const coarse = Math.trunc(x * 16) / 16
  return Math.exp(-0.5 * coarse * coarse) * Math.exp(-0.5 * (x - coarse) * (x + coarse))
}
