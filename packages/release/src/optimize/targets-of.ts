/** Name of the number in a report that is 1 if a method reached its target, and 0 if not. */
export const REACHED = 'reached'

/** Number of groups with a target, and of groups that missed it. */
export interface Targets {
  readonly aimed: number
  readonly missed: number
}

/**
 * Counts the targets that a method reached.
 *
 * @param reports - The numbers that it reports of every group.
 * @returns Number of groups with a target, and of groups that missed it.
 */
export function targetsOf(reports: readonly { readonly numbers: ReadonlyMap<string, number> }[]): Targets {
  const ends = reports.flatMap(({ numbers }) => numbers.get(REACHED) ?? [])
  return { aimed: ends.length, missed: ends.filter((reached) => reached !== 1).length }
}
