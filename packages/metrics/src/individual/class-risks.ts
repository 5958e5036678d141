import { isMissing, listed, SdcError, type Dataset } from '@sdc/core'
import { approximateIndividualRisk, individualRisk } from '@sdc/stats/internal'
import type { KeyFrequencies } from '@sdc/toolkit'
import { isBelow, weightAdvice } from './sample-weights.js'

/** How r is computed from f and p. */
type RiskForm = 'exact' | 'approximate'

/**
 * r of every record from f, the number of matches in the sample, and F, the number in the population; computed once for
 * all records of a class with the same f and F.
 *
 * @param counted - The classes, and f and F of every record.
 * @param F - By record.
 * @param form - Form of r.
 * @param refuse - Makes the error for a record with F < f.
 * @returns r, from 0 to 1.
 * @throws The error from `refuse`.
 *
 * Cost: O(n), and some 60 terms a class.
 */
export function classRisks(
  { classes: { ids, firsts }, f }: Pick<KeyFrequencies, 'classes' | 'f'>,
  F: Float64Array,
  form: RiskForm,
  refuse: (record: number) => Error,
): Float64Array {
  const riskOf = form === 'exact' ? individualRisk : approximateIndividualRisk
  const risks = new Float64Array(f.length)
  for (let i = 0; i < f.length; i++) {
    const first = firsts[ids[i]]
    if (isBelow(F[i], f[i])) throw refuse(i)
    // A record with a missing key counts in full for itself only: with weights, F differs within its class.
    const known = first < i && f[i] === f[first] && F[i] === F[first]
    risks[i] = known ? risks[first] : riskOf(f[i], Math.min(1, f[i] / F[i]))
  }
  return risks
}

/**
 * Error for a class whose weights sum to less than its number of records.
 *
 * @param file - The file.
 * @param keys - Its quasi-identifiers.
 * @param weight - The column of the weights.
 * @param row - A record of the class.
 * @param f - Number of records that match it.
 * @param F - Sum of their weights.
 * @returns WRONG_INPUT, which names the class by the values of its quasi-identifiers.
 */
export function tooLight(
  file: Dataset,
  keys: readonly string[],
  weight: string,
  row: number,
  f: number,
  F: number,
): SdcError {
  const values = keys.map((name) => {
    const column = file.column(name)
    if (isMissing(column, row)) return `${name} missing`
    return `${name} = ${column.kind === 'numeric' ? column.values[row] : column.levels[column.codes[row]]}`
  })
  const message =
    f === 1
      ? `the weight "${weight}" of the only record that matches ${listed(values)} is ${F}, less than 1`
      : `the weights "${weight}" of the ${f} records that match ${listed(values)} sum to ${F}, less than their number`
  return new SdcError('WRONG_INPUT', message, { column: weight, row: row + 1 }, weightAdvice)
}
