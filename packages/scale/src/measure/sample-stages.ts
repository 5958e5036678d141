/** The stages of a metric that looks for a sample of the records of one file among all of the other. */
import {
  nextSampled,
  nothingSampled,
  sampledFurther,
  totalsTogether,
  type Measurement,
  type PairBlock,
  type PairContext,
  type SampledMetric,
  type SampledSoFar,
  type SampleShare,
  type Totals,
} from '@sdc/core'
import { resultOf, resultsOf, type Stage } from '../work/stage.js'
import { readsOf, stageName, type StreamedOnParts } from './metric-on-parts.js'
import { contextOf } from './metric-stages.js'
import { blockOfPair } from './pair-block.js'
import { blocksOfPair } from './pair-files.js'
import type { StagePairContext } from './stage-pair-context.js'

/** The second round draws more than is wanted: further ones are for a variance that was far too small in the first. */
const ROUNDS = 4

const drawName = (on: StreamedOnParts, round: number): string => stageName(on, `draw-${round + 1}`)
const searchName = (on: StreamedOnParts, round: number): string => stageName(on, `search-${round + 1}`)

/** Rounds of drawing records, a task a part, and of looking for all of them in each part. */
export function sampleStages(
  on: StreamedOnParts,
  streamed: SampledMetric<unknown>,
): readonly Stage<StagePairContext>[] {
  return Array.from({ length: ROUNDS }, (_, round) => {
    const tasks = async (around: StagePairContext): Promise<number> =>
      (await roundOf(on, streamed, around, round)) === undefined ? 0 : around.parts.length
    const blocksIn = async (around: StagePairContext, context: PairContext<unknown>, part: number) => {
      const blocks: PairBlock<unknown>[] = []
      for (const block of blocksOfPair(around, part))
        blocks.push(await blockOfPair(around, context, readsOf(on, context), block))
      return blocks
    }
    const draw: Stage<StagePairContext> = {
      name: drawName(on, round),
      tasks,
      async run(around, part) {
        const { context, share } = (await roundOf(on, streamed, around, round)) as Round
        const drawn: Totals[] = []
        for (const one of await blocksIn(around, context, part))
          drawn.push(streamed.draw(await numbered(around, one), share))
        return totalsTogether(drawn)
      },
    }
    const search: Stage<StagePairContext> = {
      name: searchName(on, round),
      tasks,
      async run(around, part) {
        const { context } = (await roundOf(on, streamed, around, round)) as Round
        return streamed.search(context, await blocksIn(around, context, part))(await drawnIn(on, around, round))
      },
    }
    return [draw, search]
  }).flat()
}

/** A block whose pairs say where their records stand. */
async function numbered(around: StagePairContext, block: PairBlock<unknown>): Promise<PairBlock<unknown>> {
  const { index, first } = block.block
  const end = first + block.pairs.original.rows
  return { ...block, pairs: { ...block.pairs, numbers: await around.numbers({ index, first, end }) } }
}

/** The value, once the stages have ended. */
export async function sampledMeasurement(
  on: StreamedOnParts,
  streamed: SampledMetric<unknown>,
  around: StagePairContext,
): Promise<Measurement> {
  const { sampled } = (await sampledBefore(on, streamed, around, ROUNDS)) ?? {}
  if (sampled?.measured === undefined) throw new Error(`${on.bound.metric.id} has drawn nothing`)
  return sampled.measured
}

interface Round {
  readonly context: PairContext<unknown>
  readonly share: SampleShare
}

/** What a round draws; undefined where the rounds before it are enough. */
async function roundOf(
  on: StreamedOnParts,
  streamed: SampledMetric<unknown>,
  around: StagePairContext,
  round: number,
): Promise<Round | undefined> {
  const before = await sampledBefore(on, streamed, around, round)
  const share = before && nextSampled(streamed, before.context, before.sampled)
  return before && share && { context: before.context, share }
}

/** How far the sampling is before a round; undefined where the metric is of no column. */
async function sampledBefore(
  on: StreamedOnParts,
  streamed: SampledMetric<unknown>,
  around: StagePairContext,
  rounds: number,
): Promise<{ readonly context: PairContext<unknown>; readonly sampled: SampledSoFar } | undefined> {
  const context = await contextOf(on, around, streamed.passes.length)
  if (context === undefined) return undefined
  let sampled = nothingSampled(streamed, context)
  for (let round = 0; round < rounds; round++) {
    const share = nextSampled(streamed, context, sampled)
    if (share === undefined) break
    const [sample, found] = [await drawnIn(on, around, round), await foundIn(on, streamed, around, round)]
    sampled = sampledFurther(streamed, context, sampled, { share, sample, found })
  }
  return { context, sampled }
}

/** The records that a round drew. */
function drawnIn(on: StreamedOnParts, around: StagePairContext, round: number): Promise<Totals> {
  const name = drawName(on, round)
  return heldOnce(around, name, async () => totalsTogether(await resultsOf(around, name, around.parts.length)))
}

/** What all parts have of them. */
function foundIn(
  on: StreamedOnParts,
  streamed: SampledMetric<unknown>,
  around: StagePairContext,
  round: number,
): Promise<Totals> {
  const name = searchName(on, round)
  return heldOnce(around, name, async () => {
    let found = await resultOf(around, name, 0)
    for (let part = 1; part < around.parts.length; part++)
      found = streamed.nearer(found, await resultOf(around, name, part))
    return found
  })
}

function heldOnce(around: StagePairContext, name: string, make: () => Promise<Totals>): Promise<Totals> {
  const held = around.folded.get(name) ?? make()
  around.folded.set(name, held)
  return held
}
