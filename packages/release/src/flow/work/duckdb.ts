import type * as parquet from '@sdc/files/parquet'
import { optionalPackage } from './optional-package.js'

/**
 * Loads the reader and writer of Parquet: an optional package of about 100 MB.
 *
 * @returns Its module.
 * @throws BAD_OPTION where it is not installed.
 */
export const loadDuckDB = (): Promise<typeof parquet> =>
  optionalPackage(() => import('@sdc/files/parquet'), '@duckdb/node-api', 'Parquet files are read and written by')
