import { columnLength, takeColumn, type Column, type MaskedFile, type MaskInput, type MaskingMethod } from '@sdc/core'
import type { BoundStep } from '../../bind/bind.js'
import { valueSpread } from '../checks/check-columns.js'

/**
 * Finds the columns with the same value in every record of a group: there is nothing to mask, and they stay unchanged.
 *
 * @param step - A step that works within groups.
 * @param group - The records of one group.
 * @returns Their values by name; those of the original for a method that works on a masked file. Empty for a method
 *   that adds columns or changes unsafe values only, and for a single record.
 */
export function constantColumns(
  { method: { traits }, columns }: BoundStep,
  { data, original, origin }: Pick<MaskInput<unknown>, 'data' | 'original' | 'origin'>,
): ReadonlyMap<string, Column> {
  if (traits.adds || traits.changes === 'unsafe' || data.rows < 2) return new Map()
  const of = (name: string): Column =>
    traits.postMasking ? takeColumn(original.column(name), origin) : data.column(name)
  return new Map(columns.map((name) => [name, of(name)] as const).filter(([, column]) => valueSpread(column) === 'one'))
}

/**
 * Adds constant columns to the masked ones.
 *
 * @param method - The method.
 * @param file - Its result for the other columns.
 * @param constant - The constant columns of its group.
 * @returns The file. It omits constant columns that stay unchanged together with their records.
 */
export function withConstant(
  { traits }: MaskingMethod,
  file: MaskedFile,
  constant: ReadonlyMap<string, Column>,
): MaskedFile {
  const { origin } = file
  if (constant.size === 0 || (origin === undefined && !traits.postMasking)) return file
  const columns = [...constant].map(([name, column]) => {
    if (origin === undefined) return [name, column] as const
    // New records repeat the rows in turn, so that the share of missing values stays the same.
    const rows = columnLength(column)
    return [name, takeColumn(column, origin.map((row, i) => (row < 0 ? i % rows : row)))] as const // oxfmt-ignore
  })
  return { ...file, columns: new Map([...file.columns, ...columns]) }
}

/**
 * Returns the result of a method for a group in which every column is constant: its records, or new ones if the method
 * makes new records.
 *
 * @param method - The method.
 * @param rows - Number of records in the group.
 * @returns A file without columns.
 */
export function emptyFile({ traits }: MaskingMethod, rows: number): MaskedFile {
  return { columns: new Map(), ...(traits.records === 'synthetic' && { origin: new Int32Array(rows).fill(-1) }) }
}

/**
 * Removes the entries of some columns from parameters: `similarityByColumn: { income: … }`,
 * `blocks: [['income', 'tax']]`.
 *
 * @param params - Resolved parameters by name.
 * @param gone - Columns that the method does not get.
 * @returns Parameters of the same form.
 */
export function paramsWithout(params: unknown, gone: ReadonlyMap<string, Column>): unknown {
  if (gone.size === 0 || !isPlain(params)) return params
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, valueWithout(value, gone)]))
}

function valueWithout(value: unknown, gone: ReadonlyMap<string, Column>): unknown {
  if (Array.isArray(value)) {
    const left = value.filter((one) => !gone.has(one as string)).map((one) => valueWithout(one, gone))
    return left.filter((one) => !Array.isArray(one) || one.length > 0)
  }
  if (!isPlain(value)) return value
  const left = Object.entries(value).filter(([name]) => !gone.has(name))
  return Object.fromEntries(left.map(([name, one]) => [name, valueWithout(one, gone)]))
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
