import type { Table } from '@sdc/core'

/**
 * Names a cell by its levels, for a message: `region=north, sex=Total`.
 *
 * @param table - Its dimensions, with names if there are any.
 * @param cell - Number of the cell, from 0.
 * @returns The name.
 */
export function cellName({ dimensions, names }: Pick<Table, 'dimensions' | 'names'>, cell: number): string {
  return dimensions.map(({ codes, levels }, d) => `${names?.[d] ?? `d${d + 1}`}=${levels[codes[cell]]}`).join(', ')
}
