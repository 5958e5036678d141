import type { Column, Dataset } from '../columns/dataset.js'

/** Detail that a method reports: a number, a text such as the date of a threshold, or values by record or in a table. */
export type Reported = Dataset | Column | number | string
