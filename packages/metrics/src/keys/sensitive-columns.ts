import {
  listed,
  SdcError,
  unknownColumn,
  type MeasureFacts,
  type MeasureInput,
  type Measuring,
  type PairColumns,
  type Planned,
} from '@sdc/core'
import { unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { noKeys } from './per-column.js'
import { planKeys, type KeysMetric } from './plan-keys.js'

/** Parameter that names confidential columns in place of those with the role. */
export const sensitiveParam = z.array(z.string()).default([]).meta({
  description: 'Confidential columns, as a list: ["income"]; by default those with the role confidential.',
})

/** Inputs that determine the sensitive columns. */
type SensitiveOf = Pick<
  MeasureInput<{ readonly sensitive: readonly string[] }>,
  'masked' | 'roles' | 'columns' | 'params'
>

/**
 * Returns the columns of an out-of-core file that the metric reads: quasi-identifiers and confidential ones.
 *
 * @param files - Properties of the file.
 * @param metric - Id of the metric, for errors.
 * @returns Columns of the masked file.
 * @throws As `sensitiveColumns`.
 */
export function keysAndSensitive(files: SensitiveOf, metric: string): PairColumns {
  const names = sensitiveColumns(files, metric)
  return { original: [], masked: typeof names === 'string' ? files.columns : [...files.columns, ...names] }
}

/**
 * Returns the confidential columns of a masked file.
 *
 * @param input - Input of the metric.
 * @param metric - Its id, for errors.
 * @returns Their names in the order of the file, or the reason why there is none.
 * @throws UNKNOWN_COLUMN for a named one that the file lacks, BAD_PARAMETER for one that is also a quasi-identifier.
 */
export function sensitiveColumns(
  { masked, roles, columns, params }: SensitiveOf,
  metric: string,
): readonly string[] | string {
  const place = { metric, parameter: 'sensitive' }
  for (const name of params.sensitive)
    if (!masked.names.includes(name)) {
      const { fix } = unknownColumn(name, masked.names)
      throw new SdcError(
        'UNKNOWN_COLUMN',
        `the file has no confidential column "${name}"`,
        { ...place, column: name },
        fix,
      )
    }
  const named = params.sensitive.length > 0 ? params.sensitive : roles.confidential
  const key = named.find((name) => columns.includes(name) || roles.keys.includes(name))
  if (key !== undefined) {
    const message = `column "${key}" is both confidential and a quasi-identifier`
    const fix = 'Name the column as one of the two: an intruder who knows it learns nothing from it.'
    throw new SdcError('BAD_PARAMETER', message, { ...place, column: key }, fix)
  }
  const there = masked.names.filter((name) => named.includes(name))
  if (there.length > 0) return there
  if (named.length > 0) return `the masked file has none of the confidential columns ${listed(named)}`
  return 'no column is confidential: assign that role in a schema, or name columns by the parameter sensitive'
}

/**
 * Plans a metric of the confidential values of equivalence classes.
 *
 * @param facts - The files.
 * @param metric - Its id, for errors.
 * @param measure - Measures a file, or its different records.
 * @returns The plan.
 */
export function planSensitive<P extends { readonly sensitive: readonly string[] }>(
  facts: MeasureFacts<P>,
  metric: string,
  measure: KeysMetric<P>['measure'],
): Planned<Measuring<P>> {
  const { columns, rows } = facts
  // A file without keys or records is not refused because of its confidential columns.
  const names = noKeys(columns, rows.masked) === undefined ? sensitiveColumns(facts, metric) : []
  return typeof names === 'string' ? unmeasured(names) : planKeys(facts, { names: [...columns, ...names], measure })
}
