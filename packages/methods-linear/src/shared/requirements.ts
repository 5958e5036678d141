import { SdcError } from '@sdc/core'

/** Share of a column's spread below which a residual is rounding, at the exactness of 1e-9 that the methods claim. */
const DETERMINED = 1e-9

/** Rounding of a column's own values and of the design, relative to their size. */
const ROUNDING = 2 ** -48

/**
 * Refuses too few records.
 *
 * @param n - Number of records.
 * @param least - Required number of records.
 * @param what - Beginning of the message.
 * @param method - Id of the method, for the message.
 * @param fix - Remedy instead of larger groups or fewer columns.
 * @throws TOO_FEW_RECORDS for n < least
 */
export function requireRecords(n: number, least: number, what: string, method: string, fix?: string): void {
  if (n >= least) return
  const message = `${what} needs at least ${least} records; there ${n === 1 ? 'is one' : `are ${n}`}`
  throw new SdcError('TOO_FEW_RECORDS', message, { method }, fix ?? 'Use larger groups or fewer columns.')
}

/**
 * Returns the standard deviation of the residual as a share of that of the column.
 *
 * @param spread - Standard deviation of the column.
 * @param left - Standard deviation of the residual, in the same unit.
 * @param size - Largest absolute value, which determines the rounding.
 * @param name - Name of the column for messages.
 * @param by - Columns of the regression.
 * @param method - Id of the method, for messages.
 * @returns left/spread.
 * @throws CONSTANT_COLUMN; NOTHING_MOVES if only rounding is left: the regression gives the column's own values
 */
export function requireResidual(
  spread: number,
  left: number,
  size: number,
  name: string,
  by: 'given' | 'other',
  method: string,
): number {
  if (!(spread > 0)) {
    const message = `column "${name}" has the same value in every record`
    throw new SdcError('CONSTANT_COLUMN', message, { method, column: name }, 'Leave it out.')
  }
  if (left > DETERMINED * spread + ROUNDING * size) return left / spread
  const message = `column "${name}" is determined by the ${by} columns: a regression on them gives its own values`
  const fix = `Leave "${name}" out (its values can then be computed from the others), or use fewer ${by} columns.`
  throw new SdcError('NOTHING_MOVES', message, { method, column: name }, fix)
}

/**
 * Returns the largest absolute value.
 *
 * @param column - Values of n records, none missing.
 * @returns Max |x_i|, in the unit of the column; 0 if there is none.
 */
export function sizeOf(column: Float64Array): number {
  let size = 0
  for (let i = 0; i < column.length; i++) size = Math.max(size, Math.abs(column[i]))
  return size
}
