import type { Column } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { ColumnDescription, Dictionary, MissingDefinition, TableFile } from '@sdc/files/formats'

type ColumnPlan = FileSchema['columns'][string]

/**
 * Merges the dictionary of a file with the facts of a schema, which take precedence. A text file gets its dictionary
 * only from the schema.
 *
 * @param table - The file, read with the schema.
 * @param schema - The schema.
 * @returns The dictionary; undefined if neither the file nor the schema has one.
 */
export function dictionaryOf(
  { dataset, dictionary }: Pick<TableFile, 'dataset' | 'dictionary'>,
  schema: FileSchema | undefined,
): Dictionary | undefined {
  if (schema === undefined) return dictionary
  const plans = new Map(Object.entries(schema.columns))
  const columns = new Map<string, ColumnDescription>(dictionary?.columns)
  for (const name of dataset.names) {
    const described = {
      ...columns.get(name),
      ...saidOf(plans.get(name) ?? {}, schema, dataset.column(name), columns.get(name)),
    }
    if (Object.keys(described).length > 0) columns.set(name, described)
  }
  const weight = dataset.names.find((name) => plans.get(name)?.role === 'weight') ?? dictionary?.weight
  if (dictionary === undefined && weight === undefined && columns.size === 0) return undefined
  return { fileLabel: dictionary?.fileLabel, weight, columns }
}

/** Returns the facts of a schema about a column; keys without a fact are absent. */
function saidOf(
  plan: ColumnPlan,
  schema: FileSchema,
  column: Column,
  file: ColumnDescription | undefined,
): ColumnDescription {
  const { kind, label, labels, measure, format } = plan
  // A file of a format other than text declares the storage of dates itself.
  const time = kind === 'numeric' || kind === 'categorical' || file?.stored !== undefined ? undefined : kind
  const missing = missingOf(plan, schema, column)
  // Digits are text if the declared format is a text format.
  const isText = format !== undefined && /^(?:A\d|\$|%-?\d+s)/i.test(format)
  return {
    ...(label !== undefined && { label }),
    ...(labels !== undefined && { labels: new Map(Object.entries(labels)) }),
    ...(measure !== undefined && { measure }),
    ...(format !== undefined && { format }),
    ...(time !== undefined && { time }),
    ...(missing !== undefined && { missing }),
    ...(isText && { stored: 'text' as const }),
  }
}

/** Returns missing values other than empty cells; undefined if the schema leaves them to the file. */
function missingOf(
  { missing, missingRange }: ColumnPlan,
  schema: FileSchema,
  column: Column,
): MissingDefinition | undefined {
  const texts = missing ?? schema.missing
  if (texts === undefined && missingRange === undefined) return undefined
  const isNumber = column.kind === 'numeric' || column.levels.every(isNumberText)
  const codes = (texts ?? []).filter((text) => (isNumber ? isNumberText(text) : text.trim() !== '' && text !== 'NA'))
  const values = isNumber ? codes.map((text) => String(Number(text))) : codes
  return { values: [...new Set(values)], range: missingRange }
}

function isNumberText(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}
