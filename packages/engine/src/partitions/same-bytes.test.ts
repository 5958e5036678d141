import {
  BLOCK,
  createRegistry,
  dataset,
  fillByBlocks,
  numeric,
  numericValues,
  seededRng,
  withColumns,
  type Column,
  type Dataset,
  type Sink,
} from '@sdc/core'
import type { RunFacts } from '../run/outcomes/run-facts.js'
import { replicateRng, runSteps } from '../run/run.js'
import type { FileSchema, StepPlan } from '../plan/plan.js'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { runInParts, type PartsPlan } from './run-in-parts.js'
import { sourceOf } from './source/source.js'
import { memoryStore } from './tasks/store.js'

/**
 * A file of three blocks with various difficulties: for any partitions, the bytes equal those of the run in memory. One
 * plan applies all forms of methods to the whole file; the others use its first two blocks.
 */
const ROWS = 2 * BLOCK + 300
const SHORT = BLOCK + 300
const registry = createRegistry().use(standard).freeze()

const drawn = (name: string): Float64Array =>
  fillByBlocks(seededRng('same bytes').child(name), new Float64Array(ROWS), (stream, part) => stream.fillNormal(part))

const places = ['none', 'little', 'some', 'much'] as const
const codesOf = (name: string): Int32Array =>
  Int32Array.from(drawn(name), (z) => (z < -1.5 ? -1 : z < 0 ? 0 : z < 1 ? 1 : 3))

const file = dataset([
  ['income', numeric(drawn('income').map((z) => 1000 + 300 * z))],
  ['cents', numeric(drawn('cents').map((z) => Math.round(1000 * z) / 100))],
  ['forty', numeric(drawn('forty').map((z) => Math.min(39, Math.floor(8 * Math.abs(z)))))],
  ['zeros', numeric(drawn('zeros').map((z) => (z > 1.28 ? z : z < -1 ? -0 : 0)))],
  ['holes', numeric(drawn('holes').map((z) => (z > 0.5 ? Number.NaN : 1e9 + z)))],
  ['nearly constant', numeric(new Float64Array(ROWS).fill(2.5).fill(7.25, 65_700, 65_701))],
  ['offset', numeric(drawn('income').map((z, i) => 1e9 + z + i / ROWS))],
  ['whole', numeric(drawn('whole').map((z) => Math.round(20 * Math.abs(z))))],
  ['near', numeric(drawn('income').map((z, i) => 1000 + 300 * z + (i % 7) / 2))],
  ['twice', numeric(drawn('income').map((z) => 2 * (1000 + 300 * z)))],
  ['one', numeric(new Float64Array(ROWS).fill(0.1))],
  [
    'kind',
    { kind: 'categorical', codes: codesOf('kind').map((code) => Math.abs(code)), levels: places, ordered: false },
  ],
  ['grade', { kind: 'categorical', codes: codesOf('grade'), levels: places, ordered: true }],
  ['region', { kind: 'categorical', codes: codesOf('region'), levels: places, ordered: false }],
])

/** Bounds that masked values reach, and whole numbers. */
const schema: FileSchema = { columns: { forty: { min: 0, max: 39 }, whole: { integer: true, min: 0 } } }
/** The first records of a column. */
function begun(column: Column, rows: number): Column {
  return column.kind === 'numeric'
    ? { ...column, values: column.values.slice(0, rows) }
    : { ...column, codes: column.codes.slice(0, rows) }
}

const short = dataset(file.names.map((name) => [name, begun(file.column(name), SHORT)]))

const regions = codesOf('region')

/** Sink that keeps the values that it receives, by record. */
function keeper(of: Dataset): {
  readonly sink: Sink
  readonly values: ReadonlyMap<string, Float64Array | Int32Array>
  readonly written: () => number
} {
  const values = new Map(
    of.names.map((name) => {
      const isNumeric = of.column(name).kind === 'numeric'
      return [name, isNumeric ? new Float64Array(of.rows) : new Int32Array(of.rows)] as const
    }),
  )
  let written = 0
  const sink: Sink = {
    async write(_part, _range, blocks) {
      for await (const { block, data } of blocks) {
        for (const name of data.names) values.get(name)?.set(cellsOf(data, name), block.first)
        written += data.rows
      }
    },
    close: () => Promise.resolve(),
  }
  return { sink, values, written: () => written }
}

function cellsOf(data: Dataset, name: string): Float64Array | Int32Array {
  const column = data.column(name)
  return column.kind === 'numeric' ? column.values : column.codes
}

/** Returns the first index at which two columns differ, −1 if they are equal; −0 differs from 0. */
function firstOther(one: Float64Array | Int32Array, other: Float64Array | Int32Array): number {
  for (let i = 0; i < one.length; i++) if (!Object.is(one[i], other[i])) return i
  return one.length === other.length ? -1 : Math.min(one.length, other.length)
}

const step = (
  use: string,
  columns: readonly string[],
  params: Readonly<Record<string, unknown>> = {},
  more: Partial<StepPlan> = {},
): StepPlan => ({ use, columns: [...columns], given: undefined, by: [], params, smallGroups: 'error', ...more })

const within = (by: readonly string[], one: StepPlan): StepPlan => ({ ...one, by: [...by] })
const given = (names: readonly string[], one: StepPlan): StepPlan => ({ ...one, given: [...names] })

async function inMemory(
  steps: readonly StepPlan[],
  original: Dataset,
  said: FileSchema = schema,
): Promise<{ data: Dataset } & Pick<RunFacts, 'warnings' | 'offCodes'>> {
  const rng = replicateRng(seededRng(7))
  const { files, warnings, offCodes } = await runSteps({ registry, original, schema: said, steps, rng })
  return { data: files[0].data, warnings, offCodes }
}

type Cut = Pick<PartsPlan, 'partBlocks' | 'ranges'>
const CUT: Cut = { partBlocks: 1, ranges: 3 }

/**
 * Every form of a method and of its combinations, on a few columns each. The conformance suite checks for every other
 * method that its blocks equal the whole file.
 */
const plans: readonly {
  readonly name: string
  readonly of: Dataset
  readonly steps: readonly StepPlan[]
  readonly cuts: readonly Cut[]
}[] = [
  {
    name: 'blocks, readings and ranks of three blocks, merged and cut in two ways',
    of: file,
    cuts: [
      { partBlocks: 2, ranges: 3 },
      { partBlocks: 1, ranges: 7 },
    ],
    steps: [
      step('noise/additive', ['forty', 'holes', 'whole']),
      step('noise/additive', ['income', 'offset'], { exact: true, distribution: 'laplace' }),
      step('categorical/pram', ['region']),
      step('swapping/rank-swap', ['zeros', 'grade'], { percent: 0.5 }),
      step('reverse-map/rank', ['holes', 'whole']),
    ],
  },
  {
    name: 'one block after the other, in one part',
    of: short,
    cuts: [{ partBlocks: 3, ranges: 1 }],
    steps: [
      step('noise/additive', ['whole'], { distribution: 'uniform' }, { precision: 'fine' }),
      step('noise/additive', ['cents'], {}, { precision: 'full' }),
      step('noise/multiplicative', ['zeros', 'holes']),
      step('categorical/pram', ['grade', 'region'], { missingAsLevel: true, band: 1, alpha: 0.5 }),
      step('coding/rounding', ['near'], { base: 5, random: true }),
    ],
  },
  {
    name: 'readings of the file, some of columns that depend on each other',
    of: short,
    cuts: [CUT],
    steps: [
      given(['whole', 'kind', 'one'], step('linear/sblm', ['income', 'twice', 'cents'], { similarity: 0.4 })),
      given([], step('linear/romm', ['near', 'zeros'])),
      given(['forty'], step('linear/ipso-c', ['offset'])),
    ],
  },
  {
    name: 'ranks',
    of: short,
    cuts: [{ partBlocks: 1, ranges: 7 }],
    steps: [
      step('swapping/rank-swap', ['forty', 'nearly constant'], { positions: 3 }),
      step('swapping/rank-swap-pdist', ['zeros'], { percent: 0.1 }),
      step('swapping/rank-swap-pbuckets', ['holes']),
      step('microaggregation/optimal-univariate', ['income'], {}, { precision: 'full' }),
      step('microaggregation/individual-ranking', ['near'], { k: 5 }),
      step('coding/top-bottom', ['whole'], { replacement: 'tail-mean', topPercent: 0.01 }),
      // Two levels of grade occur: a tail of one would be a relabelling, which is refused.
      step('coding/top-bottom', ['cents'], {
        top: 2,
        bottom: 0,
        replacement: 'tail-median',
      }),
    ],
  },
  {
    name: 'columns that are masked twice',
    of: short,
    cuts: [CUT],
    steps: [
      step('noise/additive', ['forty', 'offset', 'whole']),
      step('swapping/rank-swap', ['zeros', 'grade'], { positions: 9 }),
      step('swapping/rank-swap', ['whole']),
      step('reverse-map/rank', ['zeros', 'grade'], { ties: 'first' }),
      step('microaggregation/projected', ['offset', 'near', 'cents'], {
        projection: 'zscore',
        blocks: 'listed',
        blockColumns: [['offset', 'near'], ['cents']],
      }),
      given(['whole', 'kind', 'one'], step('copula/data-shuffling', ['forty', 'income'])),
    ],
  },
  {
    name: 'groups, one of several blocks',
    of: short,
    cuts: [CUT],
    steps: [
      within(['one'], step('noise/additive', ['holes'])),
      within(['region', 'kind'], step('swapping/rank-swap', ['holes', 'grade'], { positions: 4 })),
      within(['region'], given(['whole'], step('linear/sblm', ['income']))),
      within(['kind'], step('microaggregation/projected', ['forty', 'near'], { k: 5 })),
      within(['region'], given([], step('copula/data-shuffling', ['zeros']))),
      within(['kind', 'region'], step('microaggregation/mdav', ['cents', 'offset'], { k: 600 })),
    ],
  },
  {
    name: 'groups in one of which a column is constant',
    of: withColumns(
      short,
      new Map([['cents', numeric(numericValues(short, 'cents').map((x, i) => (regions[i] < 0 ? 3.25 : x)))]]),
    ),
    cuts: [CUT],
    steps: [within(['region'], step('noise/additive', ['cents', 'near']))],
  },
  {
    name: 'blocks of near records, after noise',
    of: short,
    cuts: [CUT],
    steps: [
      step('noise/additive', ['forty']),
      step('microaggregation/mdav', ['near', 'forty'], { k: 5000, inBlocks: 20_000 }),
      step('microaggregation/vmdav', ['income', 'offset'], { k: 5000, inBlocks: 20_000 }),
      step('microaggregation/categorical', ['kind', 'cents'], { k: 9000, ties: 'random', inBlocks: 35_000 }),
    ],
  },
]

describe('a run out of core', () => {
  it.each(plans)('gives the bytes of the run in memory: $name', async ({ of, steps, cuts }) => {
    const whole = await inMemory(steps, of)
    const hashes = new Set<string>()
    for (const cut of cuts) {
      const { sink, values, written } = keeper(of)
      const source = sourceOf(of)
      const rng = replicateRng(seededRng(7))
      const result = await runInParts({ registry, source, schema, sink, store: memoryStore(), steps, rng, ...cut })
      expect(written()).toBe(of.rows)
      for (const [name, found] of values) {
        const expected = cellsOf(whole.data, name)
        const at = firstOther(found, expected)
        expect([name, at, found[at], expected[at]]).toEqual([name, -1, undefined, undefined])
      }
      expect(result.warnings).toEqual(whole.warnings)
      hashes.add([...result.written].map(([name, { hash }]) => `${name} ${hash}`).join())
    }
    expect(hashes.size).toBe(1)
  })

  it('moves masked values that are codes for missing, as in memory', async () => {
    const said: FileSchema = {
      columns: {
        forty: { missing: ['', '-9', '3'], missingRange: [8, 9], min: -20, max: 39 },
        whole: { missing: ['4'], integer: true },
        cents: { missing: ['0.01', '0.02'] },
        near: { missingRange: [1000, Infinity] },
      },
    }
    const steps = [
      step('noise/additive', ['forty', 'whole', 'cents']),
      step('reverse-map/rank', ['cents']),
      step('coding/top-bottom', ['near'], { bottom: 900 }),
    ]
    const whole = await inMemory(steps, short, said)
    const { sink, values } = keeper(short)
    const source = sourceOf(short)
    const rng = replicateRng(seededRng(7))
    const result = await runInParts({
      registry,
      source,
      schema: said,
      sink,
      store: memoryStore(),
      steps,
      rng,
      ...CUT,
    })
    for (const [name, found] of values) expect(firstOther(found, cellsOf(whole.data, name))).toBe(-1)
    expect(result.offCodes).toEqual(whole.offCodes)
    expect(whole.offCodes.map(({ column }) => column)).toEqual(['forty', 'whole', 'cents', 'near'])
    expect(numericValues(whole.data, 'forty').some((v) => v === -9 || v === 3 || (v >= 8 && v <= 9))).toBe(false)
    expect(numericValues(whole.data, 'near').some((v) => v >= 1000)).toBe(false)
  })

  it('reports the unchanged cells of all blocks', async () => {
    const count = (name: string, is: (value: number) => boolean): number => numericValues(short, name).filter(is).length
    const steps = [step('noise/multiplicative', ['zeros', 'holes'])]
    const { warnings } = await inMemory(steps, short)
    const text = warnings.join('\n')
    expect(text).toContain(`column "holes": ${count('holes', Number.isNaN)} missing values stay missing`)
    expect(text).toContain(`column "zeros": ${count('zeros', (value) => value === 0)} zeros stay zeros`)
  })

  it.each([
    { what: 'rounds nothing', one: step('coding/rounding', ['forty'], { base: 1 }), said: schema },
    { what: 'moves nothing', one: step('coding/top-bottom', ['nearly constant'], { top: 9 }), said: schema },
    {
      what: 'has too few in a tail',
      one: step('coding/top-bottom', ['nearly constant'], { top: 5, replacement: 'tail-mean' }),
      said: schema,
    },
    {
      what: 'has a group of one record',
      one: step('swapping/rank-swap', ['income'], {}, { by: ['nearly constant'] }),
      said: schema,
    },
    {
      what: 'a masked value beyond bounds',
      one: step('noise/additive', ['cents']),
      said: { columns: { cents: { max: 40 } } },
    },
    {
      what: 'another value beyond bounds',
      one: step('noise/additive', ['cents']),
      said: { columns: { forty: { max: 30 } } },
    },
  ])('is refused for the same reasons as the run in memory: $what', async ({ one, said }) => {
    const refused = await inMemory([one], short, said).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Error)
    const { sink } = keeper(short)
    const input = {
      registry,
      source: sourceOf(short),
      schema: said,
      sink,
      store: memoryStore(),
      steps: [one],
      ...CUT,
    }
    await expect(runInParts({ ...input, rng: replicateRng(seededRng(7)) })).rejects.toThrow((refused as Error).message)
  })

  it('refuses cells that are filled from the whole file, and steps that need it', async () => {
    const input = { registry, source: sourceOf(short), schema, sink: keeper(short).sink, store: memoryStore(), ...CUT }
    const run = (one: StepPlan): Promise<unknown> =>
      runInParts({ ...input, steps: [one], rng: replicateRng(seededRng(7)) })
    const filled = step('noise/additive', ['holes'], {}, { missing: 'impute' })
    await expect(run(filled)).rejects.toThrow(/column "holes" has missing values, and missing: impute/)
    await expect(run(step('noise/additive', ['income'], {}, { by: ['kind'], smallGroups: 'pooled' }))).rejects.toThrow(
      /smallGroups: pooled can be decided only after all groups of the file are masked/,
    )
    const large = {
      ...input,
      store: memoryStore(),
      taskBytes: 1e6,
      steps: [step('noise/additive', ['income'], {}, { by: ['one'] })],
    }
    await expect(runInParts({ ...large, rng: replicateRng(seededRng(7)) })).rejects.toThrow(
      /group one=0\.1 has 65836: that takes about 3 MB for 1 column, and a task may take 1 MB/,
    )
    const wide = {
      ...large,
      store: memoryStore(),
      steps: [step('microaggregation/mdav', ['income', 'cents'], { inBlocks: 50_000 })],
    }
    await expect(runInParts({ ...wide, rng: replicateRng(seededRng(7)) })).rejects.toThrow(
      /holds a block of records at a time, and block 1 has 32931: that takes about 3 MB for 2 columns, and a task may take 1 MB/,
    )
    const [masked, restored] = [step('noise/additive', ['income']), step('reverse-map/rank', ['income'])]
    const both = runInParts({
      ...input,
      steps: [masked, { ...restored, by: ['kind'] }],
      rng: replicateRng(seededRng(7)),
    })
    await expect(both).rejects.toThrow(/it needs the original of the group, which is not available/)
    await expect(run(step('microaggregation/mdav', ['income']))).rejects.toThrow(
      /does not run out of core: it forms groups of nearest records/,
    )
    await expect(
      run(step('microaggregation/projected', ['income', 'cents'], { blocks: 'correlated' })),
    ).rejects.toThrow(/blocks: correlated are chosen by the correlations of the whole file/)
  })
})
