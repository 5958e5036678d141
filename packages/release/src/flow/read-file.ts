import { dirname, join } from 'node:path'
import { bytesOfFiles, csvFilesAt, fileBytes } from '@sdc/files/node'
import { readSasCatalog } from '@sdc/files/formats'
import { bytesOf, type InputFile, tableOptions } from '@sdc/inspect'
import type { ReadFile } from './files/manifests-beside.js'
import { formatOfFile, statOf } from './files/format-of-file.js'

/**
 * Opens a file, or a folder with parts of one: Parquet is read at once, the bytes of other formats on demand.
 *
 * @param path - The file or folder.
 * @param most - Largest number of bytes of a pipe to keep.
 * @returns The file; its name is its path.
 * @throws FILE if it cannot be read.
 */
export async function readInputFile(path: string, most?: number): Promise<InputFile> {
  const isFolder = statOf(path)?.isDirectory() === true
  const format = formatOfFile(path)
  if (format === 'parquet') {
    const { parquetTable } = await import('./out-of-core/read-parquet.js')
    const { loadDuckDB } = await import('./work/duckdb.js')
    const paths = (await loadDuckDB()).parquetFiles(path).map((file) => file.path)
    return { name: path, content: bytesOfFiles(paths), table: await parquetTable(path) }
  }
  if (isFolder) return { name: path, content: csvFilesAt(path, tableOptions(path)).content }
  const content = await fileBytes(path, most)
  return { name: path, content, ...(format === 'sas7bdat' && { catalog: await catalogBeside(path) }) }
}

/** Reads the catalog of a SAS file, with the labels of its values: of the same name, or `formats.sas7bcat` in the same folder. */
async function catalogBeside(path: string): Promise<InputFile['catalog']> {
  const names = [path.replace(/(?:\.sas7bdat)?$/i, '.sas7bcat'), join(dirname(path), 'formats.sas7bcat')]
  const found = names.find((name) => formatOfFile(name) === 'sas7bcat')
  if (found === undefined) return undefined
  const bytes = bytesOf(await fileBytes(found))
  return (how) => readSasCatalog(bytes, { ...how, file: found })
}

/** Reads a file without decoding it. */
export const readFile: ReadFile = (path) => readInputFile(path)
