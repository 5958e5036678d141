import type { Row } from '../compare/comparison.js'
import type { Limit } from '../limits/limits.js'
import { withRows } from './finalists.js'
import { choosePairs, measureFirst, type Pair } from './pairs.js'
import type { Ground, RunSample } from './runs/ground.js'
import type { Yardsticks } from './runs/yardsticks.js'
import type { ScreenedPart } from './screen-parts.js'

/** Number of early pairs that need not be the best so far, so that a map has some points. */
const EARLY = 3

export interface EarlyInput {
  readonly ground: Ground
  readonly sample: RunSample
  readonly marks: Yardsticks
  readonly named: boolean
  readonly limits: readonly Limit[]
  readonly required: readonly string[]
  /** Called with the rows of the measured pairs whenever there is one more. */
  readonly found: (rows: readonly Row[]) => void
}

/**
 * Measures a pair after each screened part, so that a comparison shows candidates long before all parts are screened. The values
 * are those that its later stages would measure, so that the choice is the same.
 *
 * @param input - The comparison.
 * @returns The measured pairs, and the function to call with the parts so far.
 */
export function earlyPairs({ ground, sample, marks, named, limits, required, found }: EarlyInput): {
  readonly pairs: readonly Pair[]
  readonly look: (parts: readonly ScreenedPart[]) => Promise<void>
} {
  const pairs: Pair[] = []
  return {
    pairs,
    async look(parts) {
      const next = choosePairs(ground, sample, parts, named)
        .slice(0, pairs.length < EARLY ? EARLY : 1)
        .find((pair) => !pairs.includes(pair))
      if (next === undefined) return
      await measureFirst(ground, sample, next, marks)
      if (next.runs === 0) return
      pairs.push(next)
      found(withRows(ground, pairs, limits, required).map(({ row }) => row))
    },
  }
}
