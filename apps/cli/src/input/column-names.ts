import type { FileSchema } from '@sdc/engine'
import { columnNamesOf, type InputFile } from '@sdc/inspect'
import { formatOfFile, loadDuckDB, pipeMemory, readInputFile, statOf } from '@sdc/release/node'
import { readStandardInput, STANDARD_INPUT } from '../terminal/standard-input.js'
import { inEncoding } from '../terminal/encoding.js'

/** Pipes already read for their column names, since they can be read only once. */
const early = new Map<string, InputFile>()

/** Returns a pipe that was read for its column names, once. */
export function takeEarly(path: string): InputFile | undefined {
  const file = early.get(path)
  early.delete(path)
  return file
}

/** Reads the column names of a table of any format, or of a folder with parts of one. */
export async function columnNames(data: string | InputFile, schema: FileSchema): Promise<readonly string[]> {
  return typeof data === 'string' ? namesAt(data, schema) : columnNamesOf(data, schema)
}

async function namesAt(path: string, schema: FileSchema): Promise<readonly string[]> {
  if (path === STANDARD_INPUT) return namesOnce(path, inEncoding(await readStandardInput(pipeMemory())), schema)
  if (formatOfFile(path) === 'parquet') return (await loadDuckDB()).parquetNames(path)
  const file = inEncoding(await readInputFile(path, pipeMemory()))
  const there = statOf(path)
  const isPipe = there?.isFile() !== true && there?.isDirectory() !== true
  return isPipe ? namesOnce(path, file, schema) : columnNamesOf(file, schema)
}

function namesOnce(path: string, file: InputFile, schema: FileSchema): readonly string[] {
  early.set(path, file)
  return columnNamesOf(file, schema)
}
