/**
 * Stages of a step that masks columns in the order of their values. Records are sorted, and one walk visits the ranks.
 * Every range passes its results to the partitions, and every partition writes them at its records.
 */
import {
  option,
  SdcError,
  type Column,
  type Findings,
  type Order,
  type RankedColumns,
  type RankMasking,
  type RankWalk,
  type Totals,
} from '@sdc/core'
import { widestOf } from '../walk-memory.js'
import { blocksOfPart, putColumn } from '../columns/stored-columns.js'
import { dropsOfPlans, orderId, type PlanGroup, type SortedOrder } from '../passes/plan-state.js'
import { atOnce, neededBefore, preparedOrders, sortOfOrder, stagesOf } from '../passes/prepared-orders.js'
import { handBack, handedName, placedResults } from '../ranks/handed-back.js'
import { rankReader } from '../ranks/rank-reader.js'
import { resultOf, type HasStore, type Stage, type StageContext } from '../tasks/stage.js'
import { bytesOf, doublesOf } from '../tasks/store.js'
import type { FormStages, PlannedStep } from './planned-step.js'
import { stepFindings } from './step-findings.js'
import { countsOfStage, type StepCounts } from './stage-counts.js'
import { added, countsOfBlock } from './step-counts.js'
import { versionOf } from './step-on-parts.js'
import { getFindings, putFindings } from './stored-findings.js'

const NONE = new Float64Array(0)
const NO_RECORDS = new Uint32Array(0)
/** Number of ranks that a walk reads at a time. */
const PIECE = 1 << 20

/**
 * Runs a step that masks by ranks.
 *
 * @param planned - The step.
 * @param masking - Masking at the end of its plan.
 * @yields The stages of two sets of columns at a time.
 * @returns The end of the step.
 */
export async function* rankMasking(planned: PlannedStep, masking: RankMasking): FormStages {
  const { around, state } = planned
  const { walks } = masking
  refuseWide(planned, masking)
  const orders = walks.flatMap(({ order, beside }) => (beside ? [order, beside] : [order]))
  yield* preparedOrders(
    state,
    orders.flatMap((order) => neededBefore(state, '', order)),
  )
  const sets = walks.map((ranked) => setStages(planned, ranked))
  yield* twoAtATime(sets.map(({ stages }) => stages))
  // A stage without tasks: the input of the walks is removed when all of them have ended.
  yield [{ name: `${state.files.base}/drop`, tasks: () => Promise.resolve(0), drops: dropsOfPlans(state.files), run }]
  return async () => {
    const counts = new Map<string, StepCounts>()
    const findings: Findings[] = [masking]
    const totals: Totals[] = []
    for (const { ranked, walk, place, findingsName } of sets) {
      findings.push(await getFindings(around.store, findingsName))
      totals.push(await resultOf(around, walk, 0))
      for (const [name, own] of await countsOfStage(around, place, ranked.columns)) counts.set(name, own)
    }
    return { ...stepFindings(planned.on.step, [...findings, masking.end?.(totals)]), counts }
  }
}

/** Refuses a window that does not fit into the memory of a task. */
function refuseWide({ on, around }: PlannedStep, masking: RankMasking): void {
  const { taskBytes = Infinity, source } = around
  const widest = widestOf(on.step.method.id, masking, source.rows)
  if (widest === undefined || widest.bytes <= taskBytes) return
  const { method, column, window, bytes } = widest
  const [needed, there] = [Math.ceil(bytes / 1e6), Math.floor(taskBytes / 1e6)]
  const message = `${method} holds ${window} ranks of column "${column}" at a time, ${needed} MB, but a task has ${there} MB`
  const fix = `Allow more memory (${option('memory')}), or use a smaller window.`
  throw new SdcError('BAD_OPTION', message, { method, column }, fix)
}

const run = (): Promise<Float64Array> => Promise.resolve(NONE)

/**
 * Runs two sets at a time: a walk is one task, so that another worker can walk through the ranks of another set. More
 * at a time would take more space in the work folder.
 */
function* twoAtATime(lists: readonly (readonly Stage<HasStore>[])[]): Generator<PlanGroup> {
  for (let l = 0; l < lists.length; l += 2) yield* atOnce(lists.slice(l, l + 2))
}

/** Stages of columns that are sorted together. */
interface SetStages {
  readonly ranked: RankedColumns
  readonly stages: readonly Stage<HasStore>[]
  /** Name of the stage that walks, whose result are the totals. */
  readonly walk: string
  /** Name of the last stage, which counts. */
  readonly place: string
  readonly findingsName: string
}

/** A sorted order, and the stages that sort it; none if it was kept. */
interface Sort extends Pick<SortedOrder, 'base' | 'file' | 'ranks'> {
  readonly stages: readonly Stage<HasStore>[]
}

function setStages(planned: PlannedStep, ranked: RankedColumns): SetStages {
  const { on, around, state } = planned
  const { columns, order, beside } = ranked
  const carries = ranked.values === 'columns' ? columns : undefined
  const width = columns.length
  const base = `${state.files.base}/${on.step.columns.indexOf(columns[0])}`
  const sortOf = (one: Order, own: string, keysOnly: boolean): Sort => {
    const held = state.orders.get(orderId('', one))
    if (held?.isKept === true && (keysOnly || carries === undefined)) return { ...held, stages: [] }
    const sort = sortOfOrder(state, { scope: '', order: one }, { base: own, keysOnly, ...(!keysOnly && { carries }) })
    return { ...sort, stages: stagesOf(sort) }
  }
  const own = sortOf(order, base, false)
  const other = beside && sortOf(beside, `${base}/beside`, true)
  const { file, ranks } = own
  const resultsName = (range: number): string => `${base}/results/${range}`
  const findingsName = `${base}/findings`
  const walk: Stage<HasStore> = {
    name: `${base}/walk`,
    tasks: () => Promise.resolve(1),
    drops: [`${base}/values/`, `${base}/beside/`],
    async run() {
      const counts = await ranks.ranges(file)
      const count = counts.reduce((sum, many) => sum + many, 0)
      const way = ranked.walk({ count, missing: around.source.rows - count })
      const results = resultWriter(width, counts, (range, pieces) =>
        file.store.put(resultsName(range), pieces.map(bytesOf)),
      )
      const next =
        other && rankReader(await other.ranks.ranges(other.file), (...at) => other.ranks.values(other.file, ...at))
      for (const [r, many] of counts.entries()) {
        const records = ranked.records === true ? await ranks.records(file, r) : NO_RECORDS
        for (let from = 0; from < many; from += PIECE) {
          const end = Math.min(many, from + PIECE)
          const values = ranked.values === 'none' ? NONE : await ranks.values(file, r, from, end)
          await results.give(way.push(values, next ? await next(end - from) : NONE, records.subarray(from, end)))
        }
      }
      await results.give(way.end())
      await results.end()
      await putFindings(file.store, findingsName, way.findings?.() ?? {})
      return way.totals?.() ?? NONE
    },
  }
  const back: Stage<HasStore> = {
    name: `${base}/hand-back`,
    drops: [`${base}/results/`, `${base}/records/`],
    tasks: async () => (await ranks.ranges(file)).length,
    async run(_, range) {
      const results = doublesOf(await file.store.get(resultsName(range)))
      await handBack(file, base, range, { results, records: await ranks.records(file, range) }, width)
      return NONE
    },
  }
  const place: Stage<HasStore> = {
    name: `${base}/place`,
    tasks: () => Promise.resolve(around.parts.length),
    drops: [handedName(base)],
    async run(_, part) {
      const blocks = blocksOfPart(around, part)
      const [{ first }] = blocks
      const values = await placedResults(file, base, part, (await ranks.ranges(file)).length, width)
      const placed = new Map(
        columns.map((name, j) => [
          name,
          blocks.map((block) => placedBlock(around, name, values[j].subarray(block.first - first, block.end - first))),
        ]),
      )
      for (const [name, own] of placed) await putColumn(around, versionOf(on), name, part, own)
      const counts = blocks.map((block, b) =>
        countsOfBlock(on, around, block, new Map([...placed].map(([name, own]) => [name, own[b]]))),
      )
      return added(await Promise.all(counts))
    },
  }
  const stages = [...own.stages, ...(other?.stages ?? []), walk, back, place]
  return { ranked, stages, walk: walk.name, place: place.name, findingsName }
}

/** Writes the results of a walk, range by range. */
function resultWriter(
  width: number,
  counts: readonly number[],
  put: (range: number, pieces: readonly Float64Array[]) => Promise<void>,
): { give(results: ReturnType<RankWalk['push']>): Promise<void>; end(): Promise<void> } {
  let range = 0
  let pieces: Float64Array[] = []
  let held = 0
  return {
    async give(results) {
      let at = 0
      while (at < results.length || (range < counts.length && held === width * counts[range])) {
        if (range >= counts.length) throw new Error('a walk returned more results than ranks')
        const room = Math.min(width * counts[range] - held, results.length - at)
        pieces.push(results.slice(at, at + room))
        held += room
        at += room
        if (held < width * counts[range]) continue
        await put(range, pieces)
        pieces = []
        held = 0
        range++
      }
    },
    end() {
      if (range < counts.length) throw new Error('a walk returned fewer results than ranks')
      return Promise.resolve()
    },
  }
}

/** A block of results: numbers, or the codes of ordered categories. */
function placedBlock({ source }: StageContext, name: string, values: Float64Array): Column {
  if (source.kind(name) === 'numeric') return { kind: 'numeric', values }
  const codes = new Int32Array(values.length)
  for (let i = 0; i < codes.length; i++) codes[i] = values[i] === values[i] ? values[i] : -1
  return { kind: 'categorical', codes, levels: source.levels(name), ordered: source.kind(name) === 'ordered' }
}
