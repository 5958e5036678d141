import { SdcError, type Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { defaultMissing } from '@sdc/files'

/**
 * Refuses a masked file of which a category would be read as a missing value: a class called "NA", say.
 *
 * @param data - The masked file.
 * @param names - The columns that were masked.
 * @param schema - What is known of the columns.
 * @throws BAD_PARAMETER with the column and the category
 */
export function refuseMissingLabels(data: Dataset, names: readonly string[], schema: FileSchema | undefined): void {
  for (const name of names) {
    if (!data.names.includes(name)) continue
    const column = data.column(name)
    if (column.kind === 'numeric') continue
    const own = schema && Object.hasOwn(schema.columns, name) ? schema.columns[name].missing : undefined
    const missing = own ?? schema?.missing ?? defaultMissing
    const code = column.levels.findIndex((level) => missing.includes(level))
    if (code < 0 || !column.codes.includes(code)) continue
    const label = JSON.stringify(column.levels[code])
    const message = `column "${name}" would be written with the category ${label}, which means a missing value in it`
    const fix = `Call the class something else, or say in a schema what means missing: ${name}: { missing: ['-9'] }.`
    throw new SdcError('BAD_PARAMETER', message, { column: name }, fix)
  }
}
