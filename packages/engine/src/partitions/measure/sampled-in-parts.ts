/** Stages of metrics that search a sample of the records of one file among all records of the other. */
import {
  drawnFurther,
  nextShare,
  nothingDrawn,
  totalsTogether,
  type Block,
  type Measurement,
  type SampleMeasuring,
  type SampleShare,
  type Totals,
} from '@sdc/core'
import { sharedBlocks } from '../columns/shared-blocks.js'
import { blocksOfSide, partCount } from '../passes/plan-files.js'
import type { PlanGroup, PlanState } from '../passes/plan-state.js'
import { resultOf, resultsOf, type HasStore, type Stage } from '../tasks/stage.js'
import { scopeOf, type MetricOnParts } from './metric-on-parts.js'

/** A metric in one of its rounds. */
interface Round {
  readonly on: MetricOnParts
  readonly measuring: SampleMeasuring
  readonly share: SampleShare
}

/** A measurement by a sample, and its numbers by record, computed on demand. */
export interface SampledMeasurement {
  readonly measurement: Measurement
  readonly records: (() => Float64Array) | undefined
}

/**
 * Measures by samples, round by round: each round draws records, and searches them in every partition.
 *
 * @param state - The files.
 * @param metrics - The metrics.
 * @yields Groups of stages: the same round of all metrics at once.
 * @returns The measurements.
 */
export async function* sampledInParts(
  state: PlanState,
  metrics: ReadonlyMap<MetricOnParts, SampleMeasuring>,
): AsyncGenerator<PlanGroup, ReadonlyMap<MetricOnParts, SampledMeasurement>> {
  const drawn = new Map([...metrics.keys()].map((on) => [on, nothingDrawn]))
  const drawnOf = (on: MetricOnParts): typeof nothingDrawn => drawn.get(on) ?? nothingDrawn
  for (let round = 1; ; round++) {
    const rounds = [...metrics].flatMap(([on, measuring]): Round[] => {
      const share = nextShare(measuring, drawnOf(on))
      return share ? [{ on, measuring, share }] : []
    })
    if (rounds.length === 0) break
    const draws = rounds.map((one) => drawStage(state, one, round))
    yield draws
    const samples: Totals[] = []
    for (const [r, { measuring }] of rounds.entries())
      samples.push(totalsTogether(await resultsOf(state.files, draws[r].name, partCount(state.files, measuring.draws))))
    const searches = rounds.map((one, r) => searchStage(state, one, samples[r], round))
    yield searches
    for (const [r, { on, measuring, share }] of rounds.entries()) {
      const found = await nearest(state, measuring, searches[r].name)
      drawn.set(on, drawnFurther(measuring, drawnOf(on), { share, sample: samples[r], found }))
    }
  }
  return new Map(
    [...metrics].map(([on, measuring]) => {
      const { sample, found, measured } = drawnOf(on)
      const measurement = measured ?? measuring.end(sample, found)
      const hasRecords = measurement.value !== null && measuring.records !== undefined
      const records = (): Float64Array => measuring.records?.(sample, found) ?? new Float64Array(0)
      return [on, { measurement, records: hasRecords ? records : undefined }]
    }),
  )
}

/** Draws the records of a round, with one task per partition. */
function drawStage({ files }: PlanState, { on, measuring, share }: Round, round: number): Stage<HasStore> {
  const { draws } = measuring
  return {
    name: `${scopeOf(on)}/draw-${round}`,
    tasks: () => Promise.resolve(partCount(files, draws)),
    async run(_, part) {
      const shared = sharedBlocks()
      const read = await files.reader(draws, shared)
      const drawn: Totals[] = []
      for (const range of blocksOfSide(files, draws, part))
        drawn.push(shared.kept(measuring.draw({ ...range, ...(await read(range)) }, share)))
      return totalsTogether(drawn)
    },
  }
}

/** Searches the records of a round in the blocks of a partition. All of its blocks are in memory. */
function searchStage({ files }: PlanState, { on, measuring }: Round, sample: Totals, round: number): Stage<HasStore> {
  const { searches } = measuring
  return {
    name: `${scopeOf(on)}/search-${round}`,
    tasks: () => Promise.resolve(partCount(files, searches)),
    async run(_, part) {
      const blocks: Block[] = []
      for (const range of blocksOfSide(files, searches, part)) {
        const read = await files.reader(searches, sharedBlocks())
        blocks.push({ ...range, ...(await read(range)) })
      }
      return measuring.search(blocks)(sample)
    },
  }
}

async function nearest({ files }: PlanState, { searches, nearer }: SampleMeasuring, stage: string): Promise<Totals> {
  let found = await resultOf(files, stage, 0)
  for (let part = 1; part < partCount(files, searches); part++)
    found = nearer(found, await resultOf(files, stage, part))
  return found
}
