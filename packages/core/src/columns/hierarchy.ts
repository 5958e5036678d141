/**
 * How the values of a column are made coarser: a row for each value, which holds the value, its class at level 1, the class
 * of that at level 2, and so on. All rows are as long, and every level is a function of the one below.
 *
 * `[['39', '35-39', '30-39', '*'], …]`. The values of a column of numbers are compared as numbers.
 */
export type Hierarchy = readonly (readonly string[])[]
