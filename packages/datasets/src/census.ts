import type { Dataset } from '@sdc/core'
import { censusCsv } from './public/census-csv.js'
import { plainCsv } from './public/plain-csv.js'

export { censusCsv } from './public/census-csv.js'

/**
 * Returns the Census file of the CASC project's reference microdata, on which papers of the field test their methods:
 * 1,080 records of 13 columns, all whole numbers without missing values. A public-use extract of the U.S. Bureau of the
 * Census, 1995; a work of the United States government, in the public domain.
 *
 * PTOTVAL = PEARNVAL + POTHVAL in every record, so that the covariance matrix of all columns is singular, and PEARNVAL
 * = WSALVAL in 1,019 records.
 *
 * Every call makes new columns: changes to one do not affect others.
 */
export function census(): Dataset {
  return plainCsv(censusCsv)
}
