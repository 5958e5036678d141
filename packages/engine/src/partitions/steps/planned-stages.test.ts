import { BLOCK, dataset, fillByBlocks, numeric, seededRng, type Column, type Dataset, type Sink } from '@sdc/core'
import { replicateRng, runSteps } from '../../run/run.js'
import type { StepFindings } from '../../run/outcomes/outcome.js'
import type { StepPlan } from '../../plan/plan.js'
import { describe, expect, it } from 'vitest'
import { sourceOf } from '../source/source.js'
import { runInParts, type PartsPlan } from '../run-in-parts.js'
import { memoryStore } from '../tasks/store.js'
import { fakes } from './planned.fixture.js'

const ROWS = BLOCK + 300
const drawn = (name: string): Float64Array =>
  fillByBlocks(seededRng('planned').child(name), new Float64Array(ROWS), (stream, part) => stream.fillNormal(part))

/** Values with ties, zeros of both signs and missing values. */
const file = dataset([
  ['normal', numeric(drawn('normal').map((z) => 100 * z))],
  ['other', numeric(drawn('other').map((z) => Math.round(20 * z)))],
  ['zeros', numeric(drawn('zeros').map((z) => (z > 1 ? Math.round(9 * z) : z < -1 ? -0 : 0)))],
  ['holes', numeric(drawn('holes').map((z) => (z > 1 ? Number.NaN : Math.round(50 * z))))],
  ['kind', numeric(drawn('kind').map((z) => (z < 0 ? 1 : 2)))],
  [
    'grade',
    {
      kind: 'categorical',
      codes: Int32Array.from(drawn('grade'), (z) => (z < -1.5 ? -1 : z < 0 ? 0 : z < 1 ? 1 : 2)),
      levels: ['low', 'middle', 'high'],
      ordered: true,
    },
  ],
])

const step = (use: string, columns: readonly string[]): StepPlan => ({
  use: `fake/${use}`,
  columns: [...columns],
  given: undefined,
  by: [],
  params: {},
  smallGroups: 'error',
})

const cells = (column: Column): Float64Array | Int32Array => (column.kind === 'numeric' ? column.values : column.codes)

function firstOther(one: Float64Array | Int32Array, other: Float64Array | Int32Array): number {
  for (let i = 0; i < one.length; i++) if (!Object.is(one[i], other[i])) return i
  return -1
}

/** Messages and numbers of a run. */
interface Told {
  readonly warnings: ReadonlySet<string>
  readonly reports: readonly unknown[]
}

const toldBy = (warnings: readonly string[], reports: readonly StepFindings[]): Told => ({
  warnings: new Set(warnings),
  reports: reports.flatMap(({ step: of, group, values, publish }) => {
    const numbers = [...values].filter(([, value]) => typeof value === 'number')
    return numbers.length + publish.size > 0 ? [{ of, group, numbers, publish }] : []
  }),
})

async function inParts(
  steps: readonly StepPlan[],
  cut: Partial<PartsPlan>,
): Promise<{ readonly values: ReadonlyMap<string, Float64Array | Int32Array>; readonly told: Told }> {
  const values = new Map(file.names.map((name) => [name, cells(file.column(name)).slice()]))
  const sink: Sink = {
    async write(_part, _range, blocks) {
      for await (const { block, data } of blocks)
        for (const name of data.names) values.get(name)?.set(cells(data.column(name)), block.first)
    },
    close: () => Promise.resolve(),
  }
  const store = memoryStore()
  const rng = replicateRng(seededRng(7))
  const plan = { registry: fakes, source: sourceOf(file), sink, store, steps, rng, partBlocks: 1, ranges: 3, ...cut }
  const { warnings, reports } = await runInParts(plan)
  // Orders and derived columns are removed.
  expect((await store.list('step-')).filter((name) => !/(findings|known.*|said.*)$/.test(name))).toEqual([])
  return { values, told: toldBy(warnings, reports) }
}

async function inMemory(steps: readonly StepPlan[]): Promise<{ readonly data: Dataset; readonly told: Told }> {
  const { files, warnings, reports } = await runSteps({
    registry: fakes,
    original: file,
    steps,
    rng: replicateRng(seededRng(7)),
  })
  return { data: files[0].data, told: toldBy(warnings, reports) }
}

describe('stages of a plan', () => {
  it.each([
    [[step('blocks', ['normal'])]],
    [[step('blocks', ['zeros']), step('blocks', ['zeros']), step('blocks', ['holes'])]],
    [[step('turned', ['normal', 'zeros', 'holes', 'grade']), step('turned', ['zeros'])]],
    [[step('together', ['normal', 'zeros'])]],
    [[step('shuffled', ['normal', 'zeros', 'other']), step('blocks', ['zeros'])]],
    [[step('cells', ['normal', 'other'])]],
    [[{ ...step('turned', ['normal', 'grade']), by: ['kind'] }]],
  ])('mask as in memory, for any partitions: %j', async (steps) => {
    const whole = await inMemory(steps)
    for (const cut of [
      { partBlocks: 1, ranges: 3 },
      { partBlocks: 2, ranges: 1 },
    ]) {
      const { values, told } = await inParts(steps, cut)
      for (const [name, own] of values)
        expect([name, firstOther(own, cells(whole.data.column(name)))]).toEqual([name, -1])
      expect(told).toEqual(whole.told)
    }
  })

  it('refuse a plan that ends with masking the whole file', async () => {
    await expect(inParts([step('whole', ['normal'])], {})).rejects.toThrow(
      'fake/whole does not run out of core: it has too few records',
    )
  })

  it('refuse a plan that reads original values within groups', async () => {
    await expect(inParts([{ ...step('blocks', ['normal']), by: ['kind'] }], {})).rejects.toThrow(
      'the original values of column "normal" are not at hand within groups out of core',
    )
  })
})
