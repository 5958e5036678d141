import { bytesOfFiles, csvFilesAt, fileBytes } from '@sdc/files/node'
import { type InputFile, manifestNames, tableOptions } from '@sdc/inspect'
import { formatOfFile, statOf } from './format-of-file.js'

/** Reads a file by its path. A front end that decodes files, or reads the standard input, has its own. */
export type ReadFile = (path: string) => Promise<InputFile>

/**
 * Opens a file, or a folder with parts of one: Parquet is read at once, the bytes of other formats when they are needed.
 *
 * @param path - The file or folder.
 * @param most - Largest number of bytes of a pipe to keep.
 * @returns The file; its name is its path.
 * @throws FILE if it cannot be read.
 */
export async function readInputFile(path: string, most?: number): Promise<InputFile> {
  const isFolder = statOf(path)?.isDirectory() === true
  if (formatOfFile(path) === 'parquet') {
    const { parquetTable } = await import('../out-of-core/read-parquet.js')
    const { loadDuckDB } = await import('../work/duckdb.js')
    const paths = (await loadDuckDB()).parquetFiles(path).map((file) => file.path)
    return { name: path, content: bytesOfFiles(paths), table: await parquetTable(path) }
  }
  if (isFolder) return { name: path, content: csvFilesAt(path, tableOptions(path)).content }
  return { name: path, content: await fileBytes(path, most) }
}

/** Reads a file as it is. */
export const readFile: ReadFile = (path) => readInputFile(path)

/** Reads the files at the names that the public manifest of a file may have; a file that cannot be read is left out. */
export async function manifestsBeside({ name }: InputFile, read: ReadFile = readFile): Promise<InputFile[]> {
  const beside = await Promise.all(manifestNames(name).map((path) => read(path).catch(() => undefined)))
  return beside.flatMap((one) => one ?? [])
}
