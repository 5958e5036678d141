import {
  BLOCK,
  dataset,
  fillByBlocks,
  numeric,
  numericValues,
  seededRng,
  type Aggregate,
  type Order,
  type Plan,
  type Totals,
} from '@sdc/core'
import { filesInMemory, NOTHING, readerInMemory, runInMemory, blockOf } from '@sdc/toolkit/internal'
import { describe, expect, it } from 'vitest'
import { drive } from '../tasks/drive.js'
import { memoryStore } from '../tasks/store.js'
import type { PlanFiles } from './plan-files.js'
import { planState } from './plan-state.js'
import { plansInParts, type PlanEnd } from './plans-in-parts.js'

const ROWS = 2 * BLOCK + 300
const values = fillByBlocks(seededRng('plans'), new Float64Array(ROWS), (stream, part) => stream.fillNormal(part))
/** Many ties, and missing values. */
const file = dataset([['a', numeric(values.map((z, i) => (i % 7 === 2 ? Number.NaN : Math.round(3 * z))))]])

const filesIn = (partBlocks: number, taskBytes?: number): PlanFiles => ({
  base: 'plans',
  store: memoryStore(),
  rows: { original: 0, masked: ROWS, pairs: 0 },
  partBlocks,
  ranges: 3,
  taskBytes,
  known: () => Promise.resolve(() => undefined),
  reader: () => Promise.resolve(({ first, end }) => ({ original: NOTHING, masked: blockOf(file, ['a'], first, end) })),
})

/** Aggregates that count the blocks that they read. */
function aggregates() {
  const read = { sum: 0, table: 0, ranks: 0 }
  const sum: Aggregate = {
    reads: 'masked',
    key: 'sum',
    of({ masked }) {
      read.sum++
      return Float64Array.of(numericValues(masked, 'a').reduce((total, x) => (x === x ? total + x / 3 : total), 0))
    },
    merge: (total, own) => Float64Array.of(total[0] + own[0]),
  }
  const count = (block: Parameters<Aggregate['of']>[0], into: number[]): void => {
    for (const x of numericValues(block.masked, 'a')) if (x === x) into[Math.abs(x)] = (into[Math.abs(x)] ?? 0) + 1
  }
  const numbers = (counts: readonly (number | undefined)[]): Totals => Float64Array.from(counts, (n) => n ?? 0)
  const table: Aggregate = {
    reads: 'masked',
    key: 'table',
    isTable: true,
    of(block) {
      const counts: number[] = []
      count(block, counts)
      return numbers(counts)
    },
    merge: (total, own) =>
      Float64Array.from({ length: Math.max(total.length, own.length) }, (_, k) => (total[k] ?? 0) + (own[k] ?? 0)),
    counter() {
      const counts: number[] = []
      return {
        add(block) {
          read.table++
          count(block, counts)
        },
        end: () => numbers(counts),
      }
    },
  }
  const order = (name: string): Order => ({
    reads: 'masked',
    name,
    key: 'order',
    of: ({ masked }) => numericValues(masked, 'a'),
  })
  const ranks = (name: string): Aggregate => ({
    reads: 'masked',
    orders: [order(name)],
    of({ ranks: [own] = [] }) {
      read.ranks++
      return Float64Array.of(own.reduce((total, rank) => (rank === rank ? total + Math.sqrt(rank) : total), 0))
    },
    merge: (total, own) => Float64Array.of(total[0] + own[0]),
    end: (total) => total.map((x) => x / 2),
  })
  function* early(): Plan<readonly Totals[]> {
    return yield [sum, table, ranks('x')]
  }
  function* late(): Plan<readonly Totals[]> {
    const first = yield [ranks('y'), table]
    return [...first, ...(yield [table, sum])]
  }
  return { read, early, late }
}

async function inParts(files: PlanFiles, plans: readonly (() => Plan<readonly Totals[]>)[]) {
  const names: string[] = []
  let ends: readonly PlanEnd<readonly Totals[]>[] = []
  async function* stages() {
    const runs = plans.map((plan, p) => ({ scope: `plan-${p}`, plan: plan() }))
    const groups = plansInParts(planState(files), runs)
    for (;;) {
      const { done, value } = await groups.next()
      if (done === true) {
        ends = value
        return
      }
      names.push(...value.map(({ name }) => name))
      yield value
    }
  }
  await drive({ around: files, stages })
  return { ends, names }
}

describe('plans out of core', () => {
  it.each([1, 2, 3])('compute shared aggregates once, as in memory, in partitions of %d blocks', async (partBlocks) => {
    const { read, early, late } = aggregates()
    const { ends, names } = await inParts(filesIn(partBlocks), [early, late, late])
    // Every plan has its own aggregate of ranks.
    expect(read).toEqual({ sum: 3, table: 3, ranks: 9 })
    expect(names.filter((name) => name.endsWith('/sort'))).toHaveLength(1)
    const reader = readerInMemory(filesInMemory(file, file))
    const [before, after] = [early, late].map((plan) => runInMemory(plan(), reader).value)
    expect(ends).toEqual([{ value: before }, { value: after }, { value: after }])
  })

  it('end without a value if a table does not fit into the memory of a task', async () => {
    const { early, late } = aggregates()
    const { ends } = await inParts(filesIn(1, 100), [early, late])
    expect(ends).toEqual([{ tooLarge: expect.any(Number) }, { tooLarge: expect.any(Number) }])
  })
})
