import type { Column } from '@sdc/core'
import { keyCodes } from './key-codes.js'

/** A sensitive column as values 0, 1, …: those that occur, in the order of the column, and missing as a value of its own. */
export interface SensitiveValues {
  /** Record → value. */
  readonly codes: Int32Array
  /** Number of values that occur, missing included. */
  readonly levels: number
  /** Number of records without a value; if there are any, theirs is the last value. */
  readonly missing: number
  /** Code of each value in the column: the level for a category. */
  readonly codeOf: Int32Array
}

/**
 * Numbers the values of a confidential column: numbers in ascending order, categories in the order of their levels.
 *
 * @param column - A column of the masked file.
 * @returns The value of every record. Missing ones are one value, the last: a missing value does not protect.
 *
 * Cost: O(n) for categories, a sort for numbers.
 */
export function sensitiveValues(column: Column): SensitiveValues {
  const codes = keyCodes(column)
  let most = -1
  let missing = 0
  for (const code of codes) {
    if (code > most) most = code
    if (code < 0) missing++
  }
  const valueOf = new Int32Array(most + 1).fill(-1)
  for (const code of codes) if (code >= 0) valueOf[code] = 0
  const codeOf = Int32Array.from(valueOf.keys()).filter((code) => valueOf[code] === 0)
  codeOf.forEach((code, value) => (valueOf[code] = value))
  return {
    codes: codes.map((code) => (code < 0 ? codeOf.length : valueOf[code])),
    levels: codeOf.length + (missing > 0 ? 1 : 0),
    missing,
    codeOf,
  }
}
