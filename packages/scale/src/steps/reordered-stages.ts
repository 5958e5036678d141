/**
 * The stages of a step that hands columns their own values in another order: each column is put in order and its records get their
 * ranks; readings of these say by what numbers the records are ordered anew; and the values go to them in that order.
 */
import {
  dataset,
  numericValues,
  runsOf,
  type BlockRange,
  type ByReordering,
  type Column,
  type Dataset,
  type PartsContext,
  type Totals,
} from '@sdc/core'
import { handBack, handedName, placedResults } from '../ranks/handed-back.js'
import { inBlocks, midRankStages, runsStage, sortedColumn } from './mid-ranks.js'
import { passStages } from './pass-stages.js'
import { drawnTies } from '../columns/keyed.js'
import { sideBySide } from '../columns/side-by-side.js'
import { sortedRanks, type SortedRanks } from '../ranks/sorted-ranks.js'
import { inTurn, resultOf, type Stage, type StageContext } from '../work/stage.js'
import { countsOfStage } from './stage-counts.js'
import { added, countsOfBlock } from './step-counts.js'
import { columnFor, contextOf, versionOf, type StepOnParts } from './step-on-parts.js'
import type { StepStages } from './step-stages.js'
import { blocksOfPart, columnOfBlock, putColumn } from '../columns/stored-columns.js'

const NONE = new Float64Array(0)

/**
 * The stages of such a step.
 *
 * @param on - The step.
 * @param streamed - What its method says.
 * @returns Its stages, and what they say in the end.
 */
export function reorderedStages(on: StepOnParts, streamed: ByReordering<unknown>): StepStages {
  const { step } = on
  const base = `step-${on.number + 1}`
  const [rankVersion, keyVersion] = [`ranks-${on.number + 1}`, `keys-${on.number + 1}`]
  const values = passStages(on, streamed.values)
  const isNumber = ({ source }: StageContext, name: string): boolean => source.kind(name) === 'numeric'
  const masked = step.columns.map((name, c) => {
    const own = `${base}/${c}`
    const order = sortedColumn(on, own, name)
    const runs = runsStage(`${own}/runs`, order, async (around) =>
      streamed.runs(contextOf(on, around, await values.totals(around)), name),
    )
    const ranks = midRankStages(own, name, order, { version: rankVersion, kept: true })
    return { name, own, order, runs, stages: [...order.stages, runs, ...ranks] }
  })
  const given = [...new Set(step.given)].filter((name) => !step.columns.includes(name))
  const givenStages = given.flatMap((name, g) => {
    const own = `${base}/given-${g + 1}`
    const order = sortedColumn(on, own, name)
    return [...order.stages, ...midRankStages(own, name, order, { version: rankVersion, kept: false })].map((stage) =>
      onlyIf((around) => isNumber(around, name), stage),
    )
  })
  const known = async (around: StageContext): Promise<ReadonlyMap<string, Totals>> => {
    const totals = new Map(await values.totals(around))
    for (const { name, runs } of masked) totals.set(runsOf(name), await resultOf(around, runs.name, 0))
    return totals
  }
  const data = async (around: StageContext, block: BlockRange): Promise<Dataset> => {
    const columns: (readonly [string, Column])[] = []
    for (const name of [...step.columns, ...given]) {
      const column = isNumber(around, name)
        ? await columnOfBlock(around, rankVersion, name, block)
        : await columnFor(on, around, name, block)
      columns.push([name, column])
    }
    return dataset(columns)
  }
  const ranks = passStages(on, streamed.ranks, {
    reader: (around) => Promise.resolve((block: BlockRange) => data(around, block)),
    totals: known,
    columns: () => Promise.resolve(() => undefined),
  })
  const contextIn = async (around: StageContext): Promise<PartsContext<unknown>> =>
    contextOf(on, around, await ranks.totals(around))
  const keys: Stage = {
    name: `${base}/keys`,
    drops: [`columns/${rankVersion}/`],
    async tasks(around) {
      streamed.check?.(await contextIn(around))
      return around.parts.length
    },
    async run(around, part) {
      const context = await contextIn(around)
      const made = step.columns.map((): Column[] => [])
      for (const block of blocksOfPart(around, part)) {
        const own = streamed.keys({ ...context, block, data: await data(around, block) })
        for (const [j, blocks] of made.entries()) blocks.push({ kind: 'numeric', values: own[j] })
      }
      for (const [j, name] of step.columns.entries()) await putColumn(around, keyVersion, name, part, made[j])
      return NONE
    },
  }
  const placed = masked.map(({ name, own, order }, j) =>
    reorderStages(on, { name, j, base: own, order, keyVersion, last: j === masked.length - 1 }),
  )
  return {
    groups: [
      ...inTurn(values.stages),
      ...sideBySide(masked.map(({ stages }) => stages)),
      ...inTurn([...givenStages, ...ranks.stages, keys]),
      ...sideBySide(placed),
    ],
    async ended(around) {
      const words = streamed.check?.(await contextIn(around))
      const counts = await Promise.all(
        masked.map(({ name }, j) => countsOfStage(around, placed[j][placed[j].length - 1].name, [name])),
      )
      return { warnings: words?.warnings ?? [], counts: new Map(counts.flatMap((own) => [...own])) }
    },
  }
}

/** What becomes of one column once the numbers are there that its records are ordered by. */
interface Reordered {
  readonly name: string
  readonly j: number
  readonly base: string
  /** That of its own values. */
  readonly order: SortedRanks
  readonly keyVersion: string
  readonly last: boolean
}

function reorderStages(on: StepOnParts, { name, j, base, order, keyVersion, last }: Reordered): readonly Stage[] {
  const own = `${base}/scores`
  const anew = sortedRanks(own, (around: StageContext) => ({
    async keys(block) {
      const values = numericValues(dataset([[name, await columnOfBlock(around, keyVersion, name, block)]]), name)
      const ties = drawnTies(on.rng(around.rng).child('ties').child(String(j)), block)
      return { values, ties, unlinked: 0 }
    },
  }))
  const hand: Stage = {
    name: `${own}/hand-back`,
    tasks: async (around) => (await anew.ranges(around)).length,
    drops: [`${own}/values/`, `${own}/records/`, `${base}/values/`, ...(last ? [`columns/${keyVersion}/`] : [])],
    async run(around, range) {
      const counts = await anew.ranges(around)
      const from = counts.slice(0, range).reduce((sum, count) => sum + count, 0)
      const results = await valuesAt(around, order, from, from + counts[range])
      await handBack(around, own, range, { results, records: await anew.records(around, range) })
      return NONE
    },
  }
  const place: Stage = {
    name: `${base}/place`,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    drops: [handedName(own)],
    async run(around, part) {
      const [values] = await placedResults(around, own, part, (await anew.ranges(around)).length)
      const columns = inBlocks(around, part, values)
      await putColumn(around, versionOf(on), name, part, columns)
      const counts = blocksOfPart(around, part).map((block, b) =>
        countsOfBlock(on, around, block, new Map([[name, columns[b]]])),
      )
      return added(await Promise.all(counts))
    },
  }
  return [...anew.stages, hand, place]
}

/** The sorted values of the ranks from `from` to `end`, over the bounds of their ranges. */
async function valuesAt(around: StageContext, order: SortedRanks, from: number, end: number): Promise<Float64Array> {
  const values = new Float64Array(end - from)
  let before = 0
  for (const [range, count] of (await order.ranges(around)).entries()) {
    const [first, last] = [Math.max(from, before), Math.min(end, before + count)]
    if (first < last) values.set(await order.values(around, range, first - before, last - before), first - from)
    before += count
  }
  return values
}

/** A stage that has no task where it is not wanted. */
function onlyIf(wanted: (around: StageContext) => boolean, stage: Stage): Stage {
  return { ...stage, tasks: (around) => (wanted(around) ? stage.tasks(around) : Promise.resolve(0)) }
}
