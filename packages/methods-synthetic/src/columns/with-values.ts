import type { Column, MissingKinds } from '@sdc/core'

/**
 * A column with values of another column for some records.
 *
 * @param column - The column.
 * @param records - The records that get other values.
 * @param from - A column of the same kind and categories with the values.
 * @param places - Place in `from` of the value of each record; by default the same record.
 * @returns The column with these values and their kinds of missing values.
 * @throws RangeError for a column of the other kind.
 */
export function withValues(column: Column, records: Int32Array, from: Column, places = records): Column {
  const missingKinds = withKinds(column.missingKinds, records, from.missingKinds, places)
  if (column.kind === 'numeric' && from.kind === 'numeric') {
    const values = column.values.slice()
    records.forEach((record, at) => (values[record] = from.values[places[at]]))
    return { ...column, values, ...(missingKinds && { missingKinds }) }
  }
  if (column.kind === 'numeric' || from.kind === 'numeric') throw new RangeError('a column changed its kind')
  const codes = column.codes.slice()
  records.forEach((record, at) => (codes[record] = from.codes[places[at]]))
  return { ...column, codes, ...(missingKinds && { missingKinds }) }
}

function withKinds(
  kinds: MissingKinds | undefined,
  records: Int32Array,
  from: MissingKinds | undefined,
  places: Int32Array,
): MissingKinds | undefined {
  if (kinds === undefined || from === undefined) return undefined
  const of = kinds.of.slice()
  records.forEach((record, at) => (of[record] = from.of[places[at]]))
  return { ...kinds, of }
}
