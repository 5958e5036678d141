import {
  SdcError,
  numericValues,
  type Block,
  type ColumnAsRead,
  type Facts,
  type MaskInput,
  type Plan,
} from '@sdc/core'

/** Largest value; beyond it a variance may be infinite. */
const LARGEST = 1e145

/** Source of the columns, for messages. */
interface Named {
  readonly names: readonly string[]
  readonly origin: Int32Array
}

/**
 * Returns the columns to mask, checked; errors name the column and the record of the original file.
 *
 * @param input - File, and columns to mask.
 * @param k - Minimum size of a group.
 * @param method - Id of the method, for messages.
 * @returns Their values, one array per column.
 * @throws Errors of `checkGroupable`.
 */
export function groupableColumns<P>(input: MaskInput<P>, k: number, method: string): Float64Array[] {
  const columns = input.columns.map((name) => numericValues(input.data, name))
  checkGroupable(columns, k, method, { names: input.columns, origin: input.origin })
  return columns
}

/**
 * Refuses columns that cannot be put into groups of k.
 *
 * @param columns - Columns of equal length; codes of categories as numbers, NaN for missing values.
 * @param k - Minimum size of a group.
 * @param method - Id of the method, for messages.
 * @param named - Names of the columns, and the records of the original file that these are; without it they are
 *   numbered.
 * @throws BAD_PARAMETER if k is not a whole number from 1, LENGTH_MISMATCH, MISSING_VALUES, NOT_NUMERIC for an
 *   infinite value or one too large to square, TOO_FEW_RECORDS.
 */
export function checkGroupable(columns: readonly Float64Array[], k: number, method: string, named?: Named): void {
  if (!Number.isInteger(k) || k < 1) {
    const message = `${method}: k must be a whole number of records, not ${k}`
    throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'k' })
  }
  const n = columns[0]?.length ?? 0
  columns.forEach((values, j) => {
    if (values.length !== n) {
      throw new SdcError('LENGTH_MISMATCH', `${method}: columns of ${n} and of ${values.length} records`, { method })
    }
    refuseUnfit(values, j, method, named)
  })
  refuseFewer(n, k, method)
}

/**
 * Refuses values that cannot be in a group.
 *
 * @param values - Values of the column.
 * @param j - Its number, from 0, used if it has no name.
 * @param method - Id of the method, for the message.
 * @param named - Names of the columns, and the records of the original file that the values belong to.
 * @throws MISSING_VALUES, and NOT_NUMERIC for an infinite value or one too large to square.
 */
export function refuseUnfit(values: Float64Array, j: number, method: string, named?: Named): void {
  for (let i = 0; i < values.length; i++)
    if (!(Math.abs(values[i]) <= LARGEST)) throw unfitValue(values[i], i, j, method, named)
}

/**
 * Refuses fewer records than one group needs.
 *
 * @param n - Number of records.
 * @param k - Minimum number of records per group.
 * @param method - Id of the method, for the message.
 * @throws TOO_FEW_RECORDS for n < k.
 */
export function refuseFewer(n: number, k: number, method: string): void {
  if (n >= k) return
  const message = `${method}: ${n} record${n === 1 ? '' : 's'} cannot make a group of k = ${k}`
  throw new SdcError('TOO_FEW_RECORDS', message, { method, parameter: 'k' }, 'Use a smaller k, or mask larger groups.')
}

/**
 * Refuses columns to mask that cannot be put into groups of k, in a pass; complete unmasked columns need no pass.
 *
 * @param facts - Columns and number of records.
 * @param k - Minimum size of a group.
 * @param method - Id of the method, for messages.
 * @returns First value of each column.
 * @throws MISSING_VALUES, NOT_NUMERIC for an infinite value or one too large to square, TOO_FEW_RECORDS.
 */
export function* checkColumns(
  { columns, rows }: Pick<Facts<unknown>, 'columns' | 'rows'>,
  k: number,
  method: string,
): Plan<readonly number[]> {
  const [found] = yield [
    {
      reads: 'masked',
      known(column) {
        const known = columns.map((name) => column(name))
        return known.every(isFit) ? Float64Array.from(known.flatMap(({ first }) => [first, NO_RECORD, 0])) : undefined
      },
      of: (block) =>
        Float64Array.from(
          columns.flatMap((name) => {
            const values = numericValues(block.masked, name)
            return [values[0], ...firstUnfit(block, values)]
          }),
        ),
      merge: mergedChecks,
    },
  ]
  for (let j = 0; j < columns.length; j++) {
    const [, record, value] = found.subarray(CHECKED * j)
    if (record !== NO_RECORD) throw unfitValue(value, record, j, method, { names: columns, origin: new Int32Array(0) })
  }
  refuseFewer(rows.masked, k, method)
  return columns.map((_, j) => found[CHECKED * j])
}

/** First value of a column, first record with an invalid value, and that value. */
const CHECKED = 3
const NO_RECORD = -1

const isFit = (column: ColumnAsRead | undefined): column is ColumnAsRead =>
  column !== undefined && column.missing === 0 && column.largest <= LARGEST && Number.isFinite(column.sum)

function firstUnfit(block: Block, values: Float64Array): readonly [number, number] {
  for (let i = 0; i < values.length; i++) if (!(Math.abs(values[i]) <= LARGEST)) return [block.first + i, values[i]]
  return [NO_RECORD, 0]
}

function mergedChecks(total: Float64Array, own: Float64Array): Float64Array {
  const merged = total.slice()
  for (let at = 1; at < merged.length; at += CHECKED)
    if (merged[at] === NO_RECORD) merged.set(own.subarray(at, at + 2), at)
  return merged
}

function unfitValue(value: number, i: number, j: number, method: string, named?: Named): SdcError {
  const column = named?.names[j]
  const known = named && named.origin[i] >= 0
  const row = (known ? named.origin[i] : i) + 1
  const place = { method, column, row }
  const where = column === undefined ? `record ${row} of column ${j + 1}` : `record ${row} of column "${column}"`
  if (Number.isNaN(value)) {
    const fix = 'Leave the column out, or drop or impute the records with missing values first.'
    return new SdcError(
      'MISSING_VALUES',
      `${where} is missing: it has no distance and no place in an order`,
      place,
      fix,
    )
  }
  const message = `${where} is ${value}; beyond ±${LARGEST} a variance need not be finite`
  const fix = 'Correct the value, or give the column in a larger unit.'
  return new SdcError('NOT_NUMERIC', message, place, fix)
}
