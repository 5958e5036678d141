/** The report's name for whether a method reached its target: 1 or 0. */
export const REACHED = 'reached'

/** In how many groups of records a method had a target, and in how many it did not reach it. */
export interface Targets {
  readonly aimed: number
  readonly missed: number
}

/**
 * Whether a method reached its target.
 *
 * @param reports - The numbers that it reports of every group.
 * @returns In how many groups it had one, and in how many of them it missed it.
 */
export function targetsOf(reports: readonly { readonly numbers: ReadonlyMap<string, number> }[]): Targets {
  const ends = reports.flatMap(({ numbers }) => numbers.get(REACHED) ?? [])
  return { aimed: ends.length, missed: ends.filter((reached) => reached !== 1).length }
}
