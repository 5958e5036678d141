/** The stages that put columns in order for a pass of a metric, and what reads them then. */
import type { PairBlock, PairContext, PairOrder, PairPass, PairWalk, Totals } from '@sdc/core'
import { runTask, type Stage } from '../work/stage.js'
import { stageName, type StreamedOnParts } from './metric-on-parts.js'
import { orderOfPair, ranksOfBlock, type OrderOfPair } from './pair-order.js'
import type { StagePairContext } from './stage-pair-context.js'

/** How many values a walk is given at a time. */
const PIECE = 1 << 20

const baseOf = (on: StreamedOnParts): string => stageName(on, 'orders')

/**
 * The stages before a pass that needs orders: each has the tasks of all orders. Those whose ties are ranks of others come after them.
 *
 * @param on - The metric.
 * @param p - The number of its pass.
 * @param contextOf - What is known before any pass; undefined where that is not needed.
 * @returns None where it needs none.
 */
export function orderStages(
  on: StreamedOnParts,
  p: number,
  contextOf: (around: StagePairContext, p: number) => Promise<PairContext<unknown> | undefined>,
): readonly Stage<StagePairContext>[] {
  const passes = on.streamed.shape === 'whole' ? [] : on.streamed.passes
  if (!passes[p].orders && !passes[p].walks) return []
  const rounds = passes[p].walks ? [WALKED] : [RANKED, RANKED]
  return rounds.flatMap((steps, round) => {
    const orders = async (around: StagePairContext): Promise<readonly Wanted[]> => {
      const context = await contextOf(around, p)
      if (context === undefined) return []
      const made = new Map<string, boolean>()
      for (let q = 0; q < p; q++) {
        const before = (passes[q].orders ?? passes[q].walks) && (await contextOf(around, q))
        for (const { order, ranked } of before ? ofRound(passes[q], before, round) : [])
          made.set(order.name, ranked || made.get(order.name) === true)
      }
      return ofRound(passes[p], context, round).filter(({ order: { name }, ranked }) => {
        const before = made.get(name)
        return before === undefined || (ranked && !before)
      })
    }
    return steps.map(([step, each], s): Stage<StagePairContext> => ({
      name: stageName(on, `${passes[p].name} ${round === 0 ? step : `tied ${step}`}`),
      tasks: async (around) => (await orders(around)).length * each(around),
      async run(around, task) {
        const many = each(around)
        const { order, ranked } = (await orders(around))[Math.floor(task / many)]
        if (s < SORTS || ranked) {
          const context = (await contextOf(around, p)) as PairContext<unknown>
          await runOf(around, orderOfPair(around, baseOf(on), context, order), s, task % many)
        }
        return new Float64Array(0)
      },
    }))
  })
}

const ofParts = ({ parts }: StagePairContext): number => parts.length
/** There may be fewer ranges. */
const ofRanges = ({ ranges }: StagePairContext): number => ranges

/** What is done to put a column in order, and then to give the records their ranks. */
const WALKED = [
  ['sample', ofParts],
  ['split', ofParts],
  ['sort', ofRanges],
] as const
const SORTS: number = WALKED.length
const RANKED = [...WALKED, ['rank', ofRanges], ['place', ofParts]] as const

async function runOf(around: StagePairContext, order: OrderOfPair, s: number, task: number): Promise<void> {
  const { sorted, ranks, placing, swept } = order
  const own = ranks.stages.length
  if (s < own) {
    if (task < (await ranks.stages[s].tasks(sorted))) await runTask(ranks.stages[s], sorted, task)
  } else if (task < (await placing[s - own].tasks(around))) await runTask(placing[s - own], around, task)
  await swept(s, task)
}

const asked = ({ orders, walks }: PairPass<unknown>, context: PairContext<unknown>): readonly PairOrder<unknown>[] =>
  walks ? walks.of(context).flatMap((walk) => walk.orders) : (orders?.(context) ?? [])

/** An order that a pass asks for, and whether its records get their ranks: not where its values alone are wanted. */
interface Wanted {
  readonly order: PairOrder<unknown>
  readonly ranked: boolean
}

/** The orders of the first round, or of the second, each once. */
function ofRound(pass: PairPass<unknown>, context: PairContext<unknown>, round: number): readonly Wanted[] {
  const all = asked(pass, context)
  const before = all.flatMap(({ ties }) => (ties && 'ranks' in ties ? [ties.ranks] : []))
  const others = all.flatMap(({ among }) => (pass.walks || !among ? [] : [{ order: among, ranked: false }]))
  const own = [...before, ...all].map((order) => ({ order, ranked: pass.walks === undefined }))
  const ofIt = [...others, ...own].filter(
    ({ order: { ties } }) => (ties !== undefined && 'ranks' in ties) === (round === 1),
  )
  return [...new Map(ofIt.map((one) => [one.order.name, one])).values()]
}

/** Where the orders of a metric lie, once the last of its passes has ended. */
export function dropsOfOrders(on: StreamedOnParts, passes: readonly PairPass<unknown>[]): readonly string[] {
  return passes.some(({ orders, walks }) => orders ?? walks) ? [`${baseOf(on)}/`] : []
}

/** The ranks of the records of a block. */
export function ranksOf(
  on: StreamedOnParts,
  around: StagePairContext,
  orders: readonly PairOrder<unknown>[],
  block: Pick<PairBlock<unknown>, 'block' | 'rows'>,
): Promise<readonly Float64Array[]> {
  return Promise.all(orders.map((order) => ranksOfBlock(around, baseOf(on), order, block)))
}

/** Goes through orders to the end, a piece of their values at a time. */
export async function walkThrough(
  on: StreamedOnParts,
  around: StagePairContext,
  context: PairContext<unknown>,
  { orders, walk }: PairWalk<unknown>,
): Promise<Totals> {
  const next = orders.map((order) => piecesOf(orderOfPair(around, baseOf(on), context, order)))
  const way = walk()
  let step = way.next()
  while (step.done !== true) {
    const { value, done } = await next[step.value].next()
    step = way.next(done === true ? new Float64Array(0) : value)
  }
  return step.value
}

async function* piecesOf({ sorted, ranks }: OrderOfPair): AsyncGenerator<Float64Array, undefined> {
  for (const [range, count] of (await ranks.ranges(sorted)).entries())
    for (let from = 0; from < count; from += PIECE)
      yield ranks.values(sorted, range, from, Math.min(count, from + PIECE))
  return undefined
}
