import { kindOf, SdcError, type Dataset, type Roles } from '@sdc/core'

/** Columns of a comparison by their use to an intruder. */
export interface Sides {
  /** Quasi-identifiers, by which an intruder finds records. */
  readonly keys: readonly string[]
  /** Numeric columns whose values an intruder may learn. */
  readonly numbers: readonly string[]
  /** Categorical columns whose values an intruder may learn. */
  readonly categories: readonly string[]
}

/**
 * Sorts the columns of a comparison.
 *
 * @param original - The file.
 * @param columns - Columns to mask: quasi-identifiers by their role, all others count as confidential.
 * @param roles - Roles of the columns in a schema.
 * @param synthetic - True if candidates draw whole records: then no quasi-identifier is masked apart from the other columns.
 * @returns The two sides.
 */
export function sidesOf(original: Dataset, columns: readonly string[], roles: Roles, synthetic = false): Sides {
  const keys = synthetic ? [] : columns.filter((name) => roles.keys.includes(name))
  const values = columns.filter((name) => !keys.includes(name))
  const isNumber = (name: string): boolean => kindOf(original.column(name)) === 'numeric'
  return {
    keys,
    numbers: values.filter(isNumber),
    categories: values.filter((name) => !isNumber(name)),
  }
}

/** Throws NO_COLUMNS if there is no column to mask. */
export function refuseEmpty({ keys, numbers, categories }: Sides): void {
  if (keys.length + numbers.length + categories.length > 0) return
  throw new SdcError('NO_COLUMNS', 'there is no column to mask', {}, 'Name columns, or give them roles in a schema.')
}
