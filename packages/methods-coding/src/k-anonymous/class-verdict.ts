import type { ClassTable } from './class-table.js'
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

/** Classes within which no class of a lower node passes. */
export interface LostClasses {
  /** The first `size` of these are their numbers in the table. */
  readonly classes: Int32Array
  readonly size: number
  /** How many records they have: every lower node suppresses them, too. */
  readonly records: number
}

/**
 * The classes that are too small, or lack what no class within them can have.
 *
 * @param requirement - The least size and the conditions.
 * @param table - The table.
 * @returns Which they are: what is suppressed here and at every lower node.
 */
export function lostClasses({ k, conditions }: Requirement, table: ClassTable): LostClasses {
  const { size, counts, histograms } = table
  const classes = new Int32Array(size)
  let lost = 0
  let records = 0
  const mayPass = (c: number): boolean =>
    conditions.every(({ sensitive, necessary }) => {
      const { starts } = histograms[sensitive]
      return necessary(histograms[sensitive], starts[c], starts[c + 1], counts[c])
    })
  for (let c = 0; c < size; c++) {
    if (counts[c] >= k && (conditions.length === 0 || mayPass(c))) continue
    classes[lost++] = c
    records += counts[c]
  }
  return { classes, size: lost, records }
}
