import { totalsTogether } from '../metric/sampled.js'
import type { Measurement } from '../metric/measurement.js'
import type { Totals } from '../work/totals.js'
import type { SampleMeasuring, SampleShare } from './measuring.js'

/** Records drawn so far, in all rounds, and the findings of all blocks for them. */
export interface DrawnSoFar {
  readonly share: SampleShare
  readonly sample: Totals
  readonly found: Totals
  /** Measurement from these records; undefined before the first round. */
  readonly measured?: Measurement
}

/** State before the first round. */
export const nothingDrawn: DrawnSoFar = {
  share: { from: 0, to: 0 },
  sample: new Float64Array(0),
  found: new Float64Array(0),
}

/** Returns the records of the next round; undefined if enough were drawn. */
export function nextShare(
  measuring: SampleMeasuring,
  { share: { to: from }, measured }: DrawnSoFar,
): SampleShare | undefined {
  if (measured?.value === null || from >= 1) return undefined
  const wanted = measuring.wanted(measured)
  return wanted === undefined ? undefined : { from, to: Math.min(1, wanted / measuring.population) }
}

/** Returns the state after a round: its drawn records, block after block, and the findings of all blocks for them. */
export function drawnFurther(
  measuring: SampleMeasuring,
  before: DrawnSoFar,
  round: Pick<DrawnSoFar, 'share' | 'sample' | 'found'>,
): DrawnSoFar {
  const sample = totalsTogether([before.sample, round.sample])
  const found = totalsTogether([before.found, round.found])
  return { share: round.share, sample, found, measured: measuring.end(sample, found) }
}
