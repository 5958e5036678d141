import type { Dataset } from '@sdc/core'
import { columnsWithRole, type FileSchema, type FileState, type MeasurePlan, type RunResult } from '@sdc/engine'

/** What is measured of a run. */
export interface MeasuredColumns {
  readonly columns: readonly string[]
  readonly given: readonly string[]
}

/**
 * The columns that a run is measured by: those that a plan names, else the masked ones without pseudonyms, and those that they are given by,
 * else a schema's non-confidential ones; of these, the ones that every file has.
 */
export function columnsMeasured(
  { columns: masked, given: conditioned, pseudonyms }: Pick<RunResult, 'columns' | 'given' | 'pseudonyms'>,
  files: readonly FileState[],
  original: Dataset,
  schema?: FileSchema,
  measure: MeasurePlan = {},
): MeasuredColumns {
  const there = (name: string): boolean => files.every(({ data }) => data.names.includes(name))
  const byRole = columnsWithRole(original, schema, ['non-confidential'])
  const columns = (measure.columns ?? masked.filter((name) => !pseudonyms.includes(name))).filter(there)
  const given = measure.given ?? (conditioned.length > 0 ? conditioned : byRole)
  return { columns, given: given.filter((name) => there(name) && !columns.includes(name)) }
}
