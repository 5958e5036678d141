import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { SdcError } from '@sdc/core'
import type { FileSchema, Plan } from '@sdc/engine'
import type { TableFile } from '@sdc/files/formats'
import {
  type FileAccess,
  type InputFile,
  readTable as readTableOf,
  piecesOf,
  type NamedTable,
  type HierarchyFiles,
  schemaFor,
  type SchemaSources,
  keyValue,
  readHierarchyText,
  refuseTwice,
} from '@sdc/inspect'
import type { ProduceData } from '@sdc/release'
import { checkReadMemory, isFile, pipeMemory, readInputFile } from '@sdc/release/node'
export { checkOutputs, identity, isFile } from '@sdc/release/node'
import { inEncoding } from '../terminal/encoding.js'
import { columnNames, takeEarly } from './column-names.js'
import { withReadProgress } from '../terminal/read-progress.js'
import { readStandardInput, STANDARD_INPUT } from '../terminal/standard-input.js'

/** Opens a file, or the standard input (`-`). Its name is its path; its bytes are read on demand. */
export async function readInput(path: string): Promise<InputFile> {
  const early = takeEarly(path)
  if (early !== undefined) return early
  if (path === STANDARD_INPUT) return withReadProgress(inEncoding(await readStandardInput(pipeMemory())))
  checkPath(path)
  await checkReadMemory(path)
  return withReadProgress(inEncoding(await readInputFile(path, pipeMemory())))
}

/** Opens a file if it is named. */
export const readOptional = async (path: string | undefined): Promise<InputFile | undefined> =>
  path === undefined ? undefined : readInput(path)

/** File access of this command. */
export const access: FileAccess = { read: readInput, isFile, names: columnNames }

function checkPath(path: string): void {
  if (path.trim() !== '') return
  throw new SdcError('BAD_OPTION', 'the name of a file is empty', {}, 'Check that the shell variable is set.')
}

/** Reads a table by its schema. */
export async function readTable(path: string, schema?: FileSchema): Promise<TableFile> {
  return readTableOf(await readInput(path), schema)
}

/** Reads a table; with `keep`, its bytes can be read again. */
export async function readData(path: string, schema: FileSchema | undefined, keep: boolean): Promise<ProduceData> {
  const input = await readInput(path)
  const source = readTableOf(input, schema)
  if (keep) return { source, bytes: () => piecesOf(input.content) }
  return { source, bytes: notKept }
}

function notKept(): never {
  throw new TypeError('the bytes of the input were not requested')
}

/** Reads a table with the name of its file. */
export async function readNamed(path: string, schema?: FileSchema): Promise<NamedTable> {
  return { name: path, dataset: (await readTable(path, schema)).dataset }
}

/** Reads the schema of a table, from `--schema` or another source, with the options of the command line. */
export async function schemaOf(
  data: string | InputFile,
  options: Pick<SchemaSources, 'schema' | 'header' | 'sheet' | 'skip'> & Pick<FileSchema, 'brokenRules'>,
  further: Pick<SchemaSources, 'otherwise' | 'taxonomies'> = {},
): Promise<FileSchema | undefined> {
  const { schema, header, sheet, skip, brokenRules } = options
  const read = await schemaFor(access, data, { schema, header, sheet, skip, ...further })
  if (brokenRules === undefined) return read
  if (read?.rules === undefined) {
    const fix = 'Write rules into the schema: sdc inspect DATA --write schema.yaml proposes some.'
    throw new SdcError('BAD_OPTION', '--broken-rules needs a schema with rules', {}, fix)
  }
  return { ...read, brokenRules }
}

/**
 * Reads the files of `--hierarchy column=FILE` and `--hierarchies DIR`. A text with the form of a rule (`prefix:3,2,1`) is a rule
 * unless there is a file of that name.
 */
export async function readHierarchies({
  hierarchy,
  hierarchies,
}: {
  readonly hierarchy: readonly string[]
  readonly hierarchies?: string
}): Promise<HierarchyFiles> {
  const pairs = hierarchy.map(keyValue)
  refuseTwice(pairs, '--hierarchy')
  const named: [string, InputFile][] = []
  const rules: [string, string][] = []
  for (const [column, text] of pairs) {
    const found = await readHierarchyText(access, column, text)
    if (typeof found === 'string') rules.push([column, found])
    else named.push([column, found])
  }
  const folder: [string, InputFile][] = []
  for (const path of hierarchies === undefined ? [] : await csvFilesOf(hierarchies))
    folder.push([basename(path).replace(/\.csv$/i, ''), await readInput(path)])
  return { named, folder, rules }
}

/** Refuses rules if hierarchies are read before the records. */
export function refuseRules({ rules = [] }: HierarchyFiles): void {
  if (rules.length === 0) return
  const [[column, rule]] = rules
  const message = `--hierarchy ${column}=${rule} is a rule, and this command takes hierarchy files only`
  throw new SdcError('BAD_OPTION', message, { column }, `Write the classes of ${column} into a file: value;class;*`)
}

/** Returns the paths of hierarchy files, which no output may overwrite. */
export function hierarchyPaths({ named, folder }: HierarchyFiles): string[] {
  return [...named, ...folder].map(([, { name }]) => name)
}

async function csvFilesOf(folder: string): Promise<string[]> {
  const fix = 'Name the folder with a CSV file for each column: age.csv with lines such as 39;35-39;30-39;*.'
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new SdcError('FILE', `there is no folder ${folder} of hierarchies`, { file: folder }, fix)
  })
  const names = entries.filter((entry) => !entry.isDirectory() && /\.csv$/i.test(entry.name)).map(({ name }) => name)
  if (names.length === 0) throw new SdcError('FILE', `the folder ${folder} has no CSV file`, { file: folder }, fix)
  return names.sort((a, b) => (a < b ? -1 : 1)).map((name) => join(folder, name))
}

/** Returns the data file of a plan: `--data`, or the file that the plan names, relative to the plan. */
export function planData(planPath: string, { data }: Plan, given: string | undefined): string {
  const path = given ?? (data === undefined || data === STANDARD_INPUT ? data : resolve(dirname(planPath), data))
  if (path !== undefined) return path
  const fix = 'Add --data FILE, or data: to the plan.'
  throw new SdcError('BAD_OPTION', 'no data file is named', { file: planPath }, fix)
}

/** Returns the path of a file relative to the folder of a plan. */
export function fromFolder(folder: string, path: string): string {
  return path === STANDARD_INPUT ? path : relative(resolve(folder), resolve(path))
}
