import { mean, sum, sumOver } from '@sdc/stats'
import { designWidth, linearPredictor, logisticRegression, type Design } from '@sdc/stats/internal'

/** Success of a logistic regression in separating the records of two files. */
export interface PropensityScore {
  /** pMSE = Σ(p̂ − c)²/N. */
  readonly pMSE: number
  /** c(1 − c): maximum of pMSE, if every record is separated. */
  readonly greatest: number
  /** Number of estimated parameters, including the constant. */
  readonly parameters: number
  /** Propensities p̂ of all records, those of the first file before those of the second. */
  readonly propensities: Float64Array
  /** True if columns separate the files in all or some records, so that coefficients are infinite. */
  readonly separated: boolean
  /**
   * Standard error of pMSE for a sample of the records, by its influence function: contribution of a record to the mean
   * and, through the coefficients, to the propensities of the others.
   */
  readonly standardError: number
}

/**
 * Computes the mean squared difference of the propensity from the share c of the second file's records.
 *
 * p̂ is the probability of the second file by a logistic regression on the design.
 *
 * @param design - N records, those of the first file before those of the second.
 * @param split - Number of records of the first.
 * @param tick - Receives the completed share.
 * @returns The score. Source: Woo, Reiter, Oganian & Karr 2009, section 2.1 (propensity scores); Snoke, Raab, Nowok,
 *   Dibben & Slavković 2018.
 */
export function propensityScore(
  design: Design,
  split: number,
  tick: (fraction: number) => void = () => {},
): PropensityScore {
  const { rows } = design
  const c = (rows - split) / rows
  const isSecond = Uint8Array.from({ length: rows }, (_, i) => (i < split ? 0 : 1))
  const fit = logisticRegression(design, isSecond, tick)
  const p = fit.fitted
  const squares = p.map((value) => (value - c) * (value - c))
  const pMSE = sumOver(rows, (i) => squares[i]) / rows
  return {
    pMSE,
    greatest: c * (1 - c),
    parameters: fit.rank,
    propensities: p,
    separated: fit.separated,
    standardError: standardErrorOf(),
  }

  /** Returns s/√N of ψ_i = (p_i − c)² − pMSE + gᵀI⁻¹x_i(y_i − p_i), g = Σ 2(p − c)p(1 − p)x, I the information. */
  function standardErrorOf(): number {
    const slopes = p.map((value) => 2 * (value - c) * value * (1 - value))
    const turned = fit.information.solve(transposed(design, slopes))
    const through = linearPredictor(design, turned)
    const influence = squares.map((square, i) => square - pMSE + through[i] * (isSecond[i] - p[i]))
    const centre = mean(influence)
    return Math.sqrt(sum(influence.map((one) => (one - centre) * (one - centre)))) / rows
  }
}

/** Returns Xᵀr. */
function transposed(design: Design, r: Float64Array): Float64Array {
  const result = new Float64Array(designWidth(design))
  result[0] = sum(r)
  let first = 1
  for (const { count, codes, values } of design.blocks) {
    for (let i = 0; i < r.length; i++) {
      const code = codes === undefined ? 0 : codes[i]
      if (code >= 0) result[first + code] += r[i] * (values === undefined ? 1 : values[i])
    }
    first += count
  }
  return result
}

/** Hypothesis that only chance separates the files, for the expected pMSE. */
export type PropensityNull = 'fitted' | 'independent' | 'none'

/**
 * Returns the expected pMSE under a null hypothesis. For records drawn from a model fitted to the original: (k − 1)(1 −
 * c)²c/N. For two independent samples of one population: (k − 1)c(1 − c)/N. There are k parameters with the constant
 * and N records, the share c of them masked.
 *
 * @param hypothesis - One of the two.
 * @param parameters - k.
 * @param c - Share of masked records.
 * @param rows - N.
 * @returns The expected pMSE. Source: Snoke, Raab, Nowok, Dibben & Slavković 2018, section 4.
 */
export function expectedPropensity(
  hypothesis: Exclude<PropensityNull, 'none'>,
  parameters: number,
  c: number,
  rows: number,
): number {
  const share = hypothesis === 'fitted' ? (1 - c) * (1 - c) * c : c * (1 - c)
  return ((parameters - 1) * share) / rows
}
