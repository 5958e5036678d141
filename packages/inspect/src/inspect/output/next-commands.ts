import { maskedRoles } from '@sdc/core'
import type { Inspection } from '../inspection.js'

/**
 * Returns the next commands: write a schema and correct it; with a schema, compare methods.
 *
 * @param inspection - The inspection.
 * @param written - Name of the schema that was written, if any.
 * @returns Lines.
 */
export function nextCommands({ file, columns, findings }: Inspection, written?: string): string[] {
  const data = quoted(file)
  const hasMasked = columns.some(({ role }) => role !== undefined && maskedRoles.includes(role.role))
  const all = hasMasked ? '' : ' --columns all'
  const isSaid = columns.every(({ isSaid: said, isRoleSaid }) => said || isRoleSaid)
  const schema = quoted(written ?? 'schema.yaml')
  const compare = `sdc compare ${data} --schema ${schema}${all} -o comparison/`
  const open = findings.some(({ kind }) => kind === 'categories' || kind === 'missing')
  const correct = open ? 'its roles, what is a category, and codes that mean missing' : 'its roles'
  if (written !== undefined) return [`correct ${written}: ${correct}; then`, compare]
  if (isSaid) return [`sdc compare ${data} --schema SCHEMA${all} -o comparison/`]
  return [`sdc inspect ${data} --write schema.yaml`, `correct ${correct}; then`, compare]
}

/**
 * Quotes a name for a shell if needed.
 *
 * @param name - Name of a file, or names of columns separated by commas.
 * @returns The name, in quotation marks if a shell would change it.
 */
export function quoted(name: string): string {
  return /^[\w./+@%:,=-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`
}
