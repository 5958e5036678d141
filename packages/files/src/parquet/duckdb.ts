import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { SdcError } from '@sdc/core'
import { fileError } from '../node/file-error.js'
import type * as api from '@duckdb/node-api'

/** The library that reads and writes Parquet. */
export type DuckDB = typeof api

const NAME = '@duckdb/node-api'
const PACKAGE = '1.5.6-r.1'
const ENGINE = 'v1.5.6'

/**
 * Loads DuckDB.
 *
 * @returns Its module.
 * @throws BAD_OPTION if it is not installed, cannot be loaded on this system, or has another version
 */
export function loadDuckDB(): DuckDB {
  const fix = `Install it in the same place as sdc: npm install ${NAME}@${PACKAGE} (-g if sdc is global).`
  const needed = 'Parquet files are read and written by DuckDB'
  let module: DuckDB
  try {
    // An `import` would first scan its 180 files for their names, which takes as long as loading them.
    module = createRequire(import.meta.url)(NAME) as DuckDB
  } catch (error) {
    // The rest of the text lists the search paths.
    const [line] = String(error).split('\n')
    const why = line.includes(`Cannot find module '${NAME}'`)
      ? 'which is not installed'
      : `which cannot be loaded: ${line}`
    throw new SdcError('BAD_OPTION', `${needed}, ${why}`, {}, fix)
  }
  if (module.version() === ENGINE) return module
  throw new SdcError('BAD_OPTION', `${needed} ${ENGINE}, but ${module.version()} is installed`, {}, fix)
}

/**
 * Opens an instance of DuckDB in memory. It has one thread, so that records keep their order and a task uses one core.
 * It has no external extensions, and no files, which a killed process would leave behind.
 *
 * @param memory - Memory limit, such as `512MB`.
 * @returns The module and the instance.
 */
export async function openDuckDB(
  memory: string,
): Promise<{ readonly duckdb: DuckDB; readonly instance: api.DuckDBInstance }> {
  const duckdb = loadDuckDB()
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: memory,
    temp_directory: '',
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  return { duckdb, instance }
}

const reasons: readonly (readonly [RegExp, keyof typeof constants.errno])[] = [
  [/No space left/i, 'ENOSPC'],
  [/quota exceeded/i, 'EDQUOT'],
  [/Read-only file system/i, 'EROFS'],
  [/Permission denied/i, 'EACCES'],
  [/Too many open files/i, 'EMFILE'],
  [/File too large/i, 'EFBIG'],
  [/Input\/output error/i, 'EIO'],
  [/No files found|No such file/i, 'ENOENT'],
]

/**
 * Converts an error of DuckDB about a file to an `SdcError`; returns our own errors unchanged.
 *
 * @param error - The thrown error.
 * @param doing - The intended action on the file.
 * @param file - Its path, as the user gave it.
 * @returns FILE with the reason.
 */
export function duckdbError(error: unknown, doing: 'read' | 'written', file: string): unknown {
  if (error instanceof SdcError || !(error instanceof Error)) return error
  if ('syscall' in error) return fileError(error, doing, file)
  const [line] = error.message.split('\n')
  if (/Out of Memory/i.test(line)) {
    const message = `${file} cannot be ${doing}: DuckDB needs more memory than its limit (${line})`
    return new SdcError('FILE', message, { file }, 'Allow more memory.')
  }
  const code = reasons.find(([pattern]) => pattern.test(line))?.[1]
  if (code !== undefined) {
    const system = Object.assign(new Error(line), { code, syscall: 'open', errno: -constants.errno[code] })
    return fileError(system, doing, file)
  }
  const fix = doing === 'read' ? 'Check that it is a complete Parquet file.' : 'Name another file, or another folder.'
  return new SdcError('FILE', `${file} cannot be ${doing}: ${line}`, { file }, fix)
}
