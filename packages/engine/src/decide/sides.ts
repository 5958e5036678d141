import { kindOf, SdcError, type Dataset, type Roles } from '@sdc/core'

/** The columns that a comparison is about, by what they are to an intruder. */
export interface Sides {
  /** Quasi-identifiers: who can be found. */
  readonly keys: readonly string[]
  /** Numbers that can be learned. */
  readonly numbers: readonly string[]
  /** Categories that can be learned. */
  readonly categories: readonly string[]
}

/**
 * Sorts the columns of a comparison.
 *
 * @param original - The file.
 * @param columns - Those that are to be masked: quasi-identifiers by their role, all others are values.
 * @param roles - What a schema says.
 * @returns The two sides.
 */
export function sidesOf(original: Dataset, columns: readonly string[], roles: Roles): Sides {
  const values = columns.filter((name) => !roles.keys.includes(name))
  const isNumber = (name: string): boolean => kindOf(original.column(name)) === 'numeric'
  return {
    keys: columns.filter((name) => roles.keys.includes(name)),
    numbers: values.filter(isNumber),
    categories: values.filter((name) => !isNumber(name)),
  }
}

/** Throws where there is nothing to compare on. */
export function refuseEmpty({ keys, numbers, categories }: Sides): void {
  if (keys.length + numbers.length + categories.length > 0) return
  throw new SdcError('NO_COLUMNS', 'there is no column to mask', {}, 'Name columns, or give them roles in a schema.')
}
