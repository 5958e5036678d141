import { exp, log, log1p, pow } from '../../mathematics/index.js'

/** From this value on the series below has 16 digits. */
const LARGE = 12

/** Computes ln Γ(x) − ((x − ½) ln x − x + ½ ln 2π) for x ≥ 12. Source: Abramowitz & Stegun 1964, 6.1.41. */
export function stirlingRest(x: number): number {
  const r = 1 / (x * x)
  return (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * (1 / 1188))))) / x
}

/**
 * Computes Γ(x) for x > 0, with a relative error below 1e-13; ∞ above 171.62. Uses Stirling's series, from x + n if x
 * is small.
 */
export function gammaFunction(x: number): number {
  if (x > 172) return Infinity
  let shifted = x
  let product = 1
  for (; shifted < LARGE; shifted++) product *= shifted
  // Two factors, since the power itself may overflow.
  const root = pow(shifted, (shifted - 0.5) / 2)
  return (root * exp(stirlingRest(shifted) - shifted) * root * Math.sqrt(2 * Math.PI)) / product
}

/** Computes ln Γ(a + 1) for a > 0. */
export function logGammaOfNext(a: number): number {
  if (a < LARGE) return log(gammaFunction(a + 1))
  return a * (log(a) - 1) + 0.5 * log(2 * Math.PI * a) + stirlingRest(a)
}

/** Computes ln Γ(a + ½) − ln Γ(a) for a > 0, without the cancellation of the difference. */
export function logGammaHalfStep(a: number): number {
  let shifted = a
  let product = 1
  for (; shifted < LARGE; shifted++) product *= shifted / (shifted + 0.5)
  const rest = stirlingRest(shifted + 0.5) - stirlingRest(shifted)
  return log(product) + shifted * log1p(0.5 / shifted) + 0.5 * log(shifted) - 0.5 + rest
}

/**
 * Computes xᵃe⁻ˣ/Γ(a + 1) for a, x > 0, given ln Γ(a + 1), which is the same for every x. For large a it avoids the
 * cancellation of huge factors.
 */
export function gammaTerm(a: number, x: number, logGamma: number): number {
  if (a < LARGE) return exp(a * log(x) - x - logGamma)
  const mu = (x - a) / a
  // Far below a, 1 + μ loses the digits of x.
  const logRatio = mu < -0.5 ? log(x / a) : log1p(mu)
  return exp(-a * (mu - logRatio) - stirlingRest(a)) / Math.sqrt(2 * Math.PI * a)
}
