import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BLOCK, type Dataset } from '@sdc/core'
import { sourceOf } from '@sdc/engine/partitions'
import { fileBytes, removeFolder } from '@sdc/files/node'
import { formatOfContent } from '@sdc/files/formats'
import { type Content, type InputFile, piecesOf } from '@sdc/inspect'
import { loadDuckDB } from './work/duckdb.js'

/**
 * Returns a file in memory as the bytes of a Parquet file.
 *
 * @param data - The file.
 * @param types - Types of its columns that are kept if they hold all values unchanged.
 * @returns The bytes.
 * @throws BAD_OPTION if the package that writes Parquet is not installed.
 */
export async function parquetBytes(data: Dataset, types: ReadonlyMap<string, string>): Promise<Iterable<Uint8Array>> {
  const { parquetSink } = await loadDuckDB()
  const folder = await mkdtemp(join(tmpdir(), 'sdc-parquet-'))
  try {
    const path = join(folder, 'file.parquet')
    const own = new Map([...types].filter(([name]) => data.names.includes(name)))
    const sink = parquetSink(path, { types: own })
    const range = { from: 0, to: Math.ceil(data.rows / BLOCK) }
    if (data.rows > 0) await sink.write(0, range, sourceOf(data).read(range, data.names))
    await sink.close(data.rows > 0 ? 1 : 0)
    const pieces = await fileBytes(path)
    return pieces instanceof Uint8Array ? [pieces] : Array.from(pieces, (piece) => piece.slice())
  } finally {
    await removeFolder(folder)
  }
}

/**
 * Reads a file that is not written yet: Parquet by the program that reads it.
 *
 * @param content - Its bytes.
 * @returns The file, with its table if it is Parquet.
 */
export async function readBack(content: Content): Promise<Pick<InputFile, 'content' | 'table'>> {
  if (formatOfContent(content) !== 'parquet') return { content }
  const { parquetTable } = await import('./out-of-core/read-parquet.js')
  const folder = await mkdtemp(join(tmpdir(), 'sdc-parquet-'))
  try {
    const path = join(folder, 'file.parquet')
    await writeFile(path, piecesOf(content))
    return { content, table: await parquetTable(path) }
  } finally {
    await removeFolder(folder)
  }
}
