import type { Dataset, Roles } from '@sdc/core'
import { counted } from '@sdc/inspect'
import { keyCodes } from '@sdc/toolkit'
import type { DrawnRecords } from './what-happened.js'

/**
 * Counts new records, and their persons or households.
 *
 * @param data - The new records.
 * @param roles - Columns of persons and households.
 * @returns The numbers; without a column of units there are none.
 */
export function drawnRecords(data: Dataset, { person, household }: Pick<Roles, 'person' | 'household'>): DrawnRecords {
  const named = [
    { noun: 'household', name: household },
    { noun: 'person', name: person },
  ]
  const ids = named.flatMap(({ noun, name }) =>
    name !== undefined && data.names.includes(name) ? [{ noun, name }] : [],
  )
  const units = ids.map(({ noun, name }) => counted(new Set(keyCodes(data.column(name))).size, noun))
  return {
    records: data.rows,
    units: units.length > 0 ? units.join(' and ') : undefined,
    ids: ids.map(({ name }) => name),
  }
}
