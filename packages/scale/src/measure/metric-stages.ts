import type { PairBlock, PairColumns, PairContext, PairPass, Totals } from '@sdc/core'
import { neighbourMerger } from '@sdc/toolkit'
import { foldBlocks, resultOf, type Stage } from '../stage.js'
import { blocksOfPart } from '../stored-columns.js'
import type { MetricOnParts } from './metric-on-parts.js'
import type { PairSurroundings } from './pair-surroundings.js'
import { storedBlock } from './pair-files.js'

/** Bytes that tables of counts take while two of them are merged, and what follows from them is made, for each of their bytes. */
const MERGED = 6

/** Stands in the place of a table that is too large: no table of three numbers begins and ends so. */
const BEYOND = -1

/** The name of a stage of a metric. */
export const stageName = ({ number }: MetricOnParts, pass: string): string =>
  `metric-${number + 1}/${pass.replaceAll(' ', '-')}`

/** A stage for every reading of the files that a metric asks for. */
export function metricStages(on: MetricOnParts): readonly Stage<PairSurroundings>[] {
  const { streamed } = on
  if (on.whole !== undefined || streamed.shape === 'whole') return []
  return streamed.passes.map((pass, p): Stage<PairSurroundings> => ({
    name: stageName(on, pass.name),
    async tasks(around) {
      const context = await contextOf(on, around, p)
      if (context === undefined || whyTooLarge(on, context, around) !== undefined) return 0
      return pass.needed?.(context) === false ? 0 : around.parts.length
    },
    async run(around, part) {
      const context = (await contextOf(on, around, p)) as PairContext<unknown>
      const reads = readsOf(on, context)
      const counter = pass.counter?.(context)
      const merger = neighbourMerger((total, own) => merged(around, pass, context, total, own))
      const each: Totals[] = []
      for (const block of blocksOfPart(around.masked, part)) {
        const both = await blockOfPair(around, context, reads, block)
        if (counter) counter.add(both)
        else if (pass.anyOrder) merger.add(pass.of(both))
        else each.push(pass.of(both))
      }
      if (counter) return bounded(around, counter.end())
      return pass.anyOrder ? merger.end() : Float64Array.from(each.flatMap((own) => [...own]))
    },
  }))
}

/** One block of both files, with the columns that a metric reads. */
export async function blockOfPair(
  around: PairSurroundings,
  context: PairContext<unknown>,
  reads: PairColumns,
  block: PairBlock<unknown>['block'],
): Promise<PairBlock<unknown>> {
  const original = await storedBlock(around.original, reads.original, block)
  const masked = await storedBlock(around.masked, reads.masked, block)
  return { ...context, block, original, masked }
}

/** The columns that a metric reads, as it says. */
export function readsOf(
  { bound: { metric }, streamed }: MetricOnParts,
  context: Omit<PairContext<unknown>, 'totals' | 'parts' | 'rows' | 'rng'>,
): PairColumns {
  const said = streamed.shape === 'blocks' ? streamed.reads?.(context) : undefined
  return said ?? { original: metric.files === 'masked' ? [] : context.columns, masked: context.columns }
}

/** What a metric is told before its pass number `before`; undefined where it is of no column. */
export async function contextOf(
  on: MetricOnParts,
  around: PairSurroundings,
  before: number,
): Promise<PairContext<unknown> | undefined> {
  const { bound, streamed } = on
  const { columns } = await around.columnsOf(on)
  if (columns.length === 0) return undefined
  const { given, roles, rng, rows, heads } = around
  const totals = new Map<string, Totals>()
  const context = {
    columns,
    given,
    roles,
    params: bound.params,
    rng: rng.child(bound.metric.id),
    rows,
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
  on: MetricOnParts,
  around: PairSurroundings,
  pass: PairPass<unknown>,
  context: PairContext<unknown>,
): Promise<Totals> {
  const name = stageName(on, pass.name)
  const known = around.folded.get(name)
  if (known) return known
  const made = pass.anyOrder
    ? foldTables(on, around, pass, context)
    : foldBlocks(around, name, undefined, (total, own) => pass.merge(total, own, context))
  around.folded.set(name, made)
  return made
}

async function foldTables(
  on: MetricOnParts,
  around: PairSurroundings,
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
  around: PairSurroundings,
  pass: PairPass<unknown>,
  context: PairContext<unknown>,
  total: Totals,
  own: Totals,
): Totals {
  const most = Math.max(bytesBeyond(total) ?? 0, bytesBeyond(own) ?? 0)
  return most > 0 ? tooLarge(most) : bounded(around, pass.merge(total, own, context))
}

function bounded({ taskBytes = Infinity }: PairSurroundings, table: Totals): Totals {
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
  { streamed }: MetricOnParts,
  { totals }: PairContext<unknown>,
  { taskBytes = Infinity }: PairSurroundings,
): string | undefined {
  const tables = streamed.shape === 'whole' ? [] : streamed.passes.filter(({ anyOrder }) => anyOrder)
  const most = tables.reduce((so, { name }) => {
    const own = totals.get(name)
    return Math.max(so, (own && bytesBeyond(own)) ?? 0)
  }, 0)
  if (!(most > 0)) return undefined
  const [needed, there] = [Math.ceil(most / 1e6), Math.floor(taskBytes / 1e6)]
  return `it counts so many different records that their table takes more than ${needed} MB, and a task has ${there} MB (--memory)`
}
