import { SdcError } from '@sdc/core'
import type { Strata } from '@sdc/engine'

/** A transition matrix with the columns and the records that it is of. */
export interface TransitionModel {
  /** One column, or several that were crossed. */
  readonly columns: readonly string[]
  /** By level the category of every column, null where it is missing. */
  readonly levels: readonly (readonly (string | null)[])[]
  /** The probability that level k became level l is `matrix[k][l]`. */
  readonly matrix: readonly Float64Array[]
  /** The groups of records that it is of; undefined where it is of the whole file. */
  readonly strata?: Strata | undefined
  /** Their label, empty for the whole file. */
  readonly group: string
  /** True if the frequencies were kept exactly, so that nothing is to be estimated. */
  readonly exact: boolean
}

/** `column "region"`, `the crossed columns "region", "sex"`. */
export function columnsText(columns: readonly string[]): string {
  const names = columns.map((name) => `"${name}"`).join(', ')
  return columns.length === 1 ? `column ${names}` : `the crossed columns ${names}`
}

/** What tells a level from every other, or the values of a group. */
export function keyOf(parts: readonly (string | number | null)[]): string {
  return JSON.stringify(parts.map((part) => (part === null ? null : String(part))))
}

/**
 * The model of records that went through one matrix and then another: P·R.
 *
 * @throws BAD_PLAN where the levels of the two are not the same
 */
export function composed(first: TransitionModel, second: TransitionModel): TransitionModel {
  const placeOf = new Map(second.levels.map((parts, k) => [keyOf(parts), k]))
  const places = first.levels.map((parts) => placeOf.get(keyOf(parts)) ?? -1)
  if (places.includes(-1) || places.length !== second.levels.length)
    throw new SdcError(
      'BAD_PLAN',
      `${columnsText(first.columns)} went through two steps of other levels each`,
      { column: first.columns[0] },
      'Multiply their matrices, and give the product as a matrix of its own.',
    )
  const matrix = first.matrix.map((row) =>
    Float64Array.from(places, (to) => row.reduce((sum, p, m) => sum + p * second.matrix[places[m]][to], 0)),
  )
  return { ...first, matrix, exact: first.exact && second.exact }
}
