import type { Measurement } from '../work/measurement.js'
import { blockStream, type BlockRange } from '../random/blocks.js'
import type { Rng } from '../random/rng.js'
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

/**
 * Returns the records of the next round of a measurement by samples.
 *
 * @param measuring - The measurement.
 * @param drawn - State after the rounds so far.
 * @returns The next share of the file; undefined if enough records were drawn.
 */
export function nextShare(
  measuring: SampleMeasuring,
  { share: { to: from }, measured }: DrawnSoFar,
): SampleShare | undefined {
  if (measured?.value === null || from >= 1) return undefined
  const wanted = measuring.wanted(measured)
  return wanted === undefined ? undefined : { from, to: Math.min(1, wanted / measuring.population) }
}

/**
 * Returns the state after a round: its drawn records, block after block, and the findings of all blocks for them.
 *
 * @param measuring - The measurement.
 * @param before - State before the round.
 * @param round - Records drawn in the round, and the findings for them.
 * @returns The new state, with the measured value.
 */
export function drawnFurther(
  measuring: SampleMeasuring,
  before: DrawnSoFar,
  round: Pick<DrawnSoFar, 'share' | 'sample' | 'found'>,
): DrawnSoFar {
  const sample = totalsTogether([before.sample, round.sample])
  const found = totalsTogether([before.found, round.found])
  return { share: round.share, sample, found, measured: measuring.end(sample, found) }
}

/** Returns numbers one after the other, in an array of their own. */
export function totalsTogether(parts: readonly Totals[]): Totals {
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/**
 * Draws records of a block, each by a number of its own.
 *
 * @param rng - Stream of the metric.
 * @param block - The block.
 * @param share - Numbers that are drawn.
 * @returns Places in the block, from 0, ascending.
 */
export function drawnRows(rng: Rng, { index, first, end }: BlockRange, { from, to }: SampleShare): Int32Array {
  const numbers = new Float64Array(end - first)
  blockStream(rng.child('sample'), index).fillUniform(numbers)
  const drawn = new Int32Array(numbers.length)
  let count = 0
  for (let i = 0; i < numbers.length; i++) if (numbers[i] >= from && numbers[i] < to) drawn[count++] = i
  return drawn.slice(0, count)
}
