import type { Dataset } from '@sdc/core'
import { columnsWithRole, type FileSchema, type FileState, type MeasurePlan, type RunResult } from '@sdc/engine'

/** Columns that are measured for a run. */
export interface MeasuredColumns {
  readonly columns: readonly string[]
  readonly given: readonly string[]
}

/**
 * Returns the columns to measure for a run. They are those that a plan names, else the masked ones without pseudonyms.
 * The given columns are those of the plan, else a schema's non-confidential ones. Columns that a file lacks are left
 * out.
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
