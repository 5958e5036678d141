import type * as parquet from '@sdc/files/parquet'
import { optionalPackage } from './optional-package.js'

/**
 * What reads and writes Parquet: a package of about 100 MB, which is installed by those alone who need it.
 *
 * @returns Its module.
 * @throws BAD_OPTION where it is not installed.
 */
export const loadDuckDB = (): Promise<typeof parquet> =>
  optionalPackage(() => import('@sdc/files/parquet'), '@duckdb/node-api', 'Parquet files are read and written by')
