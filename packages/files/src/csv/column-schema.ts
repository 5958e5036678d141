import { SdcError, type ErrorPlace } from '@sdc/core'
import { checkDateFormat } from './times/time-columns.js'
import type { ColumnSchema, CsvOptions } from './csv-file.js'

/** Default texts of a missing value. */
export const defaultMissing: readonly string[] = ['', 'NA']

/**
 * Returns the texts that mean missing in a column: its own, else those of the file, else the default ones.
 *
 * @param schema - Schema of the column.
 * @param options - Known properties of the file.
 * @returns The texts; the first one is used for writing.
 */
export function missingOf(schema: ColumnSchema, options: CsvOptions): readonly string[] {
  return schema.missing ?? options.missing ?? defaultMissing
}

/**
 * Checks the schemas of columns for consistency, before a cell is read. A repeated level would give one category two
 * codes, a level that means missing would never occur, and an undeclared order would be that of the records.
 *
 * @param options - Known properties of the file and its columns.
 * @throws BAD_PLAN with the column and the level
 */
export function checkColumnSchemas(options: CsvOptions): void {
  for (const [name, schema] of options.columns ?? []) {
    const place = { column: name, ...(options.file !== undefined && { file: options.file }) }
    checkKind(schema, place)
    checkDateFormat(schema, place)
    checkLevels(schema, place)
    checkTaxonomy(schema, place)
    checkMissing(schema, options, place)
  }
}

/** Returns true if a column is categorical for any texts. */
export function saysCategorical({ kind, levels, taxonomy }: ColumnSchema): boolean {
  return kind === 'categorical' || levels !== undefined || taxonomy !== undefined
}

type Place = ErrorPlace & { readonly column: string }

function checkKind({ kind, levels, ordered, taxonomy }: ColumnSchema, place: Place): void {
  if (kind === 'numeric' && (levels !== undefined || taxonomy !== undefined || ordered === true)) {
    const message = `column "${place.column}" is declared numeric, but has levels, an order or a taxonomy`
    throw new SdcError('BAD_PLAN', message, place, 'Remove the kind, or the others.')
  }
  if (ordered !== true || levels !== undefined) return
  const message = `column "${place.column}" is declared ordered, but its order is missing`
  throw new SdcError('BAD_PLAN', message, place, 'List its levels in their order: levels: [low, middle, high].')
}

function checkLevels({ levels }: ColumnSchema, place: Place): void {
  if (levels === undefined) return
  if (levels.length === 0) {
    const fix = 'Name its categories, or remove the levels: they are then read from the file.'
    throw new SdcError('BAD_PLAN', `the schema gives column "${place.column}" an empty list of levels`, place, fix)
  }
  const twice = levels.find((level, i) => levels.indexOf(level) < i)
  if (twice === undefined) return
  const message = `the schema names the level ${JSON.stringify(twice)} of column "${place.column}" twice`
  throw new SdcError('BAD_PLAN', message, place, 'Name every level once, at its place in the order.')
}

/** If both are given, the levels are the categories that the taxonomy must contain. */
function checkTaxonomy({ levels, taxonomy }: ColumnSchema, place: Place): void {
  const above = new Set(taxonomy?.values())
  const homeless = taxonomy && levels?.find((level) => !taxonomy.has(level) && !above.has(level))
  if (homeless === undefined) return
  const message = `the level ${JSON.stringify(homeless)} of column "${place.column}" has no place in its taxonomy`
  throw new SdcError('BAD_PLAN', message, place, 'Name the category above it, null for none.')
}

function checkMissing(schema: ColumnSchema, options: CsvOptions, place: Place): void {
  const missing = missingOf(schema, options)
  const named = [...(schema.levels ?? []), ...(schema.taxonomy?.keys() ?? [])]
  const [low, high] = schema.missingRange ?? [Number.NaN, Number.NaN]
  const isInRange = (level: string): boolean => level !== '' && Number(level) >= low && Number(level) <= high
  const both = named.find((level) => missing.includes(level) || isInRange(level))
  if (both === undefined) return
  const what = schema.levels?.includes(both) ? 'a level' : 'a category of the taxonomy'
  const message = `${JSON.stringify(both)} is ${what} of column "${place.column}" and also means a missing value`
  const rest = missing.filter((text) => text !== both).map((text) => `'${text}'`)
  const fix = missing.includes(both)
    ? `Decide in the schema; for a category: ${place.column}: { missing: [${rest.join(', ')}] }.`
    : `Decide in the schema: remove the level, or narrow missingRange: [${low}, ${high}].`
  throw new SdcError('BAD_PLAN', message, place, fix)
}
