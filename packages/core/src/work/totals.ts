/** What a pass makes of the records of a block: plain numbers, so that they can be written down and added up elsewhere. */
export type Totals = Float64Array
