import type { Totals } from '../work/totals.js'
import { blockStream, type BlockRange } from '../random/blocks.js'
import type { Rng } from '../random/rng.js'
import type { Measurement } from './measurement.js'
import type { PairContext, SampledMetric, SampleShare } from './streamed-metric.js'

/** How far the sampling of two files is: the records of all rounds, and what all blocks have of them. */
export interface SampledSoFar {
  readonly share: SampleShare
  readonly sample: Totals
  readonly found: Totals
  /** What was measured by them; before the first round what there is to say where nothing can be looked for. */
  readonly measured: Measurement | undefined
}

/**
 * Before the first round.
 *
 * @param metric - How it samples.
 * @param context - What is known of the files, once the passes have ended.
 * @returns Nothing drawn.
 */
export function nothingSampled<P>(metric: SampledMetric<P>, context: PairContext<P>): SampledSoFar {
  const none = new Float64Array(0)
  return { share: { from: 0, to: 0 }, sample: none, found: none, measured: metric.refused(context) }
}

/**
 * Which records are drawn in the next round.
 *
 * @param metric - How it samples.
 * @param context - What is known of the files.
 * @param before - How far it is.
 * @returns Their numbers; undefined where those that were drawn are enough.
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
 * After a round.
 *
 * @param metric - How it samples.
 * @param context - What is known of the files.
 * @param before - How far it was.
 * @param round - What was drawn, of all blocks one after the other, and what all blocks have of it.
 * @returns How far it is.
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
