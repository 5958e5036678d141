import { SdcError, unknownColumn, type MaskInput } from '@sdc/core'
import { namedColumns } from './level-map.js'
import type { GlobalRecodeParams } from './recode-params.js'

/**
 * Refuses settings for columns that do not exist or are not recoded, and breaks for categories: otherwise such settings
 * would be ignored silently.
 *
 * @throws UNKNOWN_COLUMN, BAD_PARAMETER, NOT_NUMERIC
 */
export function refuseStrayColumns(
  { whole, columns, params: { breaks, map } }: MaskInput<GlobalRecodeParams>,
  method: string,
): void {
  const ofBreaks = breaks === undefined || Array.isArray(breaks) ? [] : Object.keys(breaks)
  for (const [parameter, names] of [
    ['breaks', ofBreaks],
    ['map', namedColumns(map)],
  ] as const) {
    for (const column of names) {
      if (!whole.names.includes(column)) throw unknownColumn(column, whole.names)
      const place = { method, parameter, column }
      if (!columns.includes(column)) {
        const message = `${parameter} has an entry for column "${column}", which is not recoded here`
        throw new SdcError('BAD_PARAMETER', message, place, 'Name it among the columns, or leave it out.')
      }
      if (parameter === 'breaks' && whole.column(column).kind !== 'numeric') {
        const message = `breaks are for numbers, but column "${column}" has categories`
        throw new SdcError('NOT_NUMERIC', message, place, 'Give a map for it.')
      }
    }
  }
}
