import { exp, expm1, log } from '../mathematics/index.js'

/** From this f on the series of positive terms needs at most about 60 of them for any p. */
const LARGE = 30

/** Terms of the alternating sum: the remainder is below 2·(3 + √8)⁻²⁰ = 1e-15 of it. */
const TERMS = 20

/**
 * Returns the re-identification risk of a sample record: E(1/F | f). Its keys have f records in the sample and F in the
 * population, and F − f is negative binomial with f and p.
 *
 * r = pᶠ/f · ₂F₁(f, f; f + 1; q) = p ∫₀¹ sᶠ⁻¹/(p + q·s) ds, q = 1 − p. The integral is defined for every real f > 0, so
 * also for frequencies to which a record contributes a share.
 *
 * p > ½ or f ≥ 30: r = p·Σ aₘ, a₀ = 1/f, aₘ₊₁ = aₘ·q(m + 1)/(f + m + 1), all terms positive. Else, with c = p/q ≤ 1, r
 * = c·∫₀¹ sᶠ⁻¹/(s + c) ds, split at s = c. On either side 1/(s + c) is an alternating geometric series. The sum of
 * both, Σ (−1)ᵏ (cᶠ⁻¹/(f + k) + ∫_c¹ sᶠ⁻²(c/s)ᵏ ds), is accelerated. No step cancels: the error is below 1e-13 of the
 * value.
 *
 * @param f - Records of the sample with these keys; above 0.
 * @param p - Sampling fraction f/F of these records: above 0, at most 1.
 * @returns r, between p/f and 1/f (equal to 1/f if p = 1); NaN outside these ranges.
 *
 * Cost: about 60 terms.
 * Source: Benedetti & Franconi 1998; Franconi & Polettini 2004 for the form with ₂F₁. The acceleration: Cohen,
 * Rodriguez Villegas & Zagier 2000, algorithm 1.
 */
export function individualRisk(f: number, p: number): number {
  if (!(f > 0 && p > 0 && p <= 1)) return Number.NaN
  return p > 0.5 || f >= LARGE ? byPositiveSeries(f, p) : byAlternatingSeries(f, p)
}

/**
 * Returns the usual approximation of {@link individualRisk} for f ≥ 3, p/(f − q): exact at p = 1, never too low, and
 * too high by less than 1/f² of itself. For f ≤ 2, where closed forms are usual, it is the exact value.
 *
 * @param f - Records of the sample with these keys; above 0.
 * @param p - Sampling fraction of these records: above 0, at most 1.
 * @returns r; NaN outside these ranges.
 *
 * Source: Benedetti & Franconi 1998.
 */
export function approximateIndividualRisk(f: number, p: number): number {
  return f > 2 && p > 0 && p <= 1 ? p / (f - (1 - p)) : individualRisk(f, p)
}

function byPositiveSeries(f: number, p: number): number {
  const q = 1 - p
  let term = 1 / f
  let total = 0
  for (let m = 1; total + term > total; m++) {
    total += term
    term *= (q * m) / (f + m)
  }
  return p * total
}

function byAlternatingSeries(f: number, p: number): number {
  const c = p / (1 - p)
  const ln = log(c)
  const edge = exp((f - 1) * ln)
  let power = 1
  let total = 0
  for (let k = 0; k < TERMS; k++) {
    total += weights[k] * (edge / (f + k) + above(f - 1 - k, ln, power, edge))
    power *= c
  }
  return c * total
}

/** Computes ∫_c¹ cᵏ·sᵉ⁻¹ ds = cᵏ(1 − cᵉ)/e, without cancellation near e = 0 and without overflow if e < 0. */
function above(e: number, ln: number, power: number, edge: number): number {
  if (e === 0) return -ln * power
  return e > 0 ? (-expm1(e * ln) * power) / e : (expm1(-e * ln) * edge) / e
}

/** Weights of the terms of Σ (−1)ᵏ aₖ, signs included, with which 20 terms give the whole sum. */
const weights = accelerated(TERMS)

function accelerated(n: number): Float64Array {
  let d = 1
  for (let i = 0; i < n; i++) d *= 3 + Math.sqrt(8)
  d = (d + 1 / d) / 2
  let b = -1
  let c = -d
  return Float64Array.from({ length: n }, (_, k) => {
    c = b - c
    b *= ((k + n) * (k - n)) / ((k + 0.5) * (k + 1))
    return c / d
  })
}
