import type { Dataset } from '@sdc/core'
import { eiaCsv } from './public/eia-csv.js'
import { plainCsv } from './public/plain-csv.js'

export { eiaCsv } from './public/eia-csv.js'

/**
 * Returns the EIA file of the CASC project's reference microdata: monthly sales and revenues of electric utilities in
 * the United States, 4,092 records of 15 columns without missing values. A public-use file of the U.S. Energy
 * Information Administration; a work of the United States government, in the public domain.
 *
 * UTILITYID, YEAR and MONTH are numbers, UTILNAME and STATE text. The other ten are the numbers that papers call v1 to
 * v10, in this order: revenue (…REVENUE) and sales (…SALES) to residents, commerce, industry, others and in total.
 *
 * Every call makes new columns: changes to one do not affect others.
 */
export function eia(): Dataset {
  return plainCsv(eiaCsv, ['UTILNAME', 'STATE'])
}
