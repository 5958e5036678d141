import { SdcError, type Facts, type RankMasking, type RankWalk } from '@sdc/core'
import { columnOrder } from '@sdc/toolkit/internal'

/** Walk that swaps values, and counts the unchanged ones. */
export interface SwapWalk extends RankWalk {
  /** Returns the number of ranks so far that got an equal value. */
  unchanged(): number
}

/** Swapping of one column. */
export interface Swapping {
  /** Largest number of ranks that the walk stores at a time. */
  readonly window: number
  walk(): SwapWalk
}

/**
 * Swaps each column independently; missing values stay with their records. The report counts unchanged values.
 *
 * Equal values are in random order, drawn from `rng.child(column).child('ties')`.
 *
 * @param facts - The columns and the random stream.
 * @param method - Id of the method, for messages.
 * @param swap - Returns the swapping of a column with so many values, at least two; throws if it cannot be swapped.
 * @returns The masking.
 */
export function swappedRanks(
  { columns, rng }: Pick<Facts<unknown>, 'columns' | 'rng'>,
  method: string,
  swap: (count: number, column: string) => Swapping,
): RankMasking {
  const swapping = (count: number, column: string): Swapping => {
    // A group without any value has nothing to swap.
    if (count === 0) return { window: 0, walk: emptyWalk }
    refuseSingle(method, count, column)
    return swap(count, column)
  }
  return {
    form: 'ranks',
    walks: columns.map((name, j) => ({
      columns: [name],
      order: columnOrder(name, j, { random: rng.child(name).child('ties') }),
      window: ({ count }) => swapping(count, name).window,
      walk({ count, missing }) {
        const walk = swapping(count, name).walk()
        return {
          ...walk,
          findings: () => ({
            warnings: missing > 0 ? [`column "${name}": ${missing} missing values stay missing`] : [],
            report: new Map([[`unchanged values of ${name}`, walk.unchanged()]]),
          }),
        }
      },
    })),
  }
}

const emptyWalk = (): SwapWalk => ({
  push: () => new Float64Array(0),
  end: () => new Float64Array(0),
  unchanged: () => 0,
})

/** Refuses a single value: a swap needs two. */
function refuseSingle(method: string, count: number, column: string): void {
  if (count >= 2) return
  const message = `column "${column}" has one value here; a swap needs two`
  throw new SdcError('TOO_FEW_RECORDS', message, { method, column }, 'Leave the column out, or mask larger groups.')
}
