import type { Totals } from '../work/totals.js'
import { blockStream, type BlockRange } from '../random/blocks.js'
import type { Rng } from '../random/rng.js'
import type { Measurement } from './measurement.js'
import type { SampleShare } from '../plan/measuring.js'
import type { PairContext, SampledMetric } from './streamed-metric.js'

/** Progress of the sampling of two files: the records of all rounds, and the results of all blocks for them. */
export interface SampledSoFar {
  readonly share: SampleShare
  readonly sample: Totals
  readonly found: Totals
  /** Measurement from the sample so far; before the first round, the value if nothing needs to be searched. */
  readonly measured: Measurement | undefined
}

/**
 * Returns the state before the first round.
 *
 * @param metric - The sampling metric.
 * @param context - Context of the files after the passes have ended.
 * @returns Nothing drawn.
 */
export function nothingSampled<P>(metric: SampledMetric<P>, context: PairContext<P>): SampledSoFar {
  const none = new Float64Array(0)
  return { share: { from: 0, to: 0 }, sample: none, found: none, measured: metric.refused(context) }
}

/**
 * Draws the records of the next round.
 *
 * @param metric - The sampling metric.
 * @param context - Context of the files.
 * @param before - The progress so far.
 * @returns Their numbers; undefined if enough were drawn.
 */
export function nextShare<P>(
  metric: SampledMetric<P>,
  context: PairContext<P>,
  { share: { to: from }, measured }: SampledSoFar,
): SampleShare | undefined {
  if (measured?.value === null || from >= 1) return undefined
  const wanted = metric.wanted(context, measured)
  return wanted === undefined ? undefined : { from, to: Math.min(1, wanted / metric.population(context)) }
}

/**
 * Adds a round to the progress.
 *
 * @param metric - The sampling metric.
 * @param context - Context of the files.
 * @param before - The progress before the round.
 * @param round - The drawn records of all blocks one after the other, and the results of all blocks for them.
 * @returns The progress after the round.
 */
export function sampledFurther<P>(
  metric: SampledMetric<P>,
  context: PairContext<P>,
  before: SampledSoFar,
  round: Pick<SampledSoFar, 'share' | 'sample' | 'found'>,
): SampledSoFar {
  const sample = totalsTogether([before.sample, round.sample])
  const found = totalsTogether([before.found, round.found])
  return { share: round.share, sample, found, measured: metric.end(context, sample, found) }
}

/**
 * Numbers one after the other.
 *
 * @param parts - Arrays of them.
 * @returns All of them, in an array of their own.
 */
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
 * The records of a block that are drawn, each by a number of its own.
 *
 * @param rng - The metric's own stream.
 * @param block - The block.
 * @param share - Which numbers are drawn.
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
