import { numeric, numericValues, SdcError, type Block, type MaskInput, type MaskResult, type Totals } from '@sdc/core'
import { largestSize } from '@sdc/stats/internal'

/** Above this a variance, or a product of two standard deviations times the noise, may not be finite. */
const LARGEST = 1e145

type Records = Pick<MaskInput<unknown>, 'data' | 'origin'>

/**
 * Returns numeric columns of the data, whose variances can be computed.
 *
 * @param input - n records, and their original records.
 * @param names - p numeric columns.
 * @param method - The method's id, for the message.
 * @returns p columns of n, NaN if missing.
 * @throws NOT_NUMERIC for a value that is infinite or too large to compute variances with.
 */
export function finiteColumns(input: Records, names: readonly string[], method: string): Float64Array[] {
  return names.map((name) => {
    const values = numericValues(input.data, name)
    if (largestSize(values) <= LARGEST) return values
    const at = values.findIndex((value) => Math.abs(value) > LARGEST)
    const message = `column "${name}" has the value ${values[at]}; beyond ±${LARGEST} a variance may overflow`
    const fix = 'Correct the value, declare it as missing in the schema, or use a larger unit.'
    throw new SdcError('NOT_NUMERIC', message, { method, column: name, row: originalRow(input, at) }, fix)
  })
}

/**
 * Returns numeric columns of a block of the file to mask.
 *
 * @param block - The block of m records.
 * @param names - p numeric columns.
 * @param method - The method's id, for the message.
 * @returns p columns of m, NaN if missing.
 * @throws NOT_NUMERIC for a value that is infinite or too large to compute variances with.
 */
export function finiteColumnsOfBlock(
  { masked, first }: Pick<Block, 'masked' | 'first'>,
  names: readonly string[],
  method: string,
): Float64Array[] {
  const records = {
    data: masked,
    // Needed only if a value is refused.
    get origin() {
      return Int32Array.from({ length: masked.rows }, (_, i) => first + i)
    },
  }
  return finiteColumns(records, names, method)
}

/**
 * Returns the totals of columns if `finiteColumns` accepts them for any order of values. For other columns the file
 * must be read, so that the message can name the record.
 *
 * @param totals - Known totals of the columns, if any: their first values, sums and sizes are included.
 * @returns The same; `undefined` if a number is missing or too large.
 */
export function finiteTotals(totals: Totals | undefined): Totals | undefined {
  return totals?.every((value) => Math.abs(value) <= LARGEST) ? totals : undefined
}

/**
 * Returns the record's number in the original file.
 *
 * @param input - Origin of the records: the rows of the original, below 0 for none.
 * @param at - The present record, from 0.
 * @returns The number, from 1; in the present data if the record has no origin.
 */
export function originalRow(input: Pick<MaskInput<unknown>, 'origin'>, at: number): number {
  return (input.origin[at] >= 0 ? input.origin[at] : at) + 1
}

/**
 * One masked file with these numeric columns.
 *
 * @param names - The p names of the columns.
 * @param columns - p of n.
 * @param warnings - Warnings about them.
 * @returns The result of a method.
 */
export function maskedFile(
  names: readonly string[],
  columns: readonly Float64Array[],
  warnings: readonly string[] = [],
): MaskResult {
  return { files: [{ columns: new Map(names.map((name, j) => [name, numeric(columns[j])])) }], warnings }
}
