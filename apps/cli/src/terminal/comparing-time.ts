import { asInfo, type Message } from '@sdc/core'
import type { CompareProgress } from '@sdc/engine'
import { durationText } from './durations.js'

/** Parts that leave a side unchanged come first; the estimate uses two that mask. */
const UNCHANGED = 2
const TIMED = 2
/** Pairs and finalists take half as long as the parts; a search lengthens the whole by half (measured on four files). */
const WHOLE = 1.5
/** Shortest time that is worth an estimate, in milliseconds. */
const SHORT = 5000

/**
 * Returns a function that receives the progress of a comparison and estimates its duration once, from its first parts.
 */
export function comparingTime(
  { budget, search }: { readonly budget?: number | undefined; readonly search?: boolean | undefined },
  clock: () => number = () => performance.now(),
): (progress: CompareProgress) => Message[] {
  const began = clock()
  let from: number | undefined
  let isTold = false
  return ({ counts }) => {
    if (isTold || counts === undefined) return []
    const now = clock()
    if (counts.done === UNCHANGED) from = now
    if (counts.done < UNCHANGED + TIMED || from === undefined) return []
    isTold = true
    const parts = ((now - from) / TIMED) * (counts.all - counts.done)
    const left = Math.min(parts * WHOLE * (search ? WHOLE : 1), 1000 * (budget ?? Infinity) - (now - began))
    return left < SHORT ? [] : [asInfo(`comparing ${counts.all} parts of plans: about ${durationText(left)}`)]
  }
}
