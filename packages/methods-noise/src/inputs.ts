import { countValues, hasMissing, variance } from '@sdc/stats'
import { originalRow } from '@sdc/toolkit'
import { SdcError, type MaskInput } from '@sdc/core'

/** Size whose square, divided by any number of records, is above 0. */
const VISIBLE = 1e-100

type Records = Pick<MaskInput<unknown>, 'data' | 'origin' | 'columns'>

/**
 * Refuses missing values.
 *
 * @throws MISSING_VALUES with the first missing value; `reason` explains the refusal
 */
export function requireComplete(
  input: Records,
  columns: readonly Float64Array[],
  method: string,
  reason: string,
): void {
  columns.forEach((values, j) => {
    if (!hasMissing(values)) return
    const at = values.findIndex(Number.isNaN)
    const name = input.columns[j]
    throw incomplete(name, values.length - countValues(values), originalRow(input, at), method, reason)
  })
}

/**
 * Makes the error for a column with missing values.
 *
 * @param name - Column.
 * @param missing - Number of its missing values.
 * @param row - First record without a value, from 1.
 * @param method - Id of the method.
 * @param reason - Reason why missing values are refused.
 * @returns MISSING_VALUES, to be thrown.
 */
export function incomplete(name: string, missing: number, row: number, method: string, reason: string): SdcError {
  const message = `column "${name}" has ${missing} missing values: ${reason}`
  const fix = 'Leave the column out, drop or impute these records first, or use noise/additive without exact.'
  return new SdcError('MISSING_VALUES', message, { method, column: name, row }, fix)
}

/**
 * Refuses columns with too few values; a column without values has nothing to mask.
 *
 * @throws TOO_FEW_RECORDS for a column with some values, but fewer than `least`: a variance needs two, and two restored
 *   moments fix two values
 */
export function requireVariances(
  input: Records,
  columns: readonly Float64Array[],
  method: string,
  least: 2 | 3 = 2,
): void {
  columns.forEach((values, j) => {
    // Nearly always the first records have enough values; the others are counted only if not.
    if (countValues(values.subarray(0, least)) === least) return
    refuseFewValues(input.columns[j], countValues(values), method, least)
  })
}

/**
 * Does the same check for one column whose values are already counted.
 *
 * @param name - Column.
 * @param count - Number of its values.
 * @param method - Id of the method, for the message.
 * @param least - Required number: two for a variance, three if two moments are restored.
 * @throws TOO_FEW_RECORDS for 0 < count < least.
 */
export function refuseFewValues(name: string, count: number, method: string, least: 2 | 3 = 2): void {
  if (count === 0 || count >= least) return
  const why =
    least === 2
      ? "the variance of the noise is a share of the column's variance, which needs two values"
      : 'with mean and variance restored, two values would be the original ones'
  const message = `column "${name}" has ${count === 1 ? 'one value' : `${count} values`} here: ${why}`
  const fix = 'Mask larger groups, or the file as a whole.'
  throw new SdcError('TOO_FEW_RECORDS', message, { method, column: name }, fix)
}

/** Returns a message for every column with missing values, which stay missing. */
export function missingWarnings(names: readonly string[], columns: readonly Float64Array[]): string[] {
  return names.flatMap((name, j) => {
    return missingSentence(name, columns[j].length - countValues(columns[j]))
  })
}

/**
 * Returns the same message for one column whose missing values are already counted.
 *
 * @param name - Column.
 * @param missing - Number of its missing values.
 * @returns One message; none without missing values.
 */
export function missingSentence(name: string, missing: number): string[] {
  return missing > 0 ? [`column "${name}": ${missing} missing values stay missing`] : []
}

/** Returns a message for every constant column, which gets no noise; a column may be constant within a group. */
export function constantWarnings(names: readonly string[], columns: readonly Float64Array[]): string[] {
  const constant = names.filter((_, j) => !differs(columns[j]) && variance(columns[j]) === 0)
  return constant.map(constantSentence)
}

/**
 * Makes the message for a column that got no noise.
 *
 * @param name - Column.
 * @returns One message.
 */
export function constantSentence(name: string): string {
  return `column "${name}" is constant in these records: it gets no noise and is released unchanged`
}

/**
 * Returns true if two values differ so much that their squares cannot underflow: the variance need not be computed
 * then.
 */
function differs(values: Float64Array): boolean {
  let first = Number.NaN
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (first !== first) first = value
    else if (Math.abs(value - first) > VISIBLE) return true
  }
  return false
}
