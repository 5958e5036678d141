import { SdcError } from '@sdc/core'
import type * as duckdb from '@sdc/duckdb'

/**
 * What reads and writes Parquet: a package of about 100 MB, which is installed by those alone who need it.
 *
 * @returns Its module.
 * @throws BAD_OPTION where it is not installed.
 */
export async function loadDuckDB(): Promise<typeof duckdb> {
  try {
    return await import('@sdc/duckdb')
  } catch (error) {
    const absent = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    // What it needs itself may be absent too, which the error names.
    if (!absent || !error.message.includes("'@sdc/duckdb'")) throw error
    const message = 'Parquet files are read and written by @sdc/duckdb, which is not installed'
    throw new SdcError('BAD_OPTION', message, {}, 'Install it beside sdc: npm install @sdc/duckdb (-g where sdc is).')
  }
}
