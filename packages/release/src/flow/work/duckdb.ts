import type * as parquet from '@sdc/files/parquet'

/**
 * Loads the reader and writer of Parquet, which needs an optional package of about 100 MB; only its use reports that it
 * is absent.
 */
export const loadDuckDB = (): Promise<typeof parquet> => import('@sdc/files/parquet')
