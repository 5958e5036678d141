import { closestTo, option, SdcError, unknownColumn, type Dataset, type MeasureInput } from '@sdc/core'
import * as z from 'zod'
import { lackingInControl } from '../control-file.js'

/** Parameters of metrics that guess the values of confidential columns. */
export const sensitiveParams = {
  sensitive: z
    .array(z.string())
    .default([])
    .meta({
      description:
        'Confidential columns to guess; by default those with the role confidential. The other quasi-identifiers predict ' +
        'a column that is a quasi-identifier itself.',
    }),
  withinPercent: z.number().min(0).max(50).default(5).meta({
    description:
      "Maximum share of the original's values between a number's guess and its true value for a right guess.",
    unit: 'percent of the records',
  }),
}

/** Confidential columns that a metric guesses. */
export interface SensitiveTargets {
  /** All requested columns. */
  readonly targets: readonly string[]
  /** Those in the original and the masked file. */
  readonly present: readonly string[]
}

/**
 * Returns the confidential columns to guess; the control file, if there is one, has them and the quasi-identifiers.
 *
 * @param metric - Id of the calling metric.
 * @param input - Its files, roles and parameters.
 * @returns The columns, or the reason why none can be guessed.
 * @throws UNKNOWN_COLUMN if a named column is not in the original.
 */
export function sensitiveTargets(
  metric: string,
  {
    original,
    masked,
    control,
    columns,
    roles,
    params,
  }: Pick<
    MeasureInput<{ readonly sensitive: readonly string[] }>,
    'original' | 'masked' | 'control' | 'columns' | 'roles' | 'params'
  >,
): SensitiveTargets | string {
  checkNames(metric, params.sensitive, original)
  const targets = params.sensitive.length > 0 ? params.sensitive : roles.confidential
  if (targets.length === 0) {
    const name = metric.slice(metric.indexOf('/') + 1)
    return (
      `no column is confidential: assign that role in a schema, or name columns (${option('set')} ` +
      `'${name}.sensitive=["income"]')`
    )
  }
  const present = targets.filter((name) => original.names.includes(name) && masked.names.includes(name))
  if (present.length === 0) return `the masked file has none of ${targets.join(', ')}`
  return lackingInControl(control, [...present, ...columns]) ?? { targets, present }
}

function checkNames(metric: string, sensitive: readonly string[], original: Dataset): void {
  const name = sensitive.find((one) => !original.names.includes(one))
  if (name === undefined) return
  const { code, message, fix } = unknownColumn(name, original.names)
  const guess = closestTo(name, original.names)
  throw new SdcError(
    code,
    `sensitive: ${message}`,
    { metric, parameter: 'sensitive', column: name },
    guess === undefined ? fix : `Did you mean "${guess}"? ${fix}`,
  )
}
