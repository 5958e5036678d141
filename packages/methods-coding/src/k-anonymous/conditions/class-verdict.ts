import type { ClassTable } from '../classes/class-table.js'
import type { ClassCondition } from './conditions.js'

/** Which classes of a table pass. */
export interface Verdict {
  /** How many classes fail, and which: the first `failed` of both arrays, as ground classes and their records. */
  readonly failed: number
  readonly members: Int32Array
  readonly records: Int32Array
  /** The records of the failing classes. */
  readonly suppressed: number
  readonly kept: number
  readonly least: number
  readonly greatest: number
  /** The sum of the squared sizes of the classes that pass. */
  readonly squares: number
}

/** What classes must hold. */
export interface Requirement {
  readonly k: number
  readonly conditions: readonly ClassCondition[]
}

/**
 * Whether one class of a table passes.
 *
 * @param requirement - The least size and the conditions.
 * @param table - The table.
 * @param c - Which class.
 * @returns True where it has k records and meets every condition.
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
 * All classes of a table judged.
 *
 * @param requirement - The least size and the conditions.
 * @param table - The table.
 * @returns What passes and what does not.
 *
 * Cost: O(classes), and of those of k records the conditions.
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

/** What every lower node suppresses of the classes of a table. */
export interface LostRecords {
  /** By class, how many of its records at least. */
  readonly byClass: Int32Array
  /** Of all classes. */
  readonly sum: number
}

/**
 * How many records of each class are suppressed at every lower node: all where it is too small, else all but the most that
 * parts of it can keep which meet every condition.
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
