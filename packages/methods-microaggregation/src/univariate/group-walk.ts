import type { ByRanks, RankWalk } from '@sdc/core'
import { groupMeans } from '../shared/group-means.js'
import { refuseFewer, refuseUnfit } from '../shared/check.js'

/**
 * How a column whose groups are runs of its order is masked on parts: y_i is the mean of the run that x_i is in.
 *
 * @param method - The method's id, for the messages.
 * @param groups - How the runs are cut, and how many ranks are held for it.
 * @returns The shape, whose walk holds the whole column or some groups of it.
 */
export function groupedInRanks<P extends { readonly k: number }>(
  method: string,
  {
    cut,
    walk,
  }: {
    /** Where the groups of ranks that are held begin, with the end of the last. */
    readonly cut: (sorted: Float64Array, k: number) => Uint32Array
    /** How many ranks are cut at a time: `all`, or a number of whole groups where these do not depend on the values. */
    readonly walk: 'all' | 'groups of k'
  },
): ByRanks<P> {
  return {
    shape: 'ranks',
    ties: () => 'record',
    records: true,
    window: ({ params, count }) => (walk === 'all' ? count : PIECE * params.k),
    walk({ params: { k }, count, column }) {
      refuseFewer(count, k, method)
      const held = heldRanks(count, walk === 'all' ? count : PIECE * k, k)
      return held((sorted, records) => {
        refuseUnfit(sorted, 0, method, { names: [column], origin: Int32Array.from(records) })
        return meansOfRuns(sorted, records, cut(sorted, k))
      })
    },
  }
}

/** Groups that are cut at a time. */
const PIECE = 16_384

/** Holds ranks until there are so many, and k more that follow or none: the last have fewer than 2k beyond. */
function heldRanks(
  count: number,
  many: number,
  k: number,
): (mask: (sorted: Float64Array, records: Uint32Array) => Float64Array) => RankWalk {
  return (mask) => {
    const values = new Float64Array(Math.min(count, many + 2 * k))
    const records = new Uint32Array(values.length)
    let held = 0
    let masked = 0
    const flush = (size: number): Float64Array => {
      const results = mask(values.subarray(0, size), records.subarray(0, size))
      values.copyWithin(0, size, held)
      records.copyWithin(0, size, held)
      held -= size
      masked += size
      return results
    }
    return {
      push(sorted, _, own) {
        const known: Float64Array[] = []
        for (let at = 0; at < sorted.length;) {
          const room = Math.min(values.length - held, sorted.length - at)
          values.set(sorted.subarray(at, at + room), held)
          records.set(own.subarray(at, at + room), held)
          held += room
          at += room
          const last = masked + held === count
          // What is left must make groups of its own: at least k ranks.
          if (held === values.length && !last && count - masked - many >= k) known.push(flush(many))
        }
        return joined(known)
      },
      end: () => (held === 0 ? new Float64Array(0) : flush(held)),
    }
  }
}

function joined(pieces: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/**
 * The mean of its run for every rank; sums go in the order of the records, as those of a whole column do.
 *
 * @param sorted - The values of the ranks; of several columns those of each rank side by side.
 * @param records - The records that have these ranks.
 * @param starts - Where the runs begin, and how many ranks there are.
 * @param width - How many columns.
 * @returns As many means.
 */
export function meansOfRuns(sorted: Float64Array, records: Uint32Array, starts: Uint32Array, width = 1): Float64Array {
  const order = new Uint32Array(records.length)
  const labels = new Uint32Array(records.length)
  for (let group = 0; group + 1 < starts.length; group++) {
    const [from, to] = [starts[group], starts[group + 1]]
    for (let at = from; at < to; at++) {
      order[at] = at
      labels[at] = group
    }
    order.subarray(from, to).sort((a, b) => records[a] - records[b])
  }
  const masked = new Float64Array(sorted.length)
  const values = new Float64Array(records.length)
  for (let j = 0; j < width; j++) {
    for (let at = 0; at < values.length; at++) values[at] = sorted[order[at] * width + j]
    const means = groupMeans(values, labels)
    for (let at = 0; at < values.length; at++) masked[at * width + j] = means[labels[at]]
  }
  return masked
}
