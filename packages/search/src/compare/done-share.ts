import type { CompareProgress } from '@sdc/engine'

/** End of each stage as a share of the whole time, without and with a search; measured on four files. */
const ENDS: readonly (readonly [stage: RegExp, usual: number, searched: number])[] = [
  [/^parts/, 0.6, 0.4],
  [/^pairs/, 0.65, 0.45],
  [/^the search/, 0.65, 0.75],
  [/^the finalists/, 0.8, 0.85],
  [/^the choice/, 1, 1],
]
/** Share of the time before the first part, for measuring the original and independent data. */
const BEGIN = 0.08

/**
 * Estimates the finished share of a comparison from its current stage.
 *
 * @param search - True if it searches further around the best pairs.
 * @returns A function from progress to a share from 0 to 1 that never falls.
 */
export function doneShare(search: boolean): (progress: CompareProgress) => number {
  let most = 0
  return ({ stage, fraction }) => {
    const at = ENDS.findIndex(([name]) => name.test(stage))
    const endOf = ([, usual, searched]: (typeof ENDS)[number]): number => (search ? searched : usual)
    const from = at <= 0 ? BEGIN : endOf(ENDS[at - 1])
    if (at >= 0) most = Math.max(most, from + fraction * (endOf(ENDS[at]) - from))
    return most
  }
}
