import { statSync } from 'node:fs'
import type { FileSchema } from '@sdc/engine'
import { csvHead, type CsvOptions } from '@sdc/files'
import { fileBytes } from '@sdc/files/node'
import { tableOptions, type InputFile } from '@sdc/inspect'
import { isParquet, loadDuckDB, pipeMemory } from '@sdc/release/node'
import { readStandardInput, STANDARD_INPUT } from '../terminal/standard-input.js'
import { decoded } from '../terminal/encoding.js'

/** Pipes that were read for their names: they give their bytes only once. */
const early = new Map<string, InputFile>()

/** Returns the pipe that was read for the names of its columns, once. */
export function takeEarly(path: string): InputFile | undefined {
  const file = early.get(path)
  early.delete(path)
  return file
}

/** Reads the column names of a table: CSV, Parquet, or a folder of either. */
export async function columnNames(data: string | InputFile, schema: FileSchema): Promise<readonly string[]> {
  return typeof data === 'string' ? namesAt(data, schema) : namesOf(data, schema)
}

async function namesAt(path: string, schema: FileSchema): Promise<readonly string[]> {
  if (path !== STANDARD_INPUT && isParquet(path)) {
    return (await loadDuckDB()).parquetNames(path)
  }
  const found = path === STANDARD_INPUT ? undefined : statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) {
    const { csvFilesAt } = await import('@sdc/files/node')
    return namesOf({ name: path, content: csvFilesAt(path, optionsOf(path, schema)).content }, schema)
  }
  const file = decoded(
    path === STANDARD_INPUT
      ? await readStandardInput(pipeMemory())
      : { name: path, content: await fileBytes(path, pipeMemory()) },
  )
  if (!found?.isFile()) early.set(path, file)
  return namesOf(file, schema)
}

function namesOf({ name, content }: InputFile, schema: FileSchema): readonly string[] {
  return csvHead(content, optionsOf(name, schema)).names
}

function optionsOf(name: string, schema: FileSchema): CsvOptions {
  return tableOptions(name, { ...schema, columns: {} })
}
