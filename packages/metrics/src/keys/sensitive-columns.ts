import { listed, SdcError, unknownColumn, type MeasureInput, type PairColumns } from '@sdc/core'
import * as z from 'zod'

/** The parameter that names sensitive columns in the place of those with the role. */
export const sensitiveParam = z
  .array(z.string())
  .default([])
  .meta({
    description:
      'The sensitive columns, whose values nobody is to learn, as a list: ["income"]; by default those with the role ' +
      'confidential.',
  })

/** What says which columns are sensitive. */
type SensitiveOf = Pick<
  MeasureInput<{ readonly sensitive: readonly string[] }>,
  'masked' | 'roles' | 'columns' | 'params'
>

/**
 * The columns that are read of a file in parts: keys and sensitive ones.
 *
 * @param files - What is known of it.
 * @param metric - The id of the metric, for the errors.
 * @returns Those of the masked file.
 * @throws As `sensitiveColumns`.
 */
export function keysAndSensitive(files: SensitiveOf, metric: string): PairColumns {
  const names = sensitiveColumns(files, metric)
  return { original: [], masked: typeof names === 'string' ? files.columns : [...files.columns, ...names] }
}

/**
 * The sensitive columns of a masked file.
 *
 * @param input - What the metric was handed.
 * @param metric - Its id, for the errors.
 * @returns Their names in the order of the file, or why there is none.
 * @throws UNKNOWN_COLUMN for a named one that the file has not, BAD_PARAMETER for one that is a key as well.
 */
export function sensitiveColumns(
  { masked, roles, columns, params }: SensitiveOf,
  metric: string,
): readonly string[] | string {
  const place = { metric, parameter: 'sensitive' }
  for (const name of params.sensitive)
    if (!masked.names.includes(name)) {
      const { fix } = unknownColumn(name, masked.names)
      throw new SdcError('UNKNOWN_COLUMN', `there is no sensitive column "${name}"`, { ...place, column: name }, fix)
    }
  const named = params.sensitive.length > 0 ? params.sensitive : roles.confidential
  const key = named.find((name) => columns.includes(name) || roles.keys.includes(name))
  if (key !== undefined) {
    const message = `column "${key}" is a sensitive column and a key`
    const fix = 'Who knows a key learns nothing by it: name the column as one of the two.'
    throw new SdcError('BAD_PARAMETER', message, { ...place, column: key }, fix)
  }
  const there = masked.names.filter((name) => named.includes(name))
  if (there.length > 0) return there
  if (named.length > 0) return `the masked file has none of the sensitive columns ${listed(named)}`
  return (
    'nothing says which columns are sensitive: give columns the role confidential in a schema, or name them by the ' +
    'parameter sensitive'
  )
}
