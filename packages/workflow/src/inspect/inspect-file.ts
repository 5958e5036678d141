import type { FileSchema } from '@sdc/engine'
import { defaultMissing, type CsvFile } from '@sdc/io'
import type { ColumnInspection, Inspection, SuggestedRole } from './inspection.js'
import { findingsOf } from './findings.js'
import { inspectColumn, type SeenColumn } from './inspect-column.js'
import { lookAtColumn } from './look-at-column.js'
import { suggestedRoles } from './suggested-roles.js'

/** What is inspected, and what is known of it. */
export interface InspectOptions {
  /** The name of the file, for the commands that are suggested. */
  readonly file: string
  readonly schema?: FileSchema | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * Looks at every column of a file: what it is and why, what it may be to disclosure control, and what stands in the way of masking it;
 * then at what columns say of each other.
 *
 * @param source - The file as it was read.
 * @param options - Its name, and what a schema says.
 * @returns What was found. Cost: a sort a column, and searches with a bound; what a bound leaves out is said.
 */
export function inspectFile({ dataset, dialect }: CsvFile, options: InspectOptions): Inspection {
  const { schema, file, tick } = options
  const seen = dataset.names.map((name, j): SeenColumn => {
    tick?.((0.7 * j) / dataset.names.length)
    return inspectColumn(lookAtColumn(name, dataset.column(name)), saidOf(schema, name))
  })
  const roles = suggestedRoles(seen)
  tick?.(0.7)
  const columns = seen.map((column): ColumnInspection => {
    return inspected(column, roles.get(column.name))
  })
  const findings = findingsOf(seen, roles, dataset.rows)
  tick?.(1)
  const { separator, decimal, header } = dialect
  const missing = schema?.missing ?? defaultMissing
  return { file, records: dataset.rows, columns, findings, dialect: { separator, decimal, header }, missing }
}

function saidOf(schema: FileSchema | undefined, name: string): FileSchema['columns'][string] | undefined {
  return schema !== undefined && Object.hasOwn(schema.columns, name) ? schema.columns[name] : undefined
}

function inspected(column: SeenColumn, role: SuggestedRole | undefined): ColumnInspection {
  const { name, kind, why, isSaid, shape, looks, suggestedKind, records, missing, distinct } = column
  const { missingCodes, numbers, levels } = column
  const values = { records, missing, distinct, missingCodes, numbers, levels }
  const isRoleSaid = column.saidRole !== undefined
  return { name, kind, why, isSaid, shape, looks, suggestedKind, ...values, role, isRoleSaid }
}
