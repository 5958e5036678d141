import type { Dataset } from '@sdc/core'

/** Number of negative values in a column that has none in the original. */
export interface NewNegatives {
  readonly column: string
  readonly values: number
}

/**
 * Counts negative values in numeric columns that have none in the original, such as amounts and ages
 * (`loss/negative-values` has their share). Cost: a pass over each column of the original up to its first negative
 * value, and over those of the files.
 *
 * @param original - The original.
 * @param files - The masked files; the greatest count over them is returned.
 * @param columns - Columns to examine.
 * @returns The columns with negative values, in the order of `columns`.
 */
export function newNegatives(
  original: Dataset,
  files: readonly { readonly data: Dataset }[],
  columns: readonly string[],
): NewNegatives[] {
  return columns.flatMap((column) => {
    const before = numbersOf(original, column)
    if (before === undefined || countNegative(before, 1) > 0) return []
    const counts = files.map(({ data }) => countNegative(numbersOf(data, column) ?? new Float64Array()))
    const values = counts.reduce((a, b) => Math.max(a, b), 0)
    return values > 0 ? [{ column, values }] : []
  })
}

/**
 * Returns the greatest count of each column over several runs.
 *
 * @param runs - Results of `newNegatives`.
 * @returns The columns in the order of their first occurrence.
 */
export function mostNegatives(...runs: readonly (readonly NewNegatives[])[]): NewNegatives[] {
  const most = new Map<string, number>()
  for (const { column, values } of runs.flat()) most.set(column, Math.max(values, most.get(column) ?? 0))
  return [...most].map(([column, values]) => ({ column, values }))
}

/**
 * Formats the counts: `income: 36, age: 1 negative values where the original has none (schema: min: 0 keeps them out).`
 *
 * @param found - The counts.
 * @param runs - Number of runs; for several, the counts are the most in one.
 * @returns The sentence in a list; an empty list without counts.
 */
export function negativesSentence(found: readonly NewNegatives[], runs = 1): string[] {
  if (found.length === 0) return []
  const up = runs > 1 ? 'up to ' : ''
  const counts = found.map(({ column, values }) => `${column}: ${up}${values}`).join(', ')
  const are = found.length === 1 && found[0].values === 1 ? 'negative value' : 'negative values'
  return [`${counts} ${are}${runs > 1 ? ' in a run' : ''} where the original has none (schema: min: 0 keeps them out).`]
}

function numbersOf(data: Dataset, name: string): Float64Array | undefined {
  const column = data.names.includes(name) ? data.column(name) : undefined
  return column?.kind === 'numeric' ? column.values : undefined
}

/**
 * Counts the negative values, up to a limit.
 *
 * @param values - The numbers.
 * @param atMost - Count at which it stops.
 * @returns The count.
 */
export function countNegative(values: Float64Array, atMost = Infinity): number {
  let count = 0
  for (let i = 0; i < values.length && count < atMost; i++) if (values[i] < 0) count++
  return count
}
