import {
  isMeasured,
  type Aggregate,
  type Block,
  type BlockCounter,
  type Order,
  type Side,
  type Measurement,
  type Measuring,
  type Plan,
  type MeasuredByBlocks,
  type PairBlock,
  type PairContext,
  type PairOrder,
  type PairPass,
  type PairWalk,
  type Totals,
} from '@sdc/core'
import { tooFewLinked } from '../measurement/measurement.js'
import { blockCounter } from '../plan/block-counter.js'
import { NOTHING } from '../plan/files-in-memory.js'
import type { ReadFiles } from './aggregate.js'

/** What a reading makes. */
export type AggregateKind = 'sums' | 'tables' | 'ranks' | 'ranked tables' | 'walks'

/** How a metric that reads is run on files in parts. */
export interface ReadInParts<P> extends Pick<MeasuredByBlocks<P>, 'reads' | 'whole'> {
  /**
   * What each of its readings makes, at most so many: sums are folded over the blocks, tables (and counts, if they like) are merged in
   * any grouping. Ranks are sums for which records are put in order before, as they are for ranked tables; walks go through orders.
   */
  readonly aggregates: readonly AggregateKind[]
  readonly read: (files: ReadFiles<P>) => Plan<Measuring<P>>
}

/**
 * The same measurement of two files of which a block at a time is at hand.
 *
 * Who works on a block knows what the readings before made of the whole files: so it goes as far as to the reading that is its own.
 *
 * @param how - What it reads.
 * @throws Error for readings that are more, or other, than it says.
 * @returns The metric as blocks.
 * @throws Error, once it is run, where it asks for more than `aggregates` says, or for a table where that says sums.
 */
export function measuredInParts<P>({ aggregates, read, ...more }: ReadInParts<P>): MeasuredByBlocks<P> {
  const known = new WeakMap<ReadonlyMap<string, Totals>, Map<number, Reached>>()
  const reached = (context: PairContext<P>, k: number): Reached => {
    const own = known.get(context.totals) ?? new Map<number, Reached>()
    known.set(context.totals, own)
    const found = own.get(k) ?? reach(context, k)
    own.set(k, found)
    return found
  }
  const reach = (context: PairContext<P>, k: number): Reached => {
    const reads = read(filesOf(context))
    let step = reads.next([])
    for (let r = 0; r < k && step.done !== true; r++) {
      const totals = context.totals.get(nameOf(r))
      if (totals === undefined) throw new Error(`${nameOf(r)} of ${aggregates.length} was requested and never computed`)
      step = reads.next(apart(totals, step.value.length).map((own) => own ?? new Float64Array(0)))
    }
    if (step.done !== true && k < aggregates.length) refuseOther(nameOf(k), aggregates[k], step.value)
    if (step.done === true && !isMeasured(step.value)) throw new Error('the metric needs the file')
    return step.done === true ? { measurement: step.value as Measurement } : { aggregates: step.value }
  }
  const readingsAt = (context: PairContext<P>, k: number): readonly Aggregate[] => reached(context, k).aggregates ?? []
  return {
    shape: 'blocks',
    ...more,
    passes: aggregates.map((kind, k): PairPass<P> => ({
      name: nameOf(k),
      ...(hasTables(kind) && {
        anyOrder: true,
        counter(context: PairContext<P>) {
          const all = readingsAt(context, k)
          const counters: BlockCounter[] = []
          return {
            add(block: PairBlock<P>) {
              blocksFor(all, block).forEach((own, r) => own && (counters[r] ??= blockCounter(all[r])).add(own))
            },
            end: () => joined(all.map((_, r) => counters.at(r)?.end())),
          }
        },
      }),
      ...(hasRanks(kind) && { orders: (context: PairContext<P>) => ordersOf(readingsAt(context, k)) }),
      ...(kind === 'walks' && {
        walks: {
          of: (context: PairContext<P>) => readingsAt(context, k).flatMap((aggregate) => walkOf(aggregate)),
          joined,
        },
      }),
      needed: (context) => more.whole?.(context) === undefined && reached(context, k).aggregates !== undefined,
      of(context) {
        const all = readingsAt(context, k)
        const blocks = blocksFor(all, context)
        return joined(blocks.map((block, r) => block && all[r].of(block)))
      },
      merge(total, own, context) {
        const all = readingsAt(context, k)
        const [before, next] = [total, own].map((one) => apart(one, all.length))
        return joined(
          all.map((aggregate, r) => {
            const [a, b] = [before[r], next[r]]
            return a && b ? aggregate.merge(a, b) : (a ?? b)
          }),
        )
      },
    })),
    end(context) {
      const { measurement } = reached(context, aggregates.length)
      if (measurement === undefined) throw new Error(`the metric asks for more than ${aggregates.length} aggregates`)
      return measurement
    },
  }
}

/** Where the readings that have ended lead: to the next ones, or to the end. */
interface Reached {
  readonly aggregates?: readonly Aggregate[]
  readonly measurement?: Measurement
}

const nameOf = (k: number): string => `reading ${k + 1}`

function refuseOther(name: string, kind: AggregateKind, aggregates: readonly Aggregate[]): void {
  const other = aggregates.find(({ isTable, orders, walk }) => {
    if (kind === 'walks' || walk) return kind !== 'walks' || !walk
    return (isTable && !hasTables(kind)) || (orders && !hasRanks(kind))
  })
  if (other) throw new Error(`${name} does not make ${kind} as declared`)
}

const hasTables = (kind: AggregateKind): boolean => kind === 'tables' || kind === 'ranked tables'
const hasRanks = (kind: AggregateKind): boolean => kind === 'ranks' || kind === 'ranked tables'

/** The names of the orders of some readings, each once. */
const namesOf = (aggregates: readonly Aggregate[]): readonly string[] => [
  ...new Set(aggregates.flatMap(({ orders = [] }) => orders.map(({ name }) => name))),
]

/** A block as each of the readings gets it, with the ranks that it asks for; undefined where its records end before. */
function blocksFor<P>(aggregates: readonly Aggregate[], pair: PairBlock<P>): readonly (Block | undefined)[] {
  const { block, ranks = [], rows } = pair
  const names = namesOf(aggregates)
  return aggregates.map(({ reads, orders }) => {
    // Files without a record have a block all the same.
    if (block.index > 0 && block.first >= rows[reads]) return undefined
    const own = blockFor(reads, pair)
    return orders ? { ...own, ranks: orders.map(({ name }) => ranks[names.indexOf(name)]) } : own
  })
}

/** The records of a block that are read. */
function blockFor<P>(reads: Side, { block, original, masked, pairs }: PairBlock<P>): Block {
  if (reads === 'original') return { ...block, original, masked: NOTHING }
  if (reads === 'masked') return { ...block, original: NOTHING, masked }
  return { ...block, original: pairs.original, masked: pairs.masked }
}

function ordersOf<P>(aggregates: readonly Aggregate[]): readonly PairOrder<P>[] {
  const all = aggregates.flatMap(({ orders = [] }) => orders)
  return namesOf(aggregates).flatMap((name) => {
    const order = all.find((one) => one.name === name)
    return order ? [orderOf(order)] : []
  })
}

function orderOf<P>({ reads, name, columns, of, ties, among }: Order): PairOrder<P> {
  return {
    reads,
    name,
    columns: columns ?? { original: [], masked: [] },
    of: (block) => of(blockFor(reads, block)),
    ties: typeof ties === 'string' ? undefined : ties && ('ranks' in ties ? { ranks: orderOf(ties.ranks) } : ties),
    among: among && orderOf(among),
  }
}

function walkOf<P>({ orders = [], walk }: Aggregate): readonly PairWalk<P>[] {
  return walk ? [{ orders: orders.map((order): PairOrder<P> => orderOf(order)), walk }] : []
}

function filesOf<P>({
  original,
  masked,
  columns,
  given,
  roles,
  params,
  rng,
  rows,
  parts,
}: PairContext<P>): ReadFiles<P> {
  return {
    original,
    masked,
    columns,
    given,
    roles,
    params,
    rng,
    rows,
    parts,
    unlinked: rows.masked - rows.pairs,
    tooFew: tooFewLinked(rows.pairs, rows.masked),
  }
}

/** Stands for the length of totals that are not there. */
const ABSENT = -1

/** Several totals as one: their lengths, and then they. */
function joined(totals: readonly (Totals | undefined)[]): Totals {
  const all = new Float64Array(totals.reduce((length, own) => length + 1 + (own?.length ?? 0), 0))
  let at = totals.length
  totals.forEach((own, r) => {
    all[r] = own?.length ?? ABSENT
    if (own === undefined) return
    all.set(own, at)
    at += own.length
  })
  return all
}

/** The totals of so many readings. */
function apart(all: Totals, count: number): readonly (Totals | undefined)[] {
  let at = count
  return Array.from({ length: count }, (_, r) => (all[r] === ABSENT ? undefined : all.subarray(at, (at += all[r]))))
}
