import { SdcError, type Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { defaultMissing } from '@sdc/files'

/**
 * Refuses a masked file with a category that would be read as a missing value: for example, a class called "NA".
 *
 * @param data - The masked file.
 * @param names - The masked columns.
 * @param schema - Schema of the columns.
 * @throws BAD_PARAMETER with the column and the category.
 */
export function refuseMissingLabels(data: Dataset, names: readonly string[], schema: FileSchema | undefined): void {
  for (const name of names) {
    if (!data.names.includes(name)) continue
    const column = data.column(name)
    if (column.kind === 'numeric') continue
    const own: FileSchema['columns'][string] = schema && Object.hasOwn(schema.columns, name) ? schema.columns[name] : {}
    const missing = own.missing ?? schema?.missing ?? defaultMissing
    const [low, high] = own.missingRange ?? [Number.NaN, Number.NaN]
    const means = column.levels.map(
      (level) => missing.includes(level) || (level !== '' && Number(level) >= low && Number(level) <= high),
    )
    const code = column.codes.find((one) => one >= 0 && means[one])
    if (code === undefined) continue
    const label = JSON.stringify(column.levels[code])
    const message = `column "${name}" would be written with the category ${label}, which means a missing value in it`
    const fix = `Call the class something else, or say in a schema what means missing: ${name}: { missing: ['-9'] }.`
    throw new SdcError('BAD_PARAMETER', message, { column: name }, fix)
  }
}
