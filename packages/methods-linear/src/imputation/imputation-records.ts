import { isMissing, numericValues, SdcError, takeRows, type Dataset, type MaskInput } from '@sdc/core'
import { hasMissing } from '@sdc/stats'
import { originalRow } from '@sdc/toolkit'

/** Records for which models are fitted or values made, with their origin. */
export type Records = Pick<MaskInput<unknown>, 'data' | 'origin' | 'columns' | 'given'>

/** Selects some records of the data, without copying if they are all of them. */
export function recordsAt<T extends Records>(input: T, rows: Int32Array): Records {
  if (rows.length === input.data.rows) return input
  return { ...input, data: takeRows(input.data, rows), origin: rows.map((row) => input.origin[row]) }
}

/**
 * Refuses missing values.
 *
 * @throws MISSING_VALUES naming the first missing value of these columns
 */
export function requireComplete(input: Records, names: readonly string[], method: string): void {
  for (const name of names) {
    const column = input.data.column(name)
    if (column.kind === 'numeric' && !hasMissing(column.values)) continue
    const at = rowsWhere(input.data, (i) => isMissing(column, i))
    if (at.length === 0) continue
    const place = { method, column: name, row: originalRow(input, at[0]) }
    const message =
      `column "${name}" is missing in ${at.length} of the records that are imputed by a regression, the first ` +
      `of them record ${place.row}`
    const fix =
      'Complete these records or drop them. With kind = partial, only can keep some unchanged; with kind = ' +
      'full, records without any confidential value are unsampled units.'
    throw new SdcError('MISSING_VALUES', message, place, fix)
  }
}

/** Returns the records that a column flags by 1; throws BAD_PARAMETER if it has a value other than 0 and 1. */
export function flaggedRecords(input: Records, name: string, method: string): Int32Array {
  const place = { method, parameter: 'only', column: name }
  if (input.columns.includes(name)) {
    const message = `column "${name}" flags the records to replace, but is itself to be replaced`
    throw new SdcError('BAD_PARAMETER', message, place, 'Leave it out of the columns.')
  }
  const flags = numericValues(input.data, name)
  const other = flags.findIndex((flag) => flag !== 0 && flag !== 1)
  if (other >= 0) {
    const row = originalRow(input, other)
    const held = Number.isNaN(flags[other]) ? 'no value' : flags[other]
    const message = `column "${name}" has ${held} in record ${row}, which is neither 0 nor 1`
    throw new SdcError(
      'BAD_PARAMETER',
      message,
      { ...place, row },
      'Use 1 for the records to replace and 0 for the others.',
    )
  }
  const rows = rowsWhere(input.data, (i) => flags[i] === 1)
  if (rows.length > 0) return rows
  const message = `column "${name}" flags no record: no record would be replaced`
  throw new SdcError('NOTHING_MOVES', message, place, 'Use 1 for the records to replace.')
}

/**
 * Returns the sampled units of a frame: those with values in the confidential columns; the others have none in any.
 *
 * @throws MISSING_VALUES for a record with some of them, BAD_PARAMETER if every unit is sampled
 */
export function sampledUnits(input: Records, method: string): Int32Array {
  const columns = input.columns.map((name) => input.data.column(name))
  const missing = (i: number): number => columns.filter((column) => isMissing(column, i)).length
  const [some] = rowsWhere(input.data, (i) => missing(i) > 0 && missing(i) < columns.length)
  if (some !== undefined) {
    const column = input.columns[columns.findIndex((one) => isMissing(one, some))]
    const row = originalRow(input, some)
    const message = `record ${row} lacks "${column}" but not the other confidential columns: it is neither sampled nor unsampled`
    const fix = 'Complete it, drop it, or empty all its confidential values to make it a unit of the frame only.'
    throw new SdcError('MISSING_VALUES', message, { method, column, row }, fix)
  }
  const sampled = rowsWhere(input.data, (i) => missing(i) === 0)
  if (sampled.length < input.data.rows) return sampled
  const message = 'kind = full imputes for a frame beyond the sample, but every record here has its confidential values'
  const fix =
    "Add the frame's other units with empty confidential values, or set kind=partial to replace the values of these records."
  throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'kind' }, fix)
}

function rowsWhere({ rows }: Dataset, holds: (i: number) => boolean): Int32Array {
  const found = new Int32Array(rows)
  let count = 0
  for (let i = 0; i < rows; i++) if (holds(i)) found[count++] = i
  return found.slice(0, count)
}
