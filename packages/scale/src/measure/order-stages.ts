/** The stages that put columns in order for a pass of a metric, and what reads them then. */
import type { BlockRange, PairContext, PairOrder, PairPass, PairWalk, Totals } from '@sdc/core'
import { runTask, type Stage } from '../stage.js'
import { stageName, type MetricOnParts } from './metric-on-parts.js'
import { orderOfPair, ranksOfBlock, type OrderOfPair } from './pair-order.js'
import type { PairSurroundings } from './pair-surroundings.js'

/** How many values a walk is given at a time. */
const PIECE = 1 << 20

const baseOf = (on: MetricOnParts): string => stageName(on, 'orders')

/**
 * The stages before a pass that needs orders: each has the tasks of all orders. Those whose ties are ranks of others come after them.
 *
 * @param on - The metric.
 * @param pass - The pass.
 * @param contextOf - What is known before it; undefined where it is not needed.
 * @returns None where it needs none.
 */
export function orderStages(
  on: MetricOnParts,
  pass: PairPass<unknown>,
  contextOf: (around: PairSurroundings) => Promise<PairContext<unknown> | undefined>,
): readonly Stage<PairSurroundings>[] {
  if (!pass.orders && !pass.walks) return []
  const rounds = pass.walks ? [WALKED] : [RANKED, RANKED]
  return rounds.flatMap((steps, round) => {
    const orders = async (around: PairSurroundings): Promise<readonly OrderOfPair[]> => {
      const context = await contextOf(around)
      if (context === undefined) return []
      const asked = pass.walks ? pass.walks.of(context).flatMap((walk) => walk.orders) : (pass.orders?.(context) ?? [])
      return ofRound(asked, round).map((order) => orderOfPair(around, baseOf(on), context, order))
    }
    return steps.map((step, s): Stage<PairSurroundings> => ({
      name: stageName(on, `${pass.name} ${round === 0 ? step : `tied ${step}`}`),
      async tasks(around) {
        let tasks = 0
        for (const order of await orders(around)) tasks += await tasksOf(around, order, s)
        return tasks
      },
      async run(around, task) {
        let first = 0
        for (const order of await orders(around)) {
          const end = first + (await tasksOf(around, order, s))
          if (task < end) return runOf(around, order, s, task - first)
          first = end
        }
        throw new Error(`there is no task ${task + 1} of ${step}`)
      },
    }))
  })
}

/** What is done to put a column in order, and then to give the records their ranks. */
const WALKED = ['sample', 'split', 'sort'] as const
const RANKED = [...WALKED, 'rank', 'place'] as const

const tasksOf = (around: PairSurroundings, { sorted, ranks: { stages }, placing }: OrderOfPair, s: number) =>
  s < stages.length ? stages[s].tasks(sorted) : placing[s - stages.length].tasks(around)

async function runOf(around: PairSurroundings, order: OrderOfPair, s: number, task: number): Promise<Totals> {
  const { sorted, ranks, placing, swept } = order
  if (s < ranks.stages.length) await runTask(ranks.stages[s], sorted, task)
  else await runTask(placing[s - ranks.stages.length], around, task)
  await swept(s, task)
  return new Float64Array(0)
}

/** The orders of the first round, or of the second, each once. */
function ofRound(asked: readonly PairOrder<unknown>[], round: number): readonly PairOrder<unknown>[] {
  const before = asked.flatMap(({ ties }) => (ties && 'ranks' in ties ? [ties.ranks] : []))
  const all = [...before, ...asked].filter(({ ties }) => (ties !== undefined && 'ranks' in ties) === (round === 1))
  return [...new Map(all.map((order) => [order.name, order])).values()]
}

/** Where the orders of a metric lie, once the last of its passes has ended. */
export function dropsOfOrders(on: MetricOnParts, passes: readonly PairPass<unknown>[]): readonly string[] {
  return passes.some(({ orders, walks }) => orders ?? walks) ? [`${baseOf(on)}/`] : []
}

/** The ranks of the records of a block. */
export function ranksOf(
  on: MetricOnParts,
  around: PairSurroundings,
  orders: readonly PairOrder<unknown>[],
  block: BlockRange,
): Promise<readonly Float64Array[]> {
  return Promise.all(orders.map((order) => ranksOfBlock(around, baseOf(on), order, block)))
}

/** Goes through orders to the end, a piece of their values at a time. */
export async function walkThrough(
  on: MetricOnParts,
  around: PairSurroundings,
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
