import * as z from 'zod'
import { SdcError, type Table } from '@sdc/core'
import { formError } from '@sdc/engine'
import { inDocument, readDocument, type InputFile } from '@sdc/inspect'
import { singleColumns, type TableColumns, type TableOptions } from './table-columns.js'

/** Version of a table's description; other versions are refused. */
export const tableFormat = 'sdc table 1'

const column = (description: string): z.ZodOptional<z.ZodString> => z.string().optional().meta({ description })

/** Form of NAME.table.json, the description of a table: meanings of its columns, and hierarchies of its levels. */
export const tableDescriptionForm = z.strictObject({
  format: z.literal(tableFormat),
  dimensions: z
    .array(
      z.strictObject({
        name: z.string().meta({ description: 'The column; every cell names its level in it.' }),
        levels: z
          .array(
            z.strictObject({
              level: z.string(),
              parent: z.string().nullable().meta({ description: 'The level that it is part of; null at the top.' }),
            }),
          )
          .meta({
            description:
              'Every level of the column. The parts of a level add up to it; the only level without a parent is the total, and where there are several, the dimension has none.',
          }),
      }),
    )
    .min(1),
  columns: z.strictObject({
    value: z.string().meta({ description: 'The value of a cell; where there is no count, its contributors.' }),
    count: column('The number of contributors.'),
    largest: z.array(z.string()).min(1).optional().meta({
      description: 'The largest contributions, the largest first; empty or 0 where a cell has fewer.',
    }),
    magnitude: column('The sum of the sizes of the contributions, where some are negative.'),
    weight: column('The sum of the weights of the contributors.'),
    status: column(
      'Empty, primary (sensitive), safe (never sensitive), fixed (must be published), must (must be suppressed) or zero (known to be empty).',
    ),
    cost: column('Cost of suppressing the cell.'),
    low: column('Publicly known lower bound of the cell.'),
    high: column('Publicly known upper bound of the cell.'),
    key: column('The sum of the keys of its records, from 0 to below 1.'),
    alone: column('The respondent who is alone in the cell, by name or number.'),
  }),
  contributors: z.enum(['added', 'distinct']).meta({
    description: 'Contributors of a total: those of its parts together, or fewer, because one may be in several parts.',
  }),
  contributions: z
    .strictObject({
      order: z.enum(['size', 'signed']).meta({ description: 'By |x|, or by x: it matters where some are negative.' }),
      weighted: z.boolean().meta({
        description: 'True where x of weight w counts floor(w) times, and the rest of w once more.',
      }),
      of: z.enum(['record', 'respondent']).meta({ description: 'Whose contributions to a cell are added first.' }),
      others: z.boolean().optional().meta({
        description: 'True where values include contributions of units that are not respondents.',
      }),
      file: z.string().optional().meta({
        description: 'File with the contributions of respondents to inner cells: the dimensions, respondent, x.',
      }),
    })
    .optional(),
  source: z
    .strictObject({
      file: z.string(),
      records: z.int().min(0),
      value: z.string().optional(),
      weight: z.string().optional(),
      respondent: z.string().optional(),
      holding: z.string().optional().meta({ description: 'The column of holdings, or the file that names them.' }),
      notRespondents: z.array(z.string()).optional(),
    })
    .optional()
    .meta({ description: 'The microdata that the table was built from.' }),
})

/** Description of a table. */
export type TableDescription = z.infer<typeof tableDescriptionForm>

/** Origin of a table, which only its maker knows. */
export type TableOrigin = Pick<TableDescription, 'contributions' | 'source'>

/**
 * Returns the description of a table.
 *
 * @param table - Its dimensions.
 * @param columns - Meanings of the columns of its file.
 * @param origin - Origin of the table, if known.
 * @returns The description.
 */
export function tableDescription(table: Table, columns: TableColumns, origin: TableOrigin = {}): TableDescription {
  const { by, distinct = false, largest } = columns
  const named = Object.fromEntries(
    singleColumns.flatMap((what) => (columns[what] === undefined ? [] : [[what, columns[what]]])),
  )
  return {
    format: tableFormat,
    dimensions: table.dimensions.map(({ levels, taxonomy }, d) => ({
      name: by[d],
      levels: levels.map((level) => ({ level, parent: taxonomy?.get(level) ?? null })),
    })),
    columns: { value: columns.value, ...named, ...(largest && { largest: [...largest] }) },
    contributors: distinct ? 'distinct' : 'added',
    ...origin,
  }
}

/** Reads a description; throws BAD_PLAN. */
export function readTableDescription(file: InputFile): TableDescription {
  const value = readDocument(file)
  const parsed = tableDescriptionForm.safeParse(value)
  if (parsed.success) return parsed.data
  const fix = 'sdc table build and sdc table read write one; sdc schema table is its form.'
  return inDocument(file, () => {
    const { message } = formError('description of a table', parsed.error, value, tableDescriptionForm, fix)
    throw new SdcError('BAD_PLAN', message, { file: file.name }, fix)
  })
}

/** Returns the columns according to a description. */
export function columnsDescribed({ dimensions, columns, contributors, contributions }: TableDescription): TableOptions {
  const tops = (levels: TableDescription['dimensions'][number]['levels']): number =>
    levels.filter(({ parent }) => parent === null).length
  return {
    by: dimensions.map(({ name }) => name),
    ...columns,
    ...(contributions?.others && { others: true }),
    noTotal: dimensions.filter(({ levels }) => tops(levels) > 1).map(({ name }) => name),
    distinct: contributors === 'distinct',
    hierarchies: new Map(
      dimensions.map(({ name, levels }) => [name, new Map(levels.map(({ level, parent }) => [level, parent]))]),
    ),
  }
}

/** Returns the name of the file of contributions in a description; undefined if there is none. Throws BAD_PLAN. */
export function contributionsDescribed(description: InputFile): string | undefined {
  return readTableDescription(description).contributions?.file
}
