import { type Dataset, numericValues } from '@sdc/core'
import { rolesOf, type FileSchema } from '@sdc/engine'

/** Weight by name, or by its role in a schema. */
export interface NamedWeight {
  readonly weight?: string | undefined
  readonly schema?: FileSchema | undefined
}

/**
 * Returns the weights of a file.
 *
 * @param data - The file.
 * @param named - Weight by name, or by its role in a schema.
 * @returns Name and values; undefined if neither an option nor the schema names a weight.
 * @throws UNKNOWN_COLUMN, NOT_NUMERIC; WRONG_INPUT for a missing or negative weight.
 */
export function weightsOf(
  data: Dataset,
  { weight, schema }: NamedWeight,
): { readonly name: string; readonly values: Float64Array } | undefined {
  const byRole = Object.entries(schema?.columns ?? {}).find(([, { role }]) => role === 'weight')?.[0]
  const name = weight ?? byRole
  if (name === undefined) return undefined
  rolesOf(data, { columns: { [name]: { role: 'weight' } } })
  return { name, values: numericValues(data, name) }
}
