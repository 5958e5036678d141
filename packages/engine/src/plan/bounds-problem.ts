/** Statements of a schema about the numbers of a column. */
export interface DeclaredBounds {
  readonly kind?: 'numeric' | 'categorical' | 'date' | 'datetime' | 'time' | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly integer?: boolean | undefined
}

/**
 * Returns the problem of bounds as written, for any data.
 *
 * @param said - Schema of the column.
 * @returns The key with the problem, and what it must be, for `… must be …, and is …`; undefined without a problem.
 */
export function boundsProblem(
  said: DeclaredBounds,
): { readonly key: 'min' | 'max' | 'integer'; readonly message: string } | undefined {
  const { kind, min, max, integer } = said
  const key = (['min', 'max', 'integer'] as const).find((one) => said[one] !== undefined && said[one] !== false)
  if (key === undefined) return undefined
  if (kind === 'categorical') {
    return { key, message: 'left out for a categorical column: bounds are for numbers' }
  }
  if (min !== undefined && max !== undefined && min > max) {
    return { key: 'max', message: `at least min (${min})` }
  }
  if (integer && Math.ceil(min ?? -Infinity) > Math.floor(max ?? Infinity)) {
    return { key: 'integer', message: `false where there is no whole number from min ${min} to max ${max}` }
  }
  return undefined
}
