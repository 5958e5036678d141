import { SdcError, type Dataset, type Rng } from '@sdc/core'
import { hasPatterns, type FileSchema } from '@sdc/engine'
import { writeRows } from '@sdc/files'
import type { TestColumn } from './test-column.js'

/**
 * Returns the names of the columns of a schema.
 *
 * @param schema - The schema.
 * @returns The names in the order of the file.
 * @throws BAD_PLAN without columns, and for patterns, which need the columns of a file.
 */
export function columnNames(schema: FileSchema): readonly string[] {
  const names = schema.names ?? Object.keys(schema.columns)
  if (names.length === 0)
    throw new SdcError(
      'BAD_PLAN',
      'the schema has no columns',
      {},
      'Name them under columns: { age: { kind: numeric, min: 0, max: 110 } }.',
    )
  if (hasPatterns(schema)) {
    const patterns = Object.keys(schema.columns).filter((name) => name.includes('*'))
    const message = `the schema has patterns, which need the columns of a file: ${patterns.join(', ')}`
    throw new SdcError('BAD_PLAN', message, { path: ['columns', patterns[0]] }, 'Write each column with its own name.')
  }
  return names
}

/**
 * Returns the schema for reading the text: with a line of names unless the schema denies it, and without fixed widths.
 */
export function asWritten(schema: FileSchema): FileSchema {
  const header = schema.names === undefined && schema.header !== false
  return {
    ...schema,
    header,
    separator: schema.separator ?? ',',
    skip: undefined,
    widths: undefined,
    sheet: undefined,
    encoding: undefined,
  }
}

/**
 * Writes records as text in the dialect of the schema: separator, decimal mark, forms of dates, codes of missing
 * values.
 *
 * @param columns - The columns.
 * @param data - Their values.
 * @param schema - The schema.
 * @param rng - Draws the code of each missing value; each code is equally frequent.
 * @returns The text.
 */
export function testText(columns: readonly TestColumn[], data: Dataset, schema: FileSchema, rng: Rng): string {
  const { separator = ',', header = true, decimal = '.' } = asWritten(schema)
  const cells = columns.map((column) => {
    const own = data.column(column.name)
    const stream = rng.child(column.name)
    const { values, missing } = column
    const none = (): string => (missing.length === 0 ? '' : missing[stream.int(missing.length)])
    if (own.kind === 'categorical') return (i: number): string => own.levels[own.codes[i]] ?? none()
    const format = values.kind === 'numbers' ? values.format : undefined
    return (i: number): string => {
      const value = own.values[i]
      if (Number.isNaN(value)) return none()
      return format?.print(value) ?? String(value).replace('.', decimal)
    }
  })
  const lines = Array.from({ length: data.rows }, (_, i) => cells.map((cell) => cell(i)))
  const names = columns.map(({ name }) => name)
  return writeRows(header ? [names, ...lines] : lines, separator)
}
