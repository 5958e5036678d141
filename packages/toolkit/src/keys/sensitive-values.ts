import type { Column } from '@sdc/core'
import { keyCodes } from './key-codes.js'

/** A sensitive column as values 0, 1, …: those that occur, in the order of the column, and missing as a value of its own. */
export interface SensitiveValues {
  /** Record → value. */
  readonly codes: Int32Array
  /** How many values occur, missing included. */
  readonly levels: number
  /** How many records have no value; the last of the values is theirs where there are any. */
  readonly missing: number
  /** Value → the code it has in the column: of a category its level. */
  readonly codeOf: Int32Array
}

/**
 * The values of a sensitive column, numbered in its order: numbers from the least up, categories as their levels are.
 *
 * @param column - Of the masked file.
 * @returns The value of every record. Missing ones are one value, the last: to be without a value is no protection.
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
