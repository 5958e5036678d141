import { SdcError } from '@sdc/core'
import type { Strata } from '@sdc/engine'

/** A transition matrix with its columns and records. */
export interface TransitionModel {
  /** One column, or several crossed columns. */
  readonly columns: readonly string[]
  /** Category of every column by level; null if it is missing. */
  readonly levels: readonly (readonly (string | null)[])[]
  /** Probability `matrix[k][l]` that level k became level l. */
  readonly matrix: readonly Float64Array[]
  /** Groups of records of the matrix; undefined for the whole file. */
  readonly strata?: Strata | undefined
  /** Label of the groups; empty for the whole file. */
  readonly group: string
  /** True if the frequencies were kept exactly, so that no estimate is needed. */
  readonly exact: boolean
}

/** Returns `column "region"` or `the crossed columns "region", "sex"`. */
export function columnsText(columns: readonly string[]): string {
  const names = columns.map((name) => `"${name}"`).join(', ')
  return columns.length === 1 ? `column ${names}` : `the crossed columns ${names}`
}

/** Returns a key that identifies a level, or the values of a group. */
export function keyOf(parts: readonly (string | number | null)[]): string {
  return JSON.stringify(parts.map((part) => (part === null ? null : String(part))))
}

/**
 * Returns the model of records that were masked by one matrix and then another: P·R.
 *
 * @param first - Model of the first step.
 * @param second - Model of the second step.
 * @returns The model with the product of the matrices.
 * @throws BAD_PLAN if the levels of the two differ.
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
