import type * as duckdb from '@sdc/duckdb'
import { optionalPackage } from './optional-package.js'

/**
 * What reads and writes Parquet: a package of about 100 MB, which is installed by those alone who need it.
 *
 * @returns Its module.
 * @throws BAD_OPTION where it is not installed.
 */
export const loadDuckDB = (): Promise<typeof duckdb> =>
  optionalPackage(() => import('@sdc/duckdb'), '@sdc/duckdb', 'Parquet files are read and written by')
