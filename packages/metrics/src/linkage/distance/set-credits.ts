import { mean } from '@sdc/stats'
import { oneGroup, refineGroups } from '@sdc/stats/internal'
import { linkCredit, type RightRows, type TieCount } from '../search/link.js'

/** Results of the sets of one size. */
export interface SetCredits {
  /** Mean over the sets of the credit of each record, see `linkCredit`. */
  readonly credit: Float64Array
  /** Percent of the records that each set links. */
  readonly percents: Float64Array
}

/**
 * Links records by distance with sets of columns: `linkCredit` by each of them.
 *
 * @param from - Columns of the masked records, an array each.
 * @param to - Columns of the original ones.
 * @param truth - Right original records for each masked one.
 * @param ties - Credit of a link among equals.
 * @param sets - Sets as indices in `to`, by size.
 * @param slack - Size of the rounding errors of each column beyond its own.
 * @param tick - Receives the completed share of the sets.
 * @returns Results of the sets, by size. Cost: that of a linkage for each set.
 */
export function setCredits(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  truth: RightRows,
  ties: TieCount,
  sets: readonly (readonly (readonly number[])[])[],
  slack: Float64Array,
  tick: (fraction: number) => void,
): readonly SetCredits[] {
  const total = sets.reduce((sum, { length }) => sum + length, 0)
  let done = 0
  return sets.map((ofSize) => {
    const credit = new Float64Array(truth.starts.length - 1)
    const percents = Float64Array.from(ofSize, (set) => {
      const keys = set.map((j) => to[j])
      const group = keys.reduce(refineGroups, oneGroup(keys[0].length))
      const known = set.map((j) => from[j])
      const sizes = { slack: Float64Array.from(set, (j) => slack[j]) }
      const progress = (part: number): void => tick((done + part) / total)
      const found = linkCredit(known, keys, group, truth, ties, progress, { sizes })
      done++
      for (let r = 0; r < credit.length; r++) credit[r] += found[r] / ofSize.length
      return 100 * mean(found)
    })
    return { credit, percents }
  })
}
