import type { Dataset } from '@sdc/core'
import { censusCsv } from './public/census-csv.js'
import { plainCsv } from './public/plain-csv.js'

export { censusCsv } from './public/census-csv.js'

/**
 * The Census file of the reference microdata of the project CASC, on which papers of the field try their methods: 1,080
 * records of 13 columns, all of them whole numbers without a missing value. A public-use extract of the U.S. Bureau of
 * the Census, 1995; a work of the United States government, in the public domain.
 *
 * PTOTVAL = PEARNVAL + POTHVAL in every record, so that the covariance matrix of all columns is singular, and
 * PEARNVAL = WSALVAL in 1,019 records.
 *
 * The columns are made anew in every call: whoever changes one changes nobody else's.
 */
export function census(): Dataset {
  return plainCsv(censusCsv)
}
