import type { Dataset, TimeKind } from '@sdc/core'
import type { FileSchema } from '../plan/plan.js'

/**
 * Returns the columns of dates and times: those of the schema, and those that the reader detected.
 *
 * @param data - The file.
 * @param schema - Its schema.
 * @returns The kind of each.
 */
export function timesOf(data: Dataset, schema: FileSchema | undefined): ReadonlyMap<string, TimeKind> {
  const times = new Map<string, TimeKind>()
  for (const name of data.names) {
    const column = data.column(name)
    if (column.kind !== 'numeric') continue
    const kind = schema && Object.hasOwn(schema.columns, name) ? schema.columns[name].kind : undefined
    const time = kind === undefined ? column.time : kind === 'categorical' || kind === 'numeric' ? undefined : kind
    if (time !== undefined) times.set(name, time)
  }
  return times
}
