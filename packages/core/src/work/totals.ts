/** Totals of a pass over the records of a block: plain numbers, so that they can be written and added elsewhere. */
export type Totals = Float64Array
