import type { Dataset, PrepareInput } from '@sdc/core'
import type { Units } from '@sdc/toolkit/internal'

export { finiteValues } from '@sdc/toolkit/internal'

/** Columns of a file by their use to an intruder. */
export interface DecisionColumns {
  /** Quasi-identifiers, K: values that an intruder knows of a person. */
  readonly keys: readonly string[]
  /** Confidential numbers and numeric items, V: values that an intruder may learn. */
  readonly values: readonly string[]
  /** Confidential categories and items, C: likewise. */
  readonly categories: readonly string[]
}

/**
 * Returns quasi-identifiers, confidential numbers and confidential categories of the original, including items.
 *
 * Without a column in these roles, all masked columns count as confidential, and there are no quasi-identifiers.
 *
 * @param input - The original, the masked columns and the roles.
 * @returns Names, in the order of the original file.
 */
export function decisionColumns({
  original,
  columns,
  roles,
}: Pick<PrepareInput<unknown>, 'original' | 'columns' | 'roles'>): DecisionColumns {
  const { keys, confidential, items = [] } = roles
  const learned = keys.length + confidential.length + items.length > 0 ? [...confidential, ...items] : columns
  const numeric = (name: string): boolean => original.column(name).kind === 'numeric'
  const held = original.names.filter((name) => learned.includes(name) && !keys.includes(name))
  return {
    keys: original.names.filter((name) => keys.includes(name)),
    values: held.filter(numeric),
    categories: held.filter((name) => !numeric(name)),
  }
}

/**
 * Splits columns by their presence in the masked file, with a warning for those that it lacks.
 *
 * @param columns - Columns of the original.
 * @param masked - The masked file.
 * @returns `columns` without those that the masked file lacks; and the warnings.
 */
export function releasedColumns(
  columns: DecisionColumns,
  masked: Dataset,
): { readonly released: DecisionColumns; readonly warnings: readonly string[] } {
  const there = new Set(masked.names)
  const kept = (names: readonly string[]): readonly string[] => names.filter((name) => there.has(name))
  const { keys, values, categories } = columns
  const gone = [...keys, ...values, ...categories].filter((name) => !there.has(name))
  return {
    released: { keys: kept(keys), values: kept(values), categories: kept(categories) },
    warnings: gone.length === 0 ? [] : [`omitted columns that the masked file lacks: ${gone.join(', ')}`],
  }
}

/**
 * Lists the masked records that came from each original record.
 *
 * @param origin - Original record of each masked one, −1 if unknown.
 * @param rows - Number of original records.
 * @param persons - Person of each record, if persons may have several: then the lists have all records of the person.
 * @returns First masked record of each original one, and next masked record with the same origin; −1 if there is
 *   none.
 */
export function ownRecords(
  origin: Int32Array,
  rows: number,
  persons?: Units,
): { readonly first: Int32Array; readonly next: Int32Array } {
  const held = new Int32Array(persons?.count ?? rows).fill(-1)
  const next = new Int32Array(origin.length).fill(-1)
  for (let r = origin.length - 1; r >= 0; r--) {
    if (origin[r] < 0) continue
    const of = persons ? persons.ofRecord[origin[r]] : origin[r]
    next[r] = held[of]
    held[of] = r
  }
  return { first: persons ? persons.ofRecord.map((id) => held[id]) : held, next }
}
