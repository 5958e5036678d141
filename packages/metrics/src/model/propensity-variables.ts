import type { Dataset } from '@sdc/core'
import { table } from '@sdc/toolkit'
import { propensityDesign, type PropensityTerms } from './propensity-design.js'
import { expectedPropensity, propensityScore, type PropensityNull } from './propensity-score.js'

/** Both files of a regression with an expected pMSE. */
export interface VariablesInput {
  readonly x: Dataset
  readonly y: Dataset
  readonly columns: readonly string[]
  readonly asked: PropensityTerms
  readonly hypothesis: Exclude<PropensityNull, 'none'>
}

/**
 * Computes the pMSE that each column adds to the regression on the other columns.
 *
 * The larger regression has the terms of all columns and, with `products`, those of the column with each other one; the
 * smaller one has the terms of the others. The expected increase is that of the number of parameters.
 *
 * @param input - Both files.
 * @param tick - Receives the completed share.
 * @returns A row for each column: number of terms and pMSE added, its expectation under the null hypothesis, and
 *   their ratio; a column without terms has no ratio. Source: Snoke, Raab, Nowok, Dibben & Slavković 2018, section 4,
 *   for the expectations. Cost: two regressions a column.
 */
export function variablesTable(input: VariablesInput, tick: (fraction: number) => void): Dataset {
  const { x, y, columns, asked, hypothesis } = input
  const rows = x.rows + y.rows
  const scoreOf = (
    names: readonly string[],
    products: boolean | string,
  ): readonly [pMSE: number, expected: number, terms: number] => {
    const { pMSE, parameters } = propensityScore(propensityDesign(x, y, names, { ...asked, products }), x.rows)
    return [pMSE, expectedPropensity(hypothesis, parameters, y.rows / rows, rows), parameters]
  }
  const added = columns.map((name, j): readonly [pMSE: number, expected: number, terms: number] => {
    tick(j / columns.length)
    const others = columns.filter((other) => other !== name)
    const [all, without] = [scoreOf(columns, asked.products && name), scoreOf(others, false)]
    return [Math.max(0, all[0] - without[0]), all[1] - without[1], all[2] - without[2]]
  })
  return table({
    column: [...columns],
    'terms added': Float64Array.from(added, ([, , terms]) => terms),
    'pMSE added': Float64Array.from(added, ([pMSE]) => pMSE),
    expected: Float64Array.from(added, ([, expected]) => expected),
    ratio: Float64Array.from(added, ([pMSE, expected]) => (expected > 0 ? pMSE / expected : Number.NaN)),
  })
}
