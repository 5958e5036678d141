import {
  BLOCK,
  createRegistry,
  dataset,
  fillByBlocks,
  numeric,
  numericValues,
  seededRng,
  type Dataset,
} from '@sdc/core'
import { replicateRng, runSteps, type StepPlan } from '@sdc/engine'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import type { Sink } from './finish-stage.js'
import { runInParts } from './run-in-parts.js'
import { sourceOf } from './source.js'
import { memoryStore } from './store.js'

/**
 * A file of five blocks whose columns are ugly, each in its way: whatever it is cut into, the bytes are those of the run in memory.
 */
const ROWS = 4 * BLOCK + 3000
const registry = createRegistry().use(standard).freeze()

const drawn = (name: string): Float64Array =>
  fillByBlocks(seededRng('same bytes').child(name), new Float64Array(ROWS), (stream, part) => stream.fillNormal(part))

const file = dataset([
  ['income', numeric(drawn('income').map((z) => 1000 + 300 * z))],
  ['cents', numeric(drawn('cents').map((z) => Math.round(1000 * z) / 100))],
  ['forty', numeric(drawn('forty').map((z) => Math.min(39, Math.floor(8 * Math.abs(z)))))],
  ['zeros', numeric(drawn('zeros').map((z) => (z > 1.28 ? z : z < -1 ? -0 : 0)))],
  ['holes', numeric(drawn('holes').map((z) => (z > 0.5 ? Number.NaN : 1e9 + z)))],
])

/** Keeps what it is given, by record. */
function keeper(): {
  readonly sink: Sink
  readonly values: ReadonlyMap<string, Float64Array>
  readonly written: () => number
} {
  const values = new Map(file.names.map((name) => [name, new Float64Array(ROWS)]))
  let written = 0
  const sink: Sink = {
    async write(_part, _range, blocks) {
      for await (const { block, data } of blocks) {
        for (const name of data.names) values.get(name)?.set(numericValues(data, name), block.first)
        written += data.rows
      }
    },
    close: () => Promise.resolve(),
  }
  return { sink, values, written: () => written }
}

const step = (use: string, columns: readonly string[], params: Readonly<Record<string, unknown>> = {}): StepPlan => ({
  use,
  columns: [...columns],
  given: undefined,
  by: [],
  params,
  smallGroups: 'error',
})

const cuts = [
  { partBlocks: 5, ranges: 1 },
  { partBlocks: 2, ranges: 3 },
  { partBlocks: 1, ranges: 7 },
]

async function inMemory(steps: readonly StepPlan[]): Promise<{ data: Dataset; warnings: readonly string[] }> {
  const { files, warnings } = await runSteps({ registry, original: file, steps, rng: replicateRng(seededRng(7)) })
  return { data: files[0].data, warnings }
}

const plans: readonly (readonly [string, readonly StepPlan[]])[] = [
  ...(['normal', 'uniform', 'laplace'] as const).map(
    (distribution) => [`noise, ${distribution}`, [step('noise/additive', file.names, { distribution })]] as const,
  ),
  ['rank swapping', [step('swapping/rank-swap', file.names, { percent: 1 })]],
  ['rank swapping, narrow', [step('swapping/rank-swap', ['forty', 'zeros'], { positions: 3 })]],
  ['noise, then swaps', [step('noise/additive', ['income', 'cents']), step('swapping/rank-swap', ['cents', 'forty'])]],
]

describe('a run in parts', () => {
  it.each(plans)('gives the bytes of the run in memory: %s', async (_, steps) => {
    const whole = await inMemory(steps)
    const hashes = new Set<string>()
    for (const { partBlocks, ranges } of cuts) {
      const { sink, values, written } = keeper()
      const result = await runInParts({
        registry,
        source: sourceOf(file),
        sink,
        store: memoryStore(),
        steps,
        rng: replicateRng(seededRng(7)),
        partBlocks,
        ranges,
      })
      expect(written()).toBe(ROWS)
      for (const [name, found] of values) {
        const expected = numericValues(whole.data, name)
        const at = found.findIndex((value, i) => !Object.is(value, expected[i]))
        expect([name, at, found[at], expected[at]]).toEqual([name, -1, undefined, undefined])
      }
      hashes.add([...result.outcomes].map(([name, { hash }]) => `${name} ${hash}`).join())
    }
    expect(hashes.size).toBe(1)
  })
})
