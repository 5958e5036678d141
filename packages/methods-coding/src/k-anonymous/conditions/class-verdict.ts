import type { ClassTable } from '../classes/class-table.js'
import type { ClassCondition } from './conditions.js'

/** Classes of a table that pass and fail. */
export interface Verdict {
  /**
   * Number of failing classes. They are the first `failed` entries of both arrays: ground classes, and their numbers of
   * records.
   */
  readonly failed: number
  readonly members: Int32Array
  readonly records: Int32Array
  /** Number of records in the failing classes. */
  readonly suppressed: number
  readonly kept: number
  readonly least: number
  readonly greatest: number
  /** Sum of the squared sizes of the passing classes. */
  readonly squares: number
}

/** Requirement on every class. */
export interface Requirement {
  readonly k: number
  readonly conditions: readonly ClassCondition[]
}

/**
 * Returns true if a class of a table passes.
 *
 * @param requirement - The least size and the conditions.
 * @param table - The table.
 * @param c - Number of the class.
 * @returns True if it has k records and meets every condition.
 */
export function passes({ k, conditions }: Requirement, { counts, histograms }: ClassTable, c: number): boolean {
  if (counts[c] < k) return false
  for (const { sensitive, holds } of conditions) {
    const histogram = histograms[sensitive]
    if (!holds(histogram, histogram.starts[c], histogram.starts[c + 1], counts[c])) return false
  }
  return true
}

/**
 * Judges all classes of a table.
 *
 * @param requirement - The least size and the conditions.
 * @param table - The table.
 * @returns The classes that pass and those that fail.
 *
 * Cost: O(classes), plus the conditions of classes of at least k records.
 */
export function verdictOf(requirement: Requirement, table: ClassTable): Verdict {
  const { size, counts, members } = table
  const failing = new Int32Array(size)
  const records = new Int32Array(size)
  let failed = 0
  let suppressed = 0
  let least = 0
  let greatest = 0
  let squares = 0
  for (let c = 0; c < size; c++) {
    const count = counts[c]
    if (passes(requirement, table, c)) {
      if (least === 0 || count < least) least = count
      if (count > greatest) greatest = count
      squares += count * count
    } else {
      failing[failed] = members[c]
      records[failed++] = count
      suppressed += count
    }
  }
  return { failed, members: failing, records, suppressed, kept: size - failed, least, greatest, squares }
}

/** Records of the classes of a table that every lower node suppresses. */
export interface LostRecords {
  /** Least number of such records in each class. */
  readonly byClass: Int32Array
  /** Sum over all classes. */
  readonly sum: number
}

/**
 * Returns lower bounds on the records of each class that are suppressed at every lower node: all if the class is too
 * small, otherwise all except the most that parts meeting every condition can keep.
 *
 * @param requirement - The least size and the conditions.
 * @param table - The table.
 * @returns Numbers of records, 0 for a class that may pass.
 */
export function lostRecords({ k, conditions }: Requirement, table: ClassTable): LostRecords {
  const { size, counts, histograms } = table
  const byClass = new Int32Array(size)
  let sum = 0
  for (let c = 0; c < size; c++) {
    let kept = counts[c]
    for (const { sensitive, keeps } of conditions) {
      if (kept < k) break
      const { starts } = histograms[sensitive]
      kept = Math.min(kept, keeps(histograms[sensitive], starts[c], starts[c + 1], counts[c]))
    }
    byClass[c] = kept < k ? counts[c] : counts[c] - kept
    sum += byClass[c]
  }
  return { byClass, sum }
}
