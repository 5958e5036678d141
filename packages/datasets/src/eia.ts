import type { Dataset } from '@sdc/core'
import { eiaCsv } from './public/eia-csv.js'
import { plainCsv } from './public/plain-csv.js'

export { eiaCsv } from './public/eia-csv.js'

/**
 * The EIA file of the reference microdata of the project CASC: what electric utilities of the United States sold and
 * took in, by month, 4,092 records of 15 columns without a missing value. A public-use file of the U.S. Energy
 * Information Administration; a work of the United States government, in the public domain.
 *
 * UTILITYID, YEAR and MONTH are numbers, UTILNAME and STATE text. The other ten are the numbers that papers call v1 to
 * v10, in this order: revenue (…REVENUE) and sales (…SALES) to residents, commerce, industry, others and in total.
 *
 * The columns are made anew in every call: whoever changes one changes nobody else's.
 */
export function eia(): Dataset {
  return plainCsv(eiaCsv, ['UTILNAME', 'STATE'])
}
