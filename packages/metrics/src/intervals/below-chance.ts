/** A value so many standard errors below chance is no luck: one file in some 700 without a link lies there. */
const STANDARD_ERRORS = 3

/** The cells of records against what they are by chance. */
export interface AgainstChance {
  /** How many cells there are. */
  readonly used: number
  /** What they are by chance in all, and the sum of their variances. */
  readonly expected: number
  readonly variance: number
  /** How many records have a cell, and the sums of d_i and of d_i², where d_i is what those of one are less what they are by chance. */
  readonly records: number
  readonly sum: number
  readonly squares: number
}

/**
 * Compares interval disclosure with chance.
 *
 * The value is Σ d_i/used above chance. The cells of a record are not independent, records are: the standard error is √(R·Var d)/used
 * of R records. It is no less than that of independent cells, since in a file whose every value was moved out of its windows all d_i
 * are alike.
 *
 * @param value - In percent.
 * @param cells - What it is the mean of.
 * @returns What whoever reads the value must know; undefined where it is not below chance.
 */
export function belowChance(value: number, { used, expected, variance, ...of }: AgainstChance): string | undefined {
  const chance = (100 * expected) / used
  const error = (100 * Math.sqrt(Math.max(variance, varianceOfSum(of)))) / used
  if (!(value < chance - STANDARD_ERRORS * error)) return undefined
  return (
    `interval disclosure is ${value.toFixed(1)} %, below the ${chance.toFixed(1)} % (standard error ${error.toFixed(1)}) of ` +
    'data without any link to the original: values lie outside every window because they were moved there, on purpose or by ' +
    'a method that always moves them far, and who knows how links the records the other way; look at risk/max-knowledge'
  )
}

/** R·Var over the R records that have a cell: the variance of their sum. */
function varianceOfSum({ records, sum, squares }: Pick<AgainstChance, 'records' | 'sum' | 'squares'>): number {
  return records < 2 ? Infinity : (Math.max(0, squares - (sum * sum) / records) * records) / (records - 1)
}
