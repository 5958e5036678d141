import type { Table } from '@sdc/core'

/**
 * A cell by its levels, for a message: `region=north, sex=Total`.
 *
 * @param table - Its dimensions, with their names where they have any.
 * @param cell - Its number from 0.
 * @returns The name.
 */
export function cellName({ dimensions, names }: Pick<Table, 'dimensions' | 'names'>, cell: number): string {
  return dimensions.map(({ codes, levels }, d) => `${names?.[d] ?? `d${d + 1}`}=${levels[codes[cell]]}`).join(', ')
}
