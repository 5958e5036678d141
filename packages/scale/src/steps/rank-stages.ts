/**
 * The stages of a step that goes through the ranks of its columns: each is put in order; one walk goes through the ranks;
 * every range hands its results to the parts, and every part puts them at its records.
 */
import {
  dataset,
  numericValues,
  type BlockRange,
  type ByRanks,
  type Column,
  type PartsContext,
  type RankedColumn,
  type RankedTogether,
  type Rng,
} from '@sdc/core'
import { handBack, handedName, placedResults } from '../ranks/handed-back.js'
import { passStages } from './pass-stages.js'
import { drawnTies, negativeZerosFirst, rankedValues, recordTies, type Keyed, type Ties } from '../columns/keyed.js'
import { sideBySide } from '../columns/side-by-side.js'
import { rankReader } from '../ranks/rank-reader.js'
import { sortedRanks } from '../ranks/sorted-ranks.js'
import { inTurn, type Stage, type StageContext } from '../work/stage.js'
import { countsOfStage } from './stage-counts.js'
import { added, countsOfBlock } from './step-counts.js'
import { columnFor, contextOf, versionOf, type StepOnParts } from './step-on-parts.js'
import type { StepStages } from './step-stages.js'
import { bytesOf, doublesOf, getJson, putJson } from '../work/store.js'
import { blocksOfPart, columnOfBlock, putColumn } from '../columns/stored-columns.js'

const NONE = new Float64Array(0)
const NO_RECORDS = new Uint32Array(0)
/** How many ranks the walk reads at a time. */
const PIECE = 1 << 20

/** By what equal values are ordered: by numbers of a stream, by record, or by record with −0 before 0. */
type TieRule = Rng | 'record' | 'value'

export function rankStages(on: StepOnParts, streamed: ByRanks<unknown>): StepStages {
  const passes = passStages(on, streamed.together?.passes ?? [])
  let context: Promise<PartsContext<unknown>> | undefined
  // It is asked for at every block, once the readings have ended.
  const contextIn: ContextIn = (around) =>
    (context ??= passes.totals(around).then((totals) => contextOf(on, around, totals)))
  const columns = setsOf(on, streamed).map((set, c) => setStages({ on, streamed, contextIn }, set, c))
  return {
    groups: [...inTurn(passes.stages), ...sideBySide(columns.map(({ stages }) => stages))],
    async ended(around) {
      const all = await Promise.all(columns.map(({ ended }) => ended(around)))
      return {
        warnings: all.flatMap(({ warnings }) => warnings),
        counts: new Map(all.flatMap(({ counts }) => [...counts])),
      }
    },
  }
}

/** The stages of columns that are ordered together. */
interface SetStages extends Pick<StepStages, 'ended'> {
  readonly stages: readonly Stage[]
}

/** What is known of the file once the readings of the step have ended. */
type ContextIn = (around: StageContext) => Promise<PartsContext<unknown>>

/**
 * The columns of a step, by those that are ordered together; each by itself where the method says nothing.
 *
 * @param on - The step.
 * @param streamed - What its method says.
 * @returns The sets of columns.
 * @throws what the method refuses the columns for.
 */
export function setsOf({ step }: StepOnParts, { together }: ByRanks<unknown>): readonly (readonly string[])[] {
  return together?.sets(step) ?? step.columns.map((column) => [column])
}

function setStages(
  {
    on,
    streamed,
    contextIn,
  }: { readonly on: StepOnParts; readonly streamed: ByRanks<unknown>; readonly contextIn: ContextIn },
  set: readonly string[],
  c: number,
): SetStages {
  const { together } = streamed
  const base = `step-${on.number + 1}/${together === undefined ? c : `set-${c + 1}`}`
  const [column] = set
  const width = set.length
  const own = async (around: StageContext, block: BlockRange): Promise<Float64Array> =>
    rankedValues(await columnFor(on, around, column, block))
  const original = async (around: StageContext, block: BlockRange): Promise<Float64Array> =>
    rankedValues(await columnOfBlock(around, versionOf(undefined), column, block))
  const tiesOf = async (around: StageContext, purpose: string): Promise<TieRule> => {
    const context = await contextIn(around)
    const rule = streamed.ties(context)
    return rule === 'random' ? context.rng.child(column).child(purpose) : rule
  }
  /** The numbers that several columns are ordered by, and the values of these. */
  const keyedTogether = async (
    around: StageContext,
    block: BlockRange,
    key: RankedTogether<unknown>['key'],
  ): Promise<Keyed> => {
    const columns = await Promise.all(set.map((name) => columnFor(on, around, name, block)))
    const data = dataset(set.map((name, j) => [name, columns[j]]))
    const values = key({ ...(await contextIn(around)), block, data }, set)
    const carried = new Float64Array(width * values.length)
    for (const [j, name] of set.entries()) {
      const cells = numericValues(data, name)
      for (let i = 0; i < cells.length; i++) carried[i * width + j] = cells[i]
    }
    return { ...keyed(values, undefined, block, await tiesOf(around, 'ties')), carried }
  }

  const keysOf = async (around: StageContext, block: BlockRange): Promise<Keyed> => {
    if (together !== undefined) return keyedTogether(around, block, (...one) => together.key(...one))
    const other = streamed.originals === undefined ? undefined : await original(around, block)
    return keyed(await own(around, block), other, block, await tiesOf(around, 'ties'))
  }
  const ranks = sortedRanks(base, (around: StageContext) => ({ keys: (block) => keysOf(around, block) }), {
    width: together === undefined ? 0 : width,
  })
  const { originals: purpose } = streamed
  const originals =
    purpose === undefined
      ? undefined
      : sortedRanks(
          `${base}/originals`,
          (around: StageContext) => ({
            keys: async (block) =>
              keyed(await original(around, block), await own(around, block), block, await tiesOf(around, purpose)),
          }),
          { valuesOnly: true },
        )
  const wordsName = `${base}/words`
  const resultsName = (range: number): string => `${base}/results/${range}`

  const ranked = async (around: StageContext): Promise<RankedColumn> => {
    const { count, unlinked } = await ranks.counts(around)
    const levels = around.source.kind(column) === 'numeric' ? undefined : around.source.levels(column)
    const missing = around.source.rows - count
    return { column, count, missing, unlinked, ...(levels && { levels }), ...(together && { together: set }) }
  }
  const walk: Stage = {
    name: `${base}/walk`,
    tasks: () => Promise.resolve(1),
    drops: [`${base}/values/`, ...(originals === undefined ? [] : [`${base}/originals/`])],
    async run(around) {
      const counts = await ranks.ranges(around)
      const way = streamed.walk({ ...(await contextIn(around)), ...(await ranked(around)) })
      const reader = originals && rankReader(await originals.ranges(around), (...at) => originals.values(around, ...at))
      let range = 0
      let pieces: Float64Array[] = []
      let held = 0
      const give = async (results: Float64Array): Promise<void> => {
        let at = 0
        while (at < results.length || (range < counts.length && held === width * counts[range])) {
          if (range >= counts.length) throw new Error(`the walk of "${column}" gave more results than ranks`)
          const room = Math.min(width * counts[range] - held, results.length - at)
          pieces.push(results.slice(at, at + room))
          held += room
          at += room
          if (held < width * counts[range]) continue
          await around.store.put(resultsName(range), pieces.map(bytesOf))
          pieces = []
          held = 0
          range++
        }
      }
      for (const [r, count] of counts.entries()) {
        const records = streamed.records === true ? await ranks.records(around, r) : NO_RECORDS
        for (let from = 0; from < count; from += PIECE) {
          const end = Math.min(count, from + PIECE)
          const next = reader === undefined ? NONE : await reader(end - from)
          await give(way.push(await ranks.values(around, r, from, end), next, records.subarray(from, end)))
        }
      }
      await give(way.end())
      if (range < counts.length) throw new Error(`the walk of "${column}" gave fewer results than ranks`)
      await putJson(around.store, wordsName, way.findings?.().warnings ?? [])
      return NONE
    },
  }
  const back: Stage = {
    name: `${base}/hand-back`,
    drops: [`${base}/results/`, `${base}/records/`],
    tasks: async (around) => (await ranks.ranges(around)).length,
    async run(around, range) {
      const results = doublesOf(await around.store.get(resultsName(range)))
      await handBack(around, base, range, { results, records: await ranks.records(around, range) }, width)
      return NONE
    },
  }
  const place: Stage = {
    name: `${base}/place`,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    drops: [handedName(base)],
    async run(around, part) {
      const blocks = blocksOfPart(around, part)
      const first = blocks[0].first
      const values = await placedResults(around, base, part, (await ranks.ranges(around)).length, width)
      const placed = new Map(
        set.map(
          (name, j) =>
            [
              name,
              blocks.map((block) =>
                placedBlock(around, name, values[j].subarray(block.first - first, block.end - first)),
              ),
            ] as const,
        ),
      )
      for (const [name, columns] of placed) await putColumn(around, versionOf(on), name, part, columns)
      const counts = blocks.map((block, b) => {
        const made = new Map([...placed].map(([name, columns]) => [name, columns[b]]))
        return countsOfBlock(on, around, block, made)
      })
      return added(await Promise.all(counts))
    },
  }
  return {
    stages: [...ranks.stages, ...(originals?.stages ?? []), walk, back, place],
    async ended(around) {
      const words = streamed.words?.({ ...(await contextIn(around)), ...(await ranked(around)) })
      const said = (await getJson(around.store, wordsName)) as string[]
      return {
        warnings: [...(words?.warnings ?? []), ...said],
        counts: await countsOfStage(around, place.name, set),
      }
    },
  }
}

/** One block of a column of results: numbers, or the places of categories. */
function placedBlock({ source }: StageContext, name: string, values: Float64Array): Column {
  if (source.kind(name) === 'numeric') return { kind: 'numeric', values }
  const codes = new Int32Array(values.length)
  for (let i = 0; i < codes.length; i++) codes[i] = values[i] === values[i] ? values[i] : -1
  return { kind: 'categorical', codes, levels: source.levels(name), ordered: true }
}

/** What a block is ordered by; where there is an other column, a record that has no value there has no rank. */
function keyed(values: Float64Array, other: Float64Array | undefined, block: BlockRange, by: TieRule): Keyed {
  const ties = tiesOfBlock(values, block, by)
  if (other === undefined) return { values, ties, unlinked: 0 }
  let unlinked = 0
  const linked = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) {
    linked[i] = other[i] === other[i] ? values[i] : Number.NaN
    if (values[i] === values[i] && other[i] !== other[i]) unlinked++
  }
  return { values: linked, ties, unlinked }
}

function tiesOfBlock(values: Float64Array, block: BlockRange, by: TieRule): Ties {
  if (by === 'record') return recordTies(block)
  return by === 'value' ? negativeZerosFirst(values, block) : drawnTies(by, block)
}
