import { numericValues, type Column, type Dataset, type Order } from '@sdc/core'

/**
 * Order of a column to mask: by its values or by the order of its categories. Missing values have no rank.
 *
 * @param name - The column.
 * @param number - Number of the column in the plan, which names the order.
 * @param ties - Order of records with equal values.
 * @returns The order.
 */
export function columnOrder(name: string, number: number, ties: NonNullable<Order['ties']>): Order {
  return { name: `column-${number}`, reads: 'masked', ties, of: ({ masked }) => rankedNumbers(masked, name) }
}

/**
 * Numbers that a column is ranked by: its values, or the codes of ordered categories, NaN for missing ones.
 *
 * @param data - Records with the column.
 * @param name - The column.
 * @returns A number for each record.
 * @throws NOT_NUMERIC for categories without an order.
 */
export function rankedNumbers(data: Dataset, name: string): Float64Array {
  const column: Column = data.column(name)
  if (column.kind === 'numeric' || !column.ordered) return numericValues(data, name)
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
}
