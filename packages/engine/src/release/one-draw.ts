import type { Column } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { keyCodes } from '@sdc/toolkit'
import { unitsOf } from '@sdc/toolkit/internal'

/**
 * Tests whether the records of each id were masked by one draw for each original value. If so, their mean discloses no
 * more than one of them. Cost: O(n), and a sort for numbers.
 *
 * @param ids - Ids of the records; records without an id are masked one by one.
 * @param before - Original values of a masked column.
 * @param after - Released values of the same records.
 * @returns True if records with equal ids and equal original values have equal released values.
 */
export function isOneDraw(ids: readonly Column[], before: Column, after: Column): boolean {
  const codes = [...ids.map((column) => unitsOf(column).ofRecord), keyCodes(before)]
  return keyClasses([...codes, keyCodes(after)]).sizes.length === keyClasses(codes).sizes.length
}
