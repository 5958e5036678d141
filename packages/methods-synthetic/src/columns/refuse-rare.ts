import { listed, SdcError, type Dataset } from '@sdc/core'
import { rareCodes, type Rareness } from './rare-categories.js'

/**
 * Refuses complete columns without a category that as many persons have as a leaf: all values would become missing.
 *
 * @param data - The records.
 * @param names - The columns.
 * @param rareness - Number of persons, and the person of each record.
 * @param method - Id of the method, for the message.
 * @throws TOO_FEW_RECORDS with the names of all such columns.
 */
export function refuseRare(data: Dataset, names: readonly string[], rareness: Rareness, method: string): void {
  const found = names.filter((name) => {
    const column = data.column(name)
    if (column.kind === 'numeric' || column.codes.length === 0 || column.codes.includes(-1)) return false
    return rareCodes(column.codes, rareness).size === new Set(column.codes).size
  })
  if (found.length === 0) return
  const { smallestLeaf } = rareness
  const message = `${listed(found)} cannot be synthesised: fewer than ${smallestLeaf} persons have each category`
  const fix = 'Recode to larger categories, leave out the column, use more records, or set a smaller smallestLeaf.'
  throw new SdcError('TOO_FEW_RECORDS', message, { method, column: found[0] }, fix)
}
