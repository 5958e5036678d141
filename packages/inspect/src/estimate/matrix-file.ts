import { option, SdcError, type Dataset } from '@sdc/core'
import { parsePublishedManifest } from '@sdc/engine'
import { readRows } from '@sdc/files'
import { levelParts, MISSING_LEVEL, transitionTable, type TransitionRows } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { inDocument, readDocument } from '../files/documents.js'
import { textOf, type InputFile } from '../files/input-file.js'
import { publishedModels, type PublishedModels } from './published-models.js'
import { columnsText, type TransitionModel } from './transition-model.js'

const cells = z.array(z.array(z.union([z.string(), z.number(), z.null()])))
const byColumn = z.array(z.strictObject({ column: z.string(), rows: cells }))

/** Options for reading a matrix file. */
export interface MatrixFileOptions {
  /** Columns of a single matrix; by default those named in its corner. */
  readonly columns?: readonly string[] | undefined
  /** The masked file and its data. */
  readonly masked: InputFile
  readonly data: Dataset
}

/**
 * Reads the matrices that a file was masked by: a public manifest, a table (CSV), or JSON in the form of the setting
 * `matrix`.
 *
 * @param file - The file; a manifest begins with a brace, JSON with a bracket, and anything else is a table.
 * @param options - The masked file and the columns of the matrix.
 * @returns A model for each variable and group, and messages.
 * @throws BAD_PLAN for an invalid manifest, NO_COLUMNS if the columns of a matrix are unknown, and BAD_PARAMETER for an
 *   invalid matrix.
 */
export function readMatrixFile(file: InputFile, options: MatrixFileOptions): PublishedModels {
  const begins = textOf(file).trim().at(0)
  if (begins === '{')
    return publishedModels(
      inDocument(file, () => parsePublishedManifest(readDocument(file))),
      file.name,
      options.masked.content,
    )
  const given =
    begins === '[' ? readDocument(file) : readRows(file.content, { file: file.name, encoding: file.encoding })
  const own = byColumn.safeParse(given)
  if (own.success && own.data.length > 0) {
    const models = own.data.map(({ column, rows }) =>
      modelOf(rows, partsOf(column, options.data.names), file, options.data),
    )
    return { models, messages: [] }
  }
  const rows = cells.safeParse(given)
  if (!rows.success) {
    const fix = 'Write the rows of a matrix, or [{ "column": …, "rows": […] }, …].'
    throw new SdcError('BAD_PLAN', `${file.name} holds no transition matrix`, { file: file.name }, fix)
  }
  return { models: [modelOf(rows.data, columnsOf(rows.data, options, file), file, options.data)], messages: [] }
}

function modelOf(
  rows: TransitionRows,
  columns: readonly string[],
  { name: file }: InputFile,
  data: Dataset,
): TransitionModel {
  const what = `the transition matrix of ${columnsText(columns)}`
  const { labels, matrix } = transitionTable(rows, { file, column: columns[0] }, what)
  const levels = labels.map((label) => {
    if (columns.length === 1 && isMissingName(label, labels, data, columns[0])) return [null]
    const parts = levelParts(label, columns.length)
    if (parts) return parts
    const message = `${what} has the level "${label}", which is not of ${columns.length} columns`
    throw new SdcError('BAD_PARAMETER', message, { file, column: columns[0] }, 'Write crossed levels as "north | f".')
  })
  return { columns, levels, matrix, group: '', exact: false }
}

/** Returns true for a label that programs write for a missing value, unless a category has this name. */
function isMissingName(label: string, labels: readonly string[], data: Dataset, name: string): boolean {
  if ((label !== '' && label !== 'NA') || labels.includes(MISSING_LEVEL)) return false
  const column = data.names.includes(name) ? data.column(name) : undefined
  return column?.kind !== 'categorical' || !column.levels.includes(label)
}

/** Returns the columns given by the user, or those named in the corner of the table. */
function columnsOf(
  rows: TransitionRows,
  { columns, data: { names } }: MatrixFileOptions,
  file: InputFile,
): readonly string[] {
  if (columns !== undefined) return columns
  const corner = partsOf(String(rows[0]?.[0] ?? ''), names)
  if (corner.every((name) => names.includes(name))) return corner
  const message = `nothing says which column the matrix of ${file.name} is of`
  const fix = `Name it: ${option('columns', 'NAME')}, or in the corner of the table. Columns that were crossed are named a,b.`
  throw new SdcError('NO_COLUMNS', message, { file: file.name }, fix)
}

/** Splits a name that is not a column of the file into crossed columns, which labels join. */
function partsOf(name: string, names: readonly string[]): string[] {
  if (names.includes(name)) return [name]
  for (let count = 2; count <= names.length; count++) {
    const parts = levelParts(name, count)
    if (parts) return parts.map((part) => part ?? '')
  }
  return [name]
}
