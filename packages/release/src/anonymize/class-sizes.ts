import type { Dataset } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { keyCodes } from '@sdc/toolkit'

/** Records by the size of their equivalence class. */
export interface ClassSizes {
  /** Number of classes. */
  readonly classes: number
  /** Ranges of sizes, the smallest first; `to` is undefined for the last, which is open. */
  readonly ranges: readonly { readonly from: number; readonly to: number | undefined; readonly records: number }[]
}

/** Lower limits of the ranges. */
const STARTS = [1, 2, 3, 5, 10, 20, 50, 100]

/**
 * Counts the records in equivalence classes of each size.
 *
 * @param data - The file.
 * @param keys - The quasi-identifiers; a missing value is a value of its own.
 * @returns Number of classes, and number of records by range of class sizes.
 */
export function classSizes(data: Dataset, keys: readonly string[]): ClassSizes {
  const { sizes } = keyClasses(keys.map((name) => keyCodes(data.column(name))))
  const records = new Float64Array(STARTS.length)
  for (const size of sizes) records[STARTS.findLastIndex((start) => start <= size)] += size
  return {
    classes: sizes.length,
    ranges: STARTS.map((from, i) => ({
      from,
      to: i + 1 < STARTS.length ? STARTS[i + 1] - 1 : undefined,
      records: records[i],
    })),
  }
}
