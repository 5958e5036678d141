import type { PossiblyNearest } from '@sdc/stats'
import type { RankSwapKey } from './rank-swap-key.js'
import { mayBeNearest, tieRing } from '../search/link-ties.js'

/** List of candidates that further columns shorten. */
export interface ListedCandidates {
  /** Starts with some rows, in any order, that include all candidates of a known record. */
  begin(record: number, rows: ArrayLike<number>): void
  /** Applies that many columns; returns the number of remaining candidates. */
  filter(keys: number): number
  /** Candidates that tie for the nearest by these columns, if any remain. */
  nearest(): PossiblyNearest
}

/**
 * Returns the candidates of one known record after another, by a scan of each. Cost: O(length) a column.
 *
 * @param keys - The columns, in the order of use.
 * @returns An empty list.
 */
export function listedCandidates(keys: readonly RankSwapKey[]): ListedCandidates {
  const rows = new Int32Array(keys[0].to.length)
  // Squared distances, summed in the order of the keys.
  const distance2 = new Float64Array(rows.length)
  let r = 0
  let count = 0
  let used = 0

  const take = ({ from, to, released, intervals: { least, most } }: RankSwapKey): void => {
    const [value, low, high] = [from[r], least[r], most[r]]
    const length = count
    count = 0
    for (let at = 0; at < length; at++) {
      const row = rows[at]
      if (!(released[row] >= low && released[row] <= high)) continue
      const gap = value - to[row]
      rows[count] = row
      distance2[count++] = distance2[at] + gap * gap
    }
  }

  return {
    begin(record, some) {
      r = record
      used = 0
      count = some.length
      rows.set(some)
      distance2.fill(0, 0, count)
    },
    filter(most) {
      while (used < most) take(keys[used++])
      return count
    },
    nearest() {
      let least = Infinity
      for (let at = 0; at < count; at++) if (distance2[at] < least) least = distance2[at]
      let size = 0
      for (let j = 0; j < used; j++) size += Math.abs(keys[j].from[r]) + (keys[j].slack ?? 0)
      const ring = least === 0 ? 0 : tieRing(least, size, 'euclidean')
      const near: number[] = []
      let farthest = least
      for (let at = 0; at < count; at++) {
        if (distance2[at] > ring) continue
        near.push(rows[at])
        if (distance2[at] > farthest) farthest = distance2[at]
      }
      const tied =
        // Distances that are computed as equal tie, regardless of rounding.
        farthest === least
          ? near
          : mayBeNearest(near.length, used, 'euclidean', (at, { gap, size: sizes }) => {
              for (let j = 0; j < used; j++) {
                const { from, to, slack = 0 } = keys[j]
                gap[j] = from[r] - to[near[at]]
                sizes[j] = Math.abs(from[r]) + Math.abs(to[near[at]]) + 2 * slack
              }
            }).map((at) => near[at])
      return {
        count: tied.length,
        lowest: tied.reduce((lowest, row) => Math.min(lowest, row), Number.POSITIVE_INFINITY),
        has: (row) => tied.includes(row),
      }
    },
  }
}
