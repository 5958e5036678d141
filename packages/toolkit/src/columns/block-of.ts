import { dataset, numeric, type Dataset } from '@sdc/core'

/**
 * Returns the records of a block as views.
 *
 * @param data - The file.
 * @param names - Its columns to return.
 * @param first - First record of the block, from 0.
 * @param end - First record after it.
 * @returns End − first records.
 */
export function blockOf(data: Dataset, names: readonly string[], first: number, end: number): Dataset {
  return dataset(
    names.map((name) => {
      const column = data.column(name)
      if (column.kind === 'numeric') return [name, numeric(column.values.subarray(first, end))] as const
      return [name, { ...column, codes: column.codes.subarray(first, end) }] as const
    }),
  )
}
