import { parseFileSchema, type FileSchema } from '@sdc/engine'
import { SdcError, unknownColumn, type Dataset, type Hierarchy } from '@sdc/core'
import { hierarchyOfWidths, TOP } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { readDocument, type InputFile } from '@sdc/inspect'

const rows = z.array(z.array(z.string()))

/** Form of a file with a recoding: `sdc anonymize --write-mapping` writes it, and `--mapping` reads it. */
export const recodingForm = z.strictObject({
  recoding: z.literal(1).meta({ description: 'The version of this form.' }),
  columns: z
    .record(
      z.string(),
      z.union([
        z.strictObject({ hierarchy: rows }),
        z.strictObject({ rule: z.string() }),
        z.strictObject({ widths: z.array(z.number().gt(0)) }),
        z.strictObject({ values: z.literal('each') }),
      ]),
    )
    .meta({
      description:
        'Recoding of each column: the rows or the rule of its hierarchy; the widths of classes of numbers, then *; or each value by itself, then *.',
    }),
  levels: z
    .array(z.record(z.string(), z.int().min(0)))
    .min(1)
    .meta({
      description: 'The combinations of levels, from the finest: a record gets the first whose class holds.',
    }),
  mapping: z
    .array(
      z.strictObject({
        column: z.string(),
        value: z.string().nullable(),
        level: z.int(),
        class: z.string().nullable(),
        records: z.int(),
      }),
    )
    .optional()
    .meta({ description: 'Class of every value of the first file, for readers; it is not applied.' }),
})

/** A recoding that can be applied to another file. */
export type Recoding = z.output<typeof recodingForm>

/**
 * Reads the file of a recoding.
 *
 * @param file - The file.
 * @returns The recoding.
 * @throws BAD_PLAN if the file is not a recoding.
 */
export function readRecoding(file: InputFile): Recoding {
  const parsed = recodingForm.safeParse(readDocument(file))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const message = `${file.name} is not a recoding: ${issue.path.length > 0 ? `${issue.path.join('.')} does not have its form` : 'it does not have the form'}`
  throw new SdcError(
    'BAD_PLAN',
    message,
    { file: file.name },
    'Give a file that --write-mapping wrote (sdc schema recoding).',
  )
}

/**
 * Returns a schema in which the hierarchies of a recoding replace its own.
 *
 * @param recoding - Made of another file.
 * @param data - The file that it is applied to.
 * @param schema - Schema of that file.
 * @returns The schema.
 * @throws UNKNOWN_COLUMN; NOT_NUMERIC for classes of numbers of a column without numbers.
 */
export function withRecoding(
  { columns: recoded }: Recoding,
  data: Dataset,
  schema: FileSchema | undefined,
): FileSchema {
  const columns = new Map(Object.entries(schema?.columns ?? {}))
  for (const [name, how] of Object.entries(recoded)) {
    if (!data.names.includes(name)) {
      const message = `the recoding is of a column "${name}", which the file does not have`
      throw new SdcError('UNKNOWN_COLUMN', message, { column: name }, unknownColumn(name, data.names).fix)
    }
    const hierarchy = 'rule' in how ? how.rule : rowsFor(name, how, data).map((row) => [...row])
    columns.set(name, { ...columns.get(name), hierarchy })
  }
  return parseFileSchema({ ...schema, columns: Object.fromEntries(columns) })
}

function rowsFor(name: string, how: Exclude<Recoding['columns'][string], { rule: string }>, data: Dataset): Hierarchy {
  if ('hierarchy' in how) return how.hierarchy
  const column = data.column(name)
  if (column.kind === 'numeric') return hierarchyOfWidths(column, 'widths' in how ? how.widths : [])
  if ('values' in how) return column.levels.map((level) => [level, TOP])
  const message = `the recoding puts the numbers of column "${name}" into classes, and it is not numeric: ${column.notNumeric ?? 'it has categories'}`
  throw new SdcError('NOT_NUMERIC', message, { column: name }, 'Correct its values, or make a recoding of this file.')
}
