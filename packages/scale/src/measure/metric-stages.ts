import { type PairContext, type PairPass, type Totals } from '@sdc/core'
import { neighbourMerger } from '@sdc/toolkit/internal'
import { foldFramed, framed, resultOf, resultsOf, type Stage } from '../work/stage.js'
import { readsOf, stageName, type StreamedOnParts } from './metric-on-parts.js'
import { dropsOfOrders, orderStages, ranksOf, walkThrough } from './order-stages.js'
import { blockOfPair } from './pair-block.js'
import { blocksOfPair, rowsOf } from './pair-files.js'
import { tooLarge as tooLargeText } from './planned-metrics.js'
import type { StagePairContext } from './stage-pair-context.js'

/** Bytes that tables of counts take while two of them are merged, and what follows from them is made, for each of their bytes. */
const MERGED = 6

/** Stands in the place of a table that is too large: no table of three numbers begins and ends so. */
const BEYOND = -1

/** A stage for every reading of the files that a metric asks for. */
export function metricStages(on: StreamedOnParts): readonly Stage<StagePairContext>[] {
  const { streamed } = on
  if (on.whole !== undefined || streamed.shape === 'whole') return []
  const last = streamed.passes.length - 1
  return streamed.passes.flatMap((pass, p) => {
    const stage = pass.walks ? walkStage(on, pass, p) : passStage(on, pass, p)
    const drops = p === last ? dropsOfOrders(on, streamed.passes) : []
    return [...orderStages(on, p, (around, q) => contextOfPass(on, around, q)), { ...stage, drops }]
  })
}

/** A task a walk. */
function walkStage(on: StreamedOnParts, { name, walks }: PairPass<unknown>, p: number): Stage<StagePairContext> {
  return {
    name: stageName(on, name),
    async tasks(around) {
      const context = await contextOfPass(on, around, p)
      return context === undefined || walks === undefined ? 0 : walks.of(context).length
    },
    async run(around, task) {
      const context = (await contextOf(on, around, p)) as PairContext<unknown>
      if (walks === undefined) throw new Error(`${name} goes through no order`)
      return walkThrough(on, around, context, walks.of(context)[task])
    },
  }
}

/** What is known before a pass; undefined where it is not needed. */
async function contextOfPass(
  on: StreamedOnParts,
  around: StagePairContext,
  p: number,
): Promise<PairContext<unknown> | undefined> {
  const context = await contextOf(on, around, p)
  if (context === undefined || whyTooLarge(on, context, around) !== undefined) return undefined
  const { streamed } = on
  return streamed.shape !== 'whole' && streamed.passes[p].needed?.(context) === false ? undefined : context
}

function passStage(on: StreamedOnParts, pass: PairPass<unknown>, p: number): Stage<StagePairContext> {
  return {
    name: stageName(on, pass.name),
    async tasks(around) {
      return (await contextOfPass(on, around, p)) === undefined ? 0 : around.parts.length
    },
    async run(around, part) {
      const context = (await contextOf(on, around, p)) as PairContext<unknown>
      const reads = readsOf(on, context)
      const counter = pass.counter?.(context)
      const merger = neighbourMerger((total, own) => merged(around, pass, context, total, own))
      const each: Totals[] = []
      for (const block of blocksOfPair(around, part)) {
        const read = await blockOfPair(around, context, reads, block)
        const both = pass.orders ? { ...read, ranks: await ranksOf(on, around, pass.orders(context), read) } : read
        if (counter) counter.add(both)
        else if (pass.anyOrder) merger.add(pass.of(both))
        else each.push(pass.of(both))
      }
      if (counter) return bounded(around, counter.end())
      return pass.anyOrder ? merger.end() : framed(each)
    },
  }
}

/** What a metric is told before its pass number `before`; undefined where it is of no column. */
export async function contextOf(
  on: StreamedOnParts,
  around: StagePairContext,
  before: number,
): Promise<PairContext<unknown> | undefined> {
  const { bound, streamed } = on
  const { columns } = await around.columnsOf(on)
  if (columns.length === 0) return undefined
  const { given, roles, rng, heads } = around
  const totals = new Map<string, Totals>()
  const context = {
    columns,
    given,
    roles,
    params: bound.params,
    rng: rng.child(bound.metric.id),
    rows: await rowsOf(around),
    ...heads,
    parts: new Map(),
    totals,
  }
  const passes = streamed.shape === 'whole' ? [] : streamed.passes.slice(0, before)
  for (const pass of passes) {
    if (whyTooLarge(on, context, around) !== undefined) break
    if (pass.needed?.(context) === false) continue
    totals.set(pass.name, await totalsOf(on, around, pass, context))
  }
  return context
}

/** What a pass made of the whole files; it is folded once. */
function totalsOf(
  on: StreamedOnParts,
  around: StagePairContext,
  pass: PairPass<unknown>,
  context: PairContext<unknown>,
): Promise<Totals> {
  const name = stageName(on, pass.name)
  const known = around.folded.get(name)
  if (known) return known
  const made = pass.walks
    ? walked(on, around, pass, context)
    : pass.anyOrder
      ? foldTables(on, around, pass, context)
      : foldFramed(around, name, (total, own) => pass.merge(total, own, context))
  around.folded.set(name, made)
  return made
}

async function walked(
  on: StreamedOnParts,
  around: StagePairContext,
  { name, walks }: PairPass<unknown>,
  context: PairContext<unknown>,
): Promise<Totals> {
  if (walks === undefined) throw new Error(`${name} goes through no order`)
  return walks.joined(await resultsOf(around, stageName(on, name), walks.of(context).length))
}

async function foldTables(
  on: StreamedOnParts,
  around: StagePairContext,
  pass: PairPass<unknown>,
  context: PairContext<unknown>,
): Promise<Totals> {
  const merger = neighbourMerger((total, own) => merged(around, pass, context, total, own))
  const stage = stageName(on, pass.name)
  for (const part of around.parts.keys()) merger.add(await resultOf(around, stage, part))
  return merger.end()
}

/** Two tables as one; what stands for one that is too large for the memory. */
function merged(
  around: StagePairContext,
  pass: PairPass<unknown>,
  context: PairContext<unknown>,
  total: Totals,
  own: Totals,
): Totals {
  const most = Math.max(bytesBeyond(total) ?? 0, bytesBeyond(own) ?? 0)
  return most > 0 ? tooLarge(most) : bounded(around, pass.merge(total, own, context))
}

function bounded({ taskBytes = Infinity }: StagePairContext, table: Totals): Totals {
  const bytes = table.byteLength * MERGED
  return bytes <= taskBytes ? table : tooLarge(bytes)
}

const tooLarge = (bytes: number): Totals => Float64Array.of(BEYOND, bytes, BEYOND)

/** The bytes that a table would take which is not there for that; undefined of one that is. */
function bytesBeyond(totals: Totals): number | undefined {
  return totals.length === 3 && totals[0] === BEYOND && totals[2] === BEYOND ? totals[1] : undefined
}

/**
 * Why a metric has to hold both files whole for want of memory: a clause; undefined where its tables are there.
 *
 * @param on - The metric.
 * @param context - What is known of the files.
 * @param around - What the task works with.
 * @returns The clause.
 */
export function whyTooLarge(
  { streamed }: StreamedOnParts,
  { totals }: PairContext<unknown>,
  { taskBytes = Infinity }: StagePairContext,
): string | undefined {
  const tables = streamed.shape === 'whole' ? [] : streamed.passes.filter(({ anyOrder }) => anyOrder)
  const most = tables.reduce((so, { name }) => {
    const own = totals.get(name)
    return Math.max(so, (own && bytesBeyond(own)) ?? 0)
  }, 0)
  if (!(most > 0)) return undefined
  return tooLargeText(most, { taskBytes })
}
