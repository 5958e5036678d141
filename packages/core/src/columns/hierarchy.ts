/**
 * Generalization of a column's values: a row for each value, with the value, its class at level 1, the class of that at
 * level 2, and so on. All rows have the same length, and every level is a function of the one below.
 *
 * `[['39', '35-39', '30-39', '*'], …]`. The values of a column of numbers are compared as numbers.
 */
export type Hierarchy = readonly (readonly string[])[]
