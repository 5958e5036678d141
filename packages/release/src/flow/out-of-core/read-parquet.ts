import { resolve } from 'node:path'
import { SdcError, type Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { readerMemory, sizeText, usualMemory } from '../place/cut.js'
import { foundFiles, openSource } from '../work/run-files.js'
import { HELD, fileInMemory } from './whole-file.js'

/**
 * Reads whole Parquet files, with the types that `sdc mask` and `sdc measure` give their columns.
 *
 * @param path - The file, or a folder of files.
 * @param schema - Schema of the columns.
 * @returns The records.
 * @throws BAD_OPTION where it takes more memory than there is.
 */
export async function readParquet(path: string, schema: FileSchema | undefined): Promise<Dataset> {
  const memory = usualMemory()
  const { source: found, csv } = await foundFiles(path, 'parquet', schema, undefined, memory)
  const needed = found.rows * found.names.length * HELD
  if (needed > memory) {
    const message = `${path} in memory needs about ${sizeText(needed)}, but there are ${sizeText(memory, 'down')}`
    throw new SdcError('BAD_OPTION', message, { file: path }, 'Inspect some of its files or records.')
  }
  const file = { path: resolve(path), fingerprint: found.fingerprint, csv }
  const { source } = await openSource(file, schema, readerMemory(memory, 1))
  try {
    return (await fileInMemory(file, source, schema)).data
  } finally {
    source.close()
  }
}
