import {
  BLOCK,
  createRegistry,
  dataset,
  fillByBlocks,
  keyedRng,
  numeric,
  type Column,
  type Dataset,
  type Sink,
} from '@sdc/core'
import { release, orderStream } from '../../release/release.js'
import { replicateRng, runSteps } from '../../run/run.js'
import type { FileSchema, StepPlan } from '../../plan/plan.js'
import { idStream } from '../../release/renumber.js'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { runInParts, type PartsPlan } from '../run-in-parts.js'
import type { PartsResult } from '../steps/drive-options.js'
import { sourceOf } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'

/** Three blocks with columns of both kinds, missing cells and a negative zero. */
const ROWS = 2 * BLOCK + 777
const registry = createRegistry().use(standard).freeze()
const key = Uint8Array.from({ length: 32 }, (_, i) => 7 * i + 1)
const drawn = (name: string): Float64Array =>
  fillByBlocks(keyedRng(key).child(name), new Float64Array(ROWS), (stream, part) => stream.fillNormal(part))
const places = ['north', 'south', 'west'] as const

const file = dataset([
  ['person', numeric(Float64Array.from({ length: ROWS }, (_, i) => i))],
  ['income', numeric(drawn('income').map((z) => 1000 + 300 * z))],
  ['zeros', numeric(drawn('zeros').map((z) => (z > 1 ? z : z < -1 ? -0 : 0)))],
  ['holes', numeric(drawn('holes').map((z) => (z > 0.5 ? Number.NaN : Math.round(100 * z))))],
  ['family', numeric(Float64Array.from({ length: ROWS }, (_, i) => (i % 11 === 5 ? Number.NaN : Math.floor(i / 3))))],
  [
    'place',
    {
      kind: 'categorical',
      codes: Int32Array.from(drawn('place'), (z) => (z < -1 ? -1 : z < 1 ? 0 : 2)),
      levels: places,
      ordered: false,
    },
  ],
])
const schema: FileSchema = {
  columns: {
    person: { role: 'identifier' },
    family: { role: 'household' },
    place: { role: 'person' },
    income: { level: 'record' },
    zeros: { level: 'record' },
  },
}
const step = (use: string, columns: string[], params: Record<string, unknown> = {}): StepPlan => ({
  use,
  columns,
  given: undefined,
  by: [],
  params,
  smallGroups: 'error',
})
const steps = [step('noise/additive', ['income', 'zeros']), step('swapping/rank-swap', ['zeros'], { percent: 2 })]

/** Sink that keeps the blocks that it receives. */
function keeper(): { readonly sink: Sink; column(name: string): Float64Array | Int32Array } {
  const held = new Map<string, Float64Array | Int32Array>()
  const sink: Sink = {
    async write(_part, _range, blocks) {
      for await (const { block, data } of blocks) {
        for (const name of data.names) {
          const cells = cellsOf(data.column(name))
          const own = held.get(name) ?? (cells instanceof Float64Array ? new Float64Array(ROWS) : new Int32Array(ROWS))
          held.set(name, own)
          own.set(cells, block.first)
        }
      }
    },
    close: () => Promise.resolve(),
  }
  return { sink, column: (name) => held.get(name) ?? new Float64Array(0) }
}

const cellsOf = (column: Column): Float64Array | Int32Array =>
  column.kind === 'numeric' ? column.values : column.codes

const bytesOf = (cells: Float64Array | Int32Array): Buffer =>
  Buffer.from(cells.buffer, cells.byteOffset, cells.byteLength)

const expectSame = (one: Float64Array | Int32Array, other: Float64Array | Int32Array): void =>
  expect(bytesOf(one).equals(bytesOf(other))).toBe(true)

async function inMemory(of: readonly StepPlan[]): Promise<Dataset> {
  const root = keyedRng(key)
  const { files } = await runSteps({ registry, original: file, schema, steps: of, rng: replicateRng(root) })
  return release(files[0], schema, root).data
}

describe('a release out of core', () => {
  it('has the records of the release in memory, in its order, for any partitions', async () => {
    const whole = await inMemory(steps)
    const root = keyedRng(key)
    const hashes: unknown[] = []
    for (const partBlocks of [3, 1]) {
      const { sink, column } = keeper()
      const { written, columns, ids } = await runInParts({
        registry,
        source: sourceOf(file),
        sink,
        store: memoryStore(),
        schema,
        steps,
        rng: replicateRng(root),
        partBlocks,
        ranges: partBlocks,
        release: {
          order: orderStream(root),
          dropped: ['person'],
          renumbered: { columns: ['family', 'place'], ids: idStream(root) },
        },
      })
      expect(columns).toEqual(['income', 'zeros'])
      expect([...written.keys()]).toEqual(['income', 'zeros', 'holes', 'family', 'place'])
      expect([...ids]).toEqual([
        ['family', Math.ceil(ROWS / 3)],
        ['place', 2],
      ])
      for (const name of whole.names) expectSame(column(name), cellsOf(whole.column(name)))
      expect(column('person')).toHaveLength(0)
      hashes.push([...written].map(([name, { hash }]) => [name, hash]))
    }
    expect(hashes[0]).toEqual(hashes[1])
  })

  it('is refused if a masked column is (almost) unchanged, or too large to check', async () => {
    const few = dataset([
      ['a', numeric(Float64Array.from({ length: 400 }, (_, i) => ((i * 7919) % 1009) / 8))],
      ['b', numeric(Float64Array.from({ length: 400 }, (_, i) => (i * 31) % 97))],
    ])
    const root = keyedRng(key)
    const run = (relativeVariance: number, more: Partial<PartsPlan> = {}): Promise<PartsResult> =>
      runInParts({
        registry,
        source: sourceOf(few),
        sink: {
          write: () => Promise.reject(new Error('nothing is to be written')),
          close: () => Promise.reject(new Error('nothing is to be named')),
        },
        store: memoryStore(),
        steps: [{ ...step('noise/additive', ['a'], { relativeVariance }), precision: 'fine' }],
        rng: replicateRng(root),
        partBlocks: 1,
        ranges: 1,
        release: { order: orderStream(root), dropped: [] },
        ...more,
      })
    await expect(run(1e-9)).rejects.toMatchObject({
      code: 'OPEN_RELEASE',
      message: expect.stringContaining('a: 400 of 400 values'),
    })
    await expect(run(1e-9, { taskBytes: 1000 })).rejects.toMatchObject({ code: 'BAD_OPTION', place: { column: 'a' } })
    await expect(run(0.1, { taskBytes: 1000 })).rejects.toThrow('nothing is to be written')
    const allowed = { order: orderStream(root), dropped: [], maxUnchanged: 100 }
    await expect(run(1e-9, { release: allowed })).rejects.toThrow('nothing is to be written')
    // In a file with exact moments, any number of records is too few if the user's margin is larger.
    const exact = { source: sourceOf(file), steps: [step('noise/additive', ['income'], { exact: true })] }
    await expect(run(0, { ...exact, release: { ...allowed, momentMargin: ROWS } })).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
      place: { column: 'income' },
    })
  })
})
