import type { Column, Dataset, PrepareInput } from '@sdc/core'

/** The columns of a file by what an intruder does with them. */
export interface DecisionColumns {
  /** Quasi-identifiers, K: what an intruder knows of a person. */
  readonly keys: readonly string[]
  /** Confidential numbers, V: what they learn. */
  readonly values: readonly string[]
  /** Confidential categories, C. */
  readonly categories: readonly string[]
}

/**
 * The quasi-identifiers, confidential numbers and confidential categories of the original.
 *
 * Where no column has either role, the masked columns are the values, and there are no keys.
 *
 * @param input - The original, the masked columns and the roles.
 * @returns Names, in the order of the original file.
 */
export function decisionColumns({
  original,
  columns,
  roles,
}: Pick<PrepareInput<unknown>, 'original' | 'columns' | 'roles'>): DecisionColumns {
  const { keys, confidential } = roles
  const learned = keys.length + confidential.length > 0 ? confidential : columns
  const numeric = (name: string): boolean => original.column(name).kind === 'numeric'
  const held = original.names.filter((name) => learned.includes(name) && !keys.includes(name))
  return {
    keys: original.names.filter((name) => keys.includes(name)),
    values: held.filter(numeric),
    categories: held.filter((name) => !numeric(name)),
  }
}

/**
 * The columns that the masked file has, and a warning for those that it lacks.
 *
 * @param columns - Of the original.
 * @param masked - The masked file.
 * @returns `columns` without those that are not in the masked file.
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
    warnings: gone.length === 0 ? [] : [`the masked file lacks ${gone.join(', ')}: left out`],
  }
}

/**
 * The finite values of a column of numbers; the others are NaN.
 *
 * @param column - A column of either file.
 * @returns n numbers; all NaN where it is categorical.
 */
export function finiteValues(column: Column): Float64Array {
  if (column.kind !== 'numeric') return new Float64Array(column.codes.length).fill(Number.NaN)
  const { values } = column
  return values.every(Number.isFinite) ? values : values.map((value) => (Number.isFinite(value) ? value : Number.NaN))
}

/**
 * The masked records that came from each original record.
 *
 * @param origin - By masked record the original one, −1 where it is unknown.
 * @param rows - Number of original records.
 * @returns By original record its first masked record, −1 where there is none; and by masked record the next one of the same origin.
 */
export function ownRecords(
  origin: Int32Array,
  rows: number,
): { readonly first: Int32Array; readonly next: Int32Array } {
  const first = new Int32Array(rows).fill(-1)
  const next = new Int32Array(origin.length).fill(-1)
  for (let r = origin.length - 1; r >= 0; r--) {
    if (origin[r] < 0) continue
    next[r] = first[origin[r]]
    first[origin[r]] = r
  }
  return { first, next }
}
