import { BLOCK, type Totals, type OrderWalk } from '@sdc/core'
import {
  meanOfTotals,
  mergedTotals,
  powerOfTotals,
  squaresOfBlock,
  timesPower,
  totalsOfBlock,
  varianceOfSums,
  type ColumnTotals,
} from '@sdc/stats/internal'

/** Number of passes of `sdWalk` through the values. */
export const SD_WALKS = 3

/**
 * Computes the standard deviation of values in ascending order, bit for bit `orderlessSd`: one number from an order
 * passed three times.
 */
export function* sdWalk(): OrderWalk {
  const plain = yield* totalsInOrder(0, 0)
  const power = powerOfTotals(plain)
  const totals = power === 0 ? plain : yield* totalsInOrder(1, power)
  const centre = meanOfTotals(totals)
  let squares = 0
  let rest = 0
  yield* inBlocks(2, (block) => {
    const own = squaresOfBlock(block, centre, power)
    squares += own[0]
    rest += own[1]
  })
  return timesPower(Float64Array.of(Math.sqrt(varianceOfSums(squares, rest, totals.count))), -power)
}

function* totalsInOrder(which: number, power: number): Generator<number, ColumnTotals, Float64Array> {
  let total = totalsOfBlock(new Float64Array(0))
  yield* inBlocks(which, (block) => (total = mergedTotals(total, totalsOfBlock(block, power))))
  return total
}

/** Reads the values of an order in blocks, in which the values of a column in memory are added up. */
function* inBlocks(which: number, take: (block: Totals) => void): Generator<number, void, Float64Array> {
  const block = new Float64Array(BLOCK)
  let held = 0
  for (let values = yield which; values.length > 0; values = yield which)
    for (let at = 0; at < values.length;) {
      const piece = values.subarray(at, at + BLOCK - held)
      block.set(piece, held)
      at += piece.length
      held += piece.length
      if (held < BLOCK) continue
      take(block)
      held = 0
    }
  if (held > 0) take(block.subarray(0, held))
}
