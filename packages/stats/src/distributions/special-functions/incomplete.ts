/** Relative change per step at which a sum or product has converged. */
const ENOUGH = 2e-16
const MOST_STEPS = 100_000
/** Replacement for 0 in a denominator of a continued fraction. */
const TINY = 1e-300

/**
 * Computes P(X ≤ x), or with `upper` P(X > x), of the gamma law of this shape and scale 1; the smaller of the two keeps
 * its digits. It uses the series of P below shape + 1 and the continued fraction of 1 − P above. x > 0, and `term` is
 * its `gammaTerm`.
 *
 * Cost: O(√shape) terms near the mean, fewer elsewhere.
 * Source: Abramowitz & Stegun 1964, 6.5.29 and 6.5.31.
 */
export function gammaTail(shape: number, x: number, upper: boolean, term: number): number {
  if (term === 0) return x > shape === upper ? 0 : 1
  const isLower = x < shape + 1
  const size = isLower ? term * gammaSeries(shape, x) : term * shape * gammaFraction(shape, x)
  return isLower === upper ? 1 - size : size
}

/** Computes 1 + x/(a + 1) + x²/((a + 1)(a + 2)) + … */
function gammaSeries(a: number, x: number): number {
  let total = 1
  let term = 1
  for (let n = 1; n < MOST_STEPS && term > ENOUGH * total; n++) {
    term *= x / (a + n)
    total += term
  }
  return total
}

/** Computes 1/(x + 1 − a − 1(1 − a)/(x + 3 − a − 2(2 − a)/(x + 5 − a − …))), by Lentz's method. */
function gammaFraction(a: number, x: number): number {
  let b = x + 1 - a
  let c = 1 / TINY
  let d = 1 / b
  let h = d
  for (let i = 1; i < MOST_STEPS; i++) {
    const over = -i * (i - a)
    b += 2
    d = 1 / (over * d + b || TINY)
    c = b + over / c || TINY
    h *= c * d
    if (Math.abs(c * d - 1) < ENOUGH) break
  }
  return h
}

/**
 * Computes the continued fraction of the incomplete beta function: I_x(a, b) is xᵃ(1 − x)ᵇ/(a·B(a, b)) times this. It
 * converges fast for x < (a + 1)/(a + b + 2); elsewhere use I_x(a, b) = 1 − I_{1−x}(b, a). Source: Abramowitz & Stegun
 * 1964, 26.5.8; Lentz's method.
 */
export function betaFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || TINY)
  let h = d
  for (let m = 1; m < MOST_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d || TINY)
    c = 1 + even / c || TINY
    h *= c * d
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d || TINY)
    c = 1 + odd / c || TINY
    h *= c * d
    if (Math.abs(c * d - 1) < ENOUGH) break
  }
  return h
}
