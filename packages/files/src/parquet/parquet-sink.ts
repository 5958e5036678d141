import { existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { BLOCK, SdcError, type Column, type Sink, type SourceBlock } from '@sdc/core'
import { bytesOfFiles } from '../node/bytes-of-files.js'
import { existsAlready } from '../node/place.js'
import { fileError } from '../node/file-error.js'
import { makeFolder } from '../node/make-folder.js'
import { removeFolder } from '../node/remove-folder.js'
import { syncFolder } from '../node/sync-folder.js'
import { formOf } from './column-forms.js'
import type { ParquetCopies } from './copied-columns.js'
import { openDuckDB } from './duckdb.js'
import { factsOfFile, type FileFacts } from './file-schema.js'
import { hasNegativeZero, partTable, type PartColumn, type PartTable } from './part-table.js'
import { parquetFiles } from './parquet-files.js'
import { partName, partsFolder, sweepParts } from './place-of-parts.js'
import { quotedName, quotedPath } from './sql-text.js'
import { firstsOf, writeBesideCopies } from './write-beside-copies.js'
import { writeParquet, writeWhole } from './write-file.js'
import { writtenType } from './written-types.js'

/** Options for writing Parquet files. */
export interface ParquetSinkOptions {
  /** Types of the columns in a source: kept if they can hold all values unchanged. */
  readonly types?: ReadonlyMap<string, string> | undefined
  /** Parts of the source's files that can be copied instead of written again. */
  readonly copies?: ParquetCopies | undefined
  /** Memory limit of DuckDB for writing, such as `512MB`. */
  readonly memory?: string | undefined
  /** True to overwrite existing Parquet; by default, the path must not exist. */
  readonly replaces?: boolean | undefined
}

/** A sink of Parquet files. */
export interface ParquetSink extends Sink {
  /** Removes existing parts, also those of other processes. */
  discard(): Promise<void>
  /** Frees the memory of this process, whether or not the file is complete. */
  release(): Promise<void>
}

interface Open {
  readonly instance: DuckDBInstance
  readonly connection: DuckDBConnection
  readonly table: PartTable
}

/**
 * Writes a file out of core to a folder of Parquet files, or to one file if it has one partition. Partitions are
 * written to a hidden folder next to it until all are complete. Any process may write any of them, even twice, and any
 * may close. NaN is written as null. Whole numbers stay whole and dates stay dates if all values of the column allow
 * it; else they become doubles and texts. The columns of a partition are in memory while it is written.
 *
 * @param path - Path of the folder or file.
 * @param options - The types to keep, and whether Parquet of this name is replaced.
 * @returns The sink.
 * @throws FILE while writing if the path exists, is not writable, or the disk is full; DUPLICATE_COLUMN for names that
 *   differ only in case; EMPTY_FILE without records and known columns
 */
export function parquetSink(
  path: string,
  { types = new Map(), copies, memory = '512MB', replaces = false }: ParquetSinkOptions = {},
): ParquetSink {
  const folder = partsFolder(path)
  const firsts = firstsOf(copies?.groups ?? [])
  const fitting = new WeakMap<readonly string[], Map<string, boolean>>()
  let opened: Promise<Open> | undefined
  const open = (): Promise<Open> => (opened ??= openTable(memory))
  let last: Promise<unknown> = Promise.resolve()
  /** One partition at a time: they share the table. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const own = last.then(work, work)
    last = own
    return own
  }
  /** Gives all partitions the types of one file. */
  const settle = async (parts: number): Promise<void> => {
    const { connection } = await open()
    await makeOnce(folder)
    if (parts === 0) await writeEmpty(connection, types, join(folder, partName(0)), path)
    sweepParts(folder, Math.max(1, parts))
    await makeAlike(connection, folder, Math.max(1, parts), path)
  }
  /** Writes a partition of columns in memory with their output types. */
  const writeHeld = async (
    part: number,
    held: ReadonlyMap<string, readonly Column[]>,
    work: (open: Open, columns: readonly PartColumn[], file: string) => Promise<void>,
  ): Promise<void> => {
    if (!replaces && existsSync(path)) throw existsAlready(path)
    await inTurn(async () => {
      const own = await open()
      await makeOnce(folder)
      const columns: PartColumn[] = []
      for (const [name, blocks] of held) {
        columns.push({ name, blocks, type: await writtenType(own.connection, blocks, types.get(name), fitting) })
      }
      try {
        await work(own, columns, join(folder, partName(part)))
      } finally {
        own.table.hold([])
      }
    })
  }
  const release = async (): Promise<void> => {
    const ending = opened
    opened = undefined
    if (ending === undefined) return
    const { connection, instance } = await ending
    connection.closeSync()
    instance.closeSync()
  }
  return {
    copies: copies && {
      columns: copies.columns,
      firsts,
      async write(part, { from, to }, blocks) {
        const { held } = await columnsInMemory(blocks)
        const groups = copies.groups.slice(from, to)
        await writeHeld(part, held, async ({ connection, table }, columns, file) => {
          await writeWhole(file, path, (beside) =>
            writeBesideCopies({
              connection,
              table,
              columns,
              copies,
              groups,
              skip: firsts[from] % BLOCK,
              beside,
            }),
          )
        })
      },
    },
    async write(part, range, blocks) {
      const { held, rows, count } = await columnsInMemory(blocks)
      if (count !== range.to - range.from)
        throw new Error(`part ${part + 1} has ${range.to - range.from} blocks, and ${count} came`)
      refuseAlikeNames([...held.keys()], path)
      await writeHeld(part, held, async ({ connection, table }, columns, file) => {
        table.hold(columns)
        const dictionary = !columns.some(hasNegativeZero)
        const written = await writeParquet(connection, table.select(), file, path, { dictionary })
        if (written !== rows) throw new Error(`part ${part + 1} has ${rows} records, and ${written} were written`)
      })
    },
    async ready(parts) {
      if (existsSync(path) && !existsSync(folder)) return bytesOfFiles(parquetFiles(path).map((file) => file.path))
      await inTurn(() => settle(parts))
      const files = Array.from({ length: Math.max(1, parts) }, (_, part) => join(folder, partName(part)))
      return bytesOfFiles(files)
    },
    async draft(parts) {
      await inTurn(() => settle(parts))
      return folder
    },
    async close(parts) {
      // The folder is renamed in the last step: if it has its name, this was done.
      if (existsSync(path) && !existsSync(folder)) return
      if (!replaces && existsSync(path)) throw existsAlready(path)
      await inTurn(async () => {
        await settle(parts)
        const aside = replaces ? await putAside(path) : undefined
        try {
          if (parts > 1) renameSync(folder, path)
          else {
            renameSync(join(folder, partName(0)), path)
            await removeFolder(folder)
          }
        } catch (error) {
          if (aside !== undefined && existsSync(aside) && !existsSync(path)) renameSync(aside, path)
          throw fileError(error, 'written', path)
        }
        syncFolder(dirname(resolve(path)))
        if (aside !== undefined) await removeFolder(aside)
      })
      await release()
    },
    async discard() {
      await release()
      await removeFolder(folder)
    },
    release,
  }
}

/**
 * Renames an existing target to a hidden name until the new file has its own; a folder may only contain Parquet files.
 */
async function putAside(path: string): Promise<string> {
  const aside = join(dirname(resolve(path)), `.${basename(path)}.sdc-replaced`)
  if (!existsSync(path)) return aside
  if (statSync(path).isDirectory() && !readdirSync(path).every((name) => name.endsWith('.parquet')))
    throw existsAlready(path)
  await removeFolder(aside)
  renameSync(path, aside)
  return aside
}

/** Collects the columns of blocks, and counts records and blocks. */
async function columnsInMemory(
  blocks: AsyncIterable<SourceBlock>,
): Promise<{ readonly held: ReadonlyMap<string, readonly Column[]>; readonly rows: number; readonly count: number }> {
  const held = new Map<string, Column[]>()
  let [rows, count] = [0, 0]
  for await (const { data } of blocks) {
    for (const name of data.names) {
      const own = held.get(name) ?? []
      own.push(data.column(name))
      held.set(name, own)
    }
    rows += data.rows
    count++
  }
  return { held, rows, count }
}

/** Makes a folder that other workers may make at the same time. */
async function makeOnce(folder: string): Promise<void> {
  try {
    await makeFolder(folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

async function openTable(memory: string): Promise<Open> {
  const { duckdb, instance } = await openDuckDB(memory)
  const connection = await instance.connect()
  return { instance, connection, table: partTable(duckdb, connection) }
}

/** DuckDB would rename the second of two such columns. */
function refuseAlikeNames(names: readonly string[], path: string): void {
  const small = names.map((name) => name.toLowerCase())
  const second = small.findIndex((name, c) => small.indexOf(name) < c)
  if (second < 0) return
  const message =
    `${path} cannot be written as Parquet: the names of the columns "${names[small.indexOf(small[second])]}" ` +
    `and "${names[second]}" differ only in capitals`
  throw new SdcError('DUPLICATE_COLUMN', message, { file: path }, 'Rename one of them.')
}

/** Writes a file without records, but with its columns. */
async function writeEmpty(
  connection: DuckDBConnection,
  types: ReadonlyMap<string, string>,
  file: string,
  path: string,
): Promise<void> {
  if (types.size === 0) {
    const fix = 'Use a file with records.'
    throw new SdcError('EMPTY_FILE', `${path} would have no records and no known columns`, { file: path }, fix)
  }
  const columns = [...types].map(([name, type]) => `CAST(NULL AS ${type}) AS ${quotedName(name)}`)
  await writeParquet(connection, `SELECT ${columns.join(', ')} LIMIT 0`, file, path, { dictionary: true })
}

/** Rewrites partitions with narrower types than another partition needed. */
async function makeAlike(connection: DuckDBConnection, folder: string, parts: number, path: string): Promise<void> {
  const files = Array.from({ length: parts }, (_, part) => join(folder, partName(part)))
  const facts: FileFacts[] = []
  for (const file of files) facts.push(await factsOfFile(connection, file))
  const common = facts[0].columns.map(({ name, type }, c) => {
    if (facts.every(({ columns }) => columns[c].type === type)) return { name, type }
    return { name, type: facts.some(({ columns }) => columns[c].type === 'VARCHAR') ? 'VARCHAR' : 'DOUBLE' }
  })
  for (const [f, { columns }] of facts.entries()) {
    if (columns.every(({ type }, c) => type === common[c].type)) continue
    const select = columns.map(({ name, type }, c) => {
      if (type === common[c].type) return quotedName(name)
      const kind = common[c].type === 'VARCHAR' ? 'categorical' : 'numeric'
      return `CAST(${formOf(name, type, { kind }).expression} AS ${common[c].type}) AS ${quotedName(name)}`
    })
    const from = `read_parquet(${quotedPath(files[f])}, hive_partitioning = false)`
    await writeParquet(connection, `SELECT ${select.join(', ')} FROM ${from}`, files[f], path, { dictionary: false })
  }
}
