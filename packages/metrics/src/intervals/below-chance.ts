/** Number of standard errors below chance for a warning: one file in some 700 without a link has such a value. */
const STANDARD_ERRORS = 3

/** Cells of records, compared with their expectation by chance. */
export interface AgainstChance {
  /** Number of cells. */
  readonly used: number
  /** Their expected sum by chance, and the sum of their variances. */
  readonly expected: number
  readonly variance: number
  /**
   * Number of records with a cell, and the sums of d_i and of d_i², where d_i is the record's cells less their
   * expectation.
   */
  readonly records: number
  readonly sum: number
  readonly squares: number
}

/**
 * Compares interval disclosure with chance.
 *
 * The value is Σ d_i/used above chance. Records are independent, but the cells of a record are not: the standard error
 * is √(R·Var d)/used for R records. It is at least that of independent cells, because all d_i are equal in a file whose
 * every value left its windows.
 *
 * @param value - In percent.
 * @param cells - The averaged cells.
 * @returns A warning for the reader of the value; undefined if it is not below chance.
 */
export function belowChance(value: number, { used, expected, variance, ...of }: AgainstChance): string | undefined {
  const chance = (100 * expected) / used
  const error = (100 * Math.sqrt(Math.max(variance, varianceOfSum(of)))) / used
  if (!(value < chance - STANDARD_ERRORS * error)) return undefined
  return (
    `interval disclosure is ${value.toFixed(1)} %, below the ${chance.toFixed(1)} % (standard error ` +
    `${error.toFixed(1)}) of unrelated data: the masking moved values out of every window. An intruder who knows ` +
    'this links records the other way; see risk/max-knowledge'
  )
}

/** Returns R·Var over the R records that have a cell: the variance of their sum. */
function varianceOfSum({ records, sum, squares }: Pick<AgainstChance, 'records' | 'sum' | 'squares'>): number {
  return records < 2 ? Infinity : (Math.max(0, squares - (sum * sum) / records) * records) / (records - 1)
}
