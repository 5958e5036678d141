import { messageText, SdcError, textsOf, type Registry } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { piecesOf, type Artefact, type Content, type InputFile } from '@sdc/inspect'
import { buildTableOf, contributionsName, descriptionName, protectTableFiles } from '@sdc/tables'
import type { OpenData } from '../data/open-data.js'
import { isPrivate } from '../data/release-names.js'
import type { FileView } from '../protocol/file-view.js'
import type { Progress } from '../protocol/protocol.js'
import type { MadeTable, TableSettings } from '../protocol/table-types.js'
import type { HeldFiles } from '../serve.js'
import { tableNames } from './table-names.js'
import { tablePicture } from './table-picture.js'

/** A table in its worker, with its files. */
export interface HeldTable extends HeldFiles {
  readonly view: MadeTable
  /** Reports that the private files are saved. */
  privateSaved(): void
}

/** Returns the schema for reading a file for a table: names and codes are texts. */
export function namesAsTexts(schema: FileSchema, { by, weight, respondent, id }: TableSettings): FileSchema {
  const columns = new Map(Object.entries(schema.columns))
  for (const name of [...by, respondent, id])
    if (name !== undefined && columns.get(name)?.kind === undefined)
      columns.set(name, { ...columns.get(name), kind: 'categorical' })
  // Only the weight named by the table applies.
  for (const [name, column] of columns)
    if (column.role === 'weight' && name !== weight) columns.set(name, { ...column, role: undefined })
  return { ...schema, columns: Object.fromEntries(columns) }
}

/**
 * Builds, protects and audits a table.
 *
 * @param registry - The table methods.
 * @param data - The file.
 * @param asked - Settings of the table.
 * @param progress - Receives the progress.
 * @returns The table with its files; without public ones if the audit finds a sensitive cell unprotected.
 * @throws The errors of building and protecting.
 */
export async function makeTable(
  registry: Registry,
  { source, csv, schema }: OpenData,
  asked: TableSettings,
  progress: (progress: Progress) => void,
): Promise<HeldTable> {
  const names = tableNames(source.name)
  const { by, value, weight, respondent, id } = asked
  const hasKeys = asked.protection === 'cell keys'
  progress({ fraction: 0.1, doing: 'building the table' })
  const built = buildTableOf(
    { name: source.name, data: csv.dataset },
    {
      by,
      value,
      weight,
      respondent,
      schema,
      missingLevel: '(missing)',
      missingValues: value === undefined ? undefined : 'leave-out',
      ...(hasKeys && { id, keyFile: { name: names.key } }),
      out: names.cells,
    },
  )
  const made = (name: string): InputFile | undefined => {
    const found = built.artefacts.find((one) => one.name === name)
    return found && { name, content: found.content }
  }
  const done = await protectTableFiles(
    [
      {
        file: made(names.cells)!,
        description: made(descriptionName(names.cells)),
        contributions: made(contributionsName(names.cells)),
      },
    ],
    {
      columns: {},
      requirements: requirements(asked),
      rules: rulesOf(asked),
      outs: [names.internal],
      publics: [names.out],
      publicPages: [names.page],
      private: names.record,
      manifest: names.out,
      tick: (fraction, doing) => progress({ fraction: 0.2 + 0.75 * fraction, doing }),
    },
    registry,
  )
  // A cell shown more closely than the rules allow is not published.
  const isClose = Number(done.result.result.protection.result.report?.get('sensitive cells shown too closely') ?? 0) > 0
  const files = [...done.artefacts, ...built.artefacts].map(held).filter(({ box }) => box === 'private' || !isClose)
  const notes = [...built.messages, ...done.messages]
  const view: MadeTable = {
    ...tablePicture(done.result),
    ...(isClose && { isProtected: false }),
    warnings: textsOf(notes, 'warning'),
    notes: notes.filter(({ kind }) => kind === 'note').map(messageText),
    files: files.map(({ name, box, what, content }) => ({ name, box, what, bytes: sizeOf(content) })),
  }
  return heldTable(view, files)
}

function requirements({ protection, base }: TableSettings): Parameters<typeof protectTableFiles>[1]['requirements'] {
  switch (protection) {
    case 'suppression':
      return {}
    case 'rounding':
      return { method: 'tabular/controlled-rounding', set: [`base=${base}`] }
    case 'cell keys':
      return { method: 'tabular/cell-key' }
  }
}

/** Returns the rules in the notation of the command line. */
function rulesOf({ frequency, estimate, dominance }: TableSettings): string[] {
  return [
    ...(frequency === undefined ? [] : [`freq=${frequency}`]),
    ...(estimate === undefined ? [] : [`p=${estimate}%`]),
    ...(dominance === undefined ? [] : [`nk=${dominance.n},${dominance.k}`]),
  ]
}

interface TableFile {
  readonly name: string
  readonly box: FileView['box']
  readonly what: string
  readonly content: Content
}

function held({ name = '', kind, content }: Artefact): TableFile {
  return { name, box: isPrivate(name) ? 'private' : 'public', what: whatIs(name, kind), content }
}

function whatIs(name: string, kind: Artefact['kind']): string {
  switch (kind) {
    case 'table':
      return name.endsWith('.html') ? 'table to publish, as a page' : 'table to publish'
    case 'public-manifest':
      return 'public manifest: methods and hashes of the published tables'
    case 'private-manifest':
      return 'key: repeats the protection on the command line'
    case 'release-key':
      return 'release key: needed for every further table of this file, and undoes the perturbation'
    default:
      if (name.endsWith('.html')) return 'internal report: suppressed cells with their values, reasons and intervals'
      if (name.endsWith('.json')) return 'table document: describes the cells for the command line'
      return name.endsWith('contributions.csv') ? 'contributions of the respondents' : 'cells with their true values'
  }
}

function sizeOf(content: Content): number {
  let bytes = 0
  for (const piece of piecesOf(content)) bytes += piece.length
  return bytes
}

function heldTable(view: MadeTable, files: readonly TableFile[]): HeldTable {
  let isSaved = false
  return {
    view,
    content(name) {
      const file = files.find((one) => one.name === name)
      if (file === undefined) throw new SdcError('FILE', `this table has no file ${name}`, { file: name })
      if (file.box === 'public' && !isSaved) {
        const message = `${name} cannot be saved before the private files of the table`
        throw new SdcError('FILE', message, { file: name }, 'Save the private files first.')
      }
      return piecesOf(file.content)
    },
    privateSaved() {
      isSaved = true
    },
  }
}
