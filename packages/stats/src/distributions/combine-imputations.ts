import { mean, variance } from '../moments/moments.js'
import { studentQuantile } from './student.js'

/**
 * Kinds of the m files, on which the variance depends. `partial`: confidential values of the given records replaced.
 * `full`: samples of wholly synthetic populations. `missing-data`: missing values filled in, the others unchanged.
 * `synthetic`: new records drawn from a model that was fitted to the original.
 */
export const imputationKinds = ['partial', 'full', 'missing-data', 'synthetic'] as const
export type ImputationKind = (typeof imputationKinds)[number]

export interface CombineOptions {
  readonly kind: ImputationKind
  /** Coverage of the interval; default .95. */
  readonly level?: number
  /**
   * For `full` and `synthetic`: records of a synthetic file divided by records of the original sample, n_syn/n; default
   * 1.
   */
  readonly sizeRatio?: number
}

export interface CombinedEstimate {
  /** q̄, the mean of the estimates. */
  readonly estimate: number
  /** b, the variance between the sets: Σ(q_l − q̄)²/(m − 1). */
  readonly between: number
  /** ū, the mean of the variances within the sets. */
  readonly within: number
  /** T, the variance of q̄. */
  readonly total: number
  /** √T */
  readonly standardError: number
  /** ν, the degrees of freedom of the t distribution; infinite if b = 0. */
  readonly degrees: number
  /** q̄ ∓ t_ν·√T; infinite ends if ν is so near to 0 that the quantile is not finite. */
  readonly interval: readonly [number, number]
  /** True if (1 + 1/m)b − ū was not positive and T is (n_syn/n)·ū instead. */
  readonly replaced: boolean
}

/**
 * Combines the estimates of m imputed files into one, by the rules of their kind.
 *
 * - partial (Reiter 2003): T = ū + b/m, ν = (m − 1)(1 + mū/b)²
 * - full (Raghunathan, Reiter & Rubin 2003): T = (1 + 1/m)b − ū, ν = (m − 1)(1 − 1/r)², r = (1 + 1/m)b/ū. If that T
 *   is not positive, T = (n_syn/n)·ū (Reiter 2002) with ν = m − 1, our choice.
 * - missing-data (Rubin 1987): T = ū + (1 + 1/m)b, ν = (m − 1)(1 + ū/((1 + 1/m)b))²
 * - synthetic (Raab, Nowok & Dibben 2016): T = (n_syn/n)·ū + b/m, ν = (m − 1)(1 + m(n_syn/n)ū/b)². The files scatter
 *   about the estimate of the original by b, which scatters about the truth by (n_syn/n)·ū. The parameters of the model
 *   may be estimates or draws, since b includes the variance of draws.
 *
 * If b = 0, ν = ∞.
 *
 * @param estimates - Estimates q_1…q_m, m ≥ 2.
 * @param variances - Their variances u_1…u_m (squared standard errors), as if each file were the original.
 * @param options - Kind of the files, coverage of the interval, and ratio of the sizes.
 * @returns The estimate q̄ with its variance T, degrees of freedom and interval.
 * @throws RangeError for fewer than two sets, different lengths, a value that is not finite, a negative variance, a
 *   level outside (0, 1) or a ratio that is not positive.
 */
export function combineImputations(
  estimates: Float64Array,
  variances: Float64Array,
  options: CombineOptions,
): CombinedEstimate {
  const { kind, level = 0.95, sizeRatio = 1 } = options
  check(estimates, variances, level, sizeRatio)
  const m = estimates.length
  const estimate = mean(estimates)
  const between = variance(estimates)
  const within = mean(variances)
  const { total, degrees, replaced } = rules[kind](m, between, within, sizeRatio)
  const standardError = Math.sqrt(total)
  const half = standardError === 0 ? 0 : studentQuantile(0.5 + level / 2, degrees) * standardError
  const interval = [estimate - half, estimate + half] as const
  return { estimate, between, within, total, standardError, degrees, interval, replaced }
}

type Rule = (
  m: number,
  b: number,
  u: number,
  sizeRatio: number,
) => Pick<CombinedEstimate, 'total' | 'degrees' | 'replaced'>

const rules: Readonly<Record<ImputationKind, Rule>> = {
  partial: (m, b, u) => ({ total: u + b / m, degrees: degreesOf(m, b, 1 + (m * u) / b), replaced: false }),
  full(m, b, u, sizeRatio) {
    const total = (1 + 1 / m) * b - u
    // At exactly 0 the rule would give an interval without width and no degrees of freedom.
    if (total <= 0) return { total: sizeRatio * u, degrees: b === 0 ? Infinity : m - 1, replaced: true }
    // 1 − 1/r as T/((1 + 1/m)b), which is not rounded to 0 if T is not.
    return { total, degrees: degreesOf(m, b, total / ((1 + 1 / m) * b)), replaced: false }
  },
  'missing-data': (m, b, u) => ({
    total: u + (1 + 1 / m) * b,
    degrees: degreesOf(m, b, 1 + u / ((1 + 1 / m) * b)),
    replaced: false,
  }),
  synthetic: (m, b, u, sizeRatio) => rules.partial(m, b, sizeRatio * u, 1),
}

/** Returns (m − 1)·factor², or ∞ without variance between the sets. */
function degreesOf(m: number, b: number, factor: number): number {
  return b === 0 ? Infinity : (m - 1) * (factor * factor)
}

function check(estimates: Float64Array, variances: Float64Array, level: number, sizeRatio: number): void {
  const m = estimates.length
  if (m < 2) throw new RangeError(`the combining rules need at least two sets, not ${m}`)
  if (variances.length !== m) throw new RangeError(`there are ${m} estimates and ${variances.length} variances`)
  const set = estimates.findIndex(
    (value, l) => !Number.isFinite(value) || !(variances[l] >= 0 && variances[l] < Infinity),
  )
  if (set >= 0)
    throw new RangeError(`set ${set + 1} has the estimate ${estimates[set]} and the variance ${variances[set]}`)
  // The quantile is taken at (1 + level)/2.
  if (!(level > 0 && 0.5 + level / 2 < 1))
    throw new RangeError(`the level of an interval lies between 0 and 1, not at ${level}`)
  if (!(sizeRatio > 0 && sizeRatio < Infinity)) throw new RangeError(`a ratio of sizes is positive, not ${sizeRatio}`)
}
