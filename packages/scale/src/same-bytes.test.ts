import {
  BLOCK,
  createRegistry,
  dataset,
  fillByBlocks,
  numeric,
  numericValues,
  seededRng,
  type Column,
  type Dataset,
} from '@sdc/core'
import { replicateRng, runSteps, type FileSchema, type StepPlan } from '@sdc/engine'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { runInParts } from './run-in-parts.js'
import type { Sink } from './files/sink.js'
import { sourceOf } from './files/source.js'
import { memoryStore } from './work/store.js'

/**
 * A file of three blocks whose columns are ugly, each in its way: whatever it is cut into, the bytes are those of the run in memory.
 * One plan of each way through the file has all three; the others have its beginning, of two blocks.
 */
const ROWS = 2 * BLOCK + 3000
const SHORT = BLOCK + 3000
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
  ['nearly constant', numeric(new Float64Array(ROWS).fill(2.5).fill(7.25, 66_000, 66_001))],
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
const complete = ['income', 'cents', 'forty', 'zeros', 'nearly constant']
const numbers = file.names.filter((name) => file.column(name).kind === 'numeric' && name !== 'one' && name !== 'twice')

/** So many columns that no step names are in the file of a plan, by turns: each column is left alone in some plan. */
const LEFT_ALONE = 3

const namedBy = ({ columns = 'all', given = [], by }: StepPlan): readonly string[] =>
  columns === 'all' ? file.names : [...columns, ...given, ...by]

/** The first records of a column. */
function begun(column: Column, rows: number): Column {
  return column.kind === 'numeric'
    ? { ...column, values: column.values.slice(0, rows) }
    : { ...column, codes: column.codes.slice(0, rows) }
}

/** The columns that steps name, others that they leave alone, and what is said of them. */
function fileOf(
  steps: readonly StepPlan[],
  turn: number,
  rows: number,
): { readonly of: Dataset; readonly said: FileSchema } {
  const named = new Set(steps.flatMap(namedBy))
  const others = file.names.filter((name) => !named.has(name))
  const alone = new Set(
    Array.from({ length: LEFT_ALONE }, (_, i) => others[(LEFT_ALONE * turn + i) % Math.max(1, others.length)]),
  )
  const names = file.names.filter((name) => named.has(name) || alone.has(name))
  return {
    of: dataset(names.map((name) => [name, begun(file.column(name), rows)])),
    said: {
      columns: Object.fromEntries(Object.entries(schema.columns ?? {}).filter(([name]) => names.includes(name))),
    },
  }
}

/** Keeps what it is given, by record. */
function keeper(of: Dataset = file): {
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

/** Where two columns differ, −1 where nowhere: −0 is not 0 here. */
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

const linear = (
  use: string,
  params: Readonly<Record<string, unknown>> = {},
  columns: readonly string[] = [...complete, 'offset'],
  given: readonly string[] = ['whole', 'kind', 'one'],
): StepPlan => ({ ...step(use, columns, params), given: [...given] })

const cuts = [
  { partBlocks: 3, ranges: 1 },
  { partBlocks: 2, ranges: 3 },
  { partBlocks: 1, ranges: 7 },
]
/** Of two blocks: into one part, and into two. */
const shortCuts = [cuts[0], { partBlocks: 1, ranges: 3 }, cuts[2]]

async function inMemory(
  steps: readonly StepPlan[],
  said: FileSchema = schema,
  original: Dataset = file,
): Promise<{ data: Dataset; warnings: readonly string[] }> {
  const rng = replicateRng(seededRng(7))
  const { files, warnings } = await runSteps({ registry, original, schema: said, steps, rng })
  return { data: files[0].data, warnings }
}

const plans: readonly (readonly [string, readonly StepPlan[]])[] = [
  ...(['normal', 'uniform', 'laplace'] as const).map(
    (distribution) => [`noise, ${distribution}`, [step('noise/additive', numbers, { distribution })]] as const,
  ),
  ['noise, as fine as it comes', [step('noise/additive', ['cents', 'whole'], {}, { precision: 'fine' })]],
  ['noise, not rounded', [step('noise/additive', ['cents', 'forty', 'whole'], {}, { precision: 'full' })]],
  ['rank swapping', [step('swapping/rank-swap', ['zeros', 'holes', 'grade', 'nearly constant'], { percent: 0.5 })]],
  ['rank swapping, narrow', [step('swapping/rank-swap', ['forty', 'zeros'], { positions: 3 })]],
  ['noise, then swaps', [step('noise/additive', ['income', 'forty']), step('swapping/rank-swap', ['forty'])]],
  ['swapping by p-distribution', [step('swapping/rank-swap-pdist', ['income', 'zeros', 'grade'], { percent: 0.1 })]],
  [
    'noise, then reverse mapping',
    [
      step('noise/additive', ['forty', 'zeros', 'holes', 'whole']),
      step('reverse-map/rank', ['zeros', 'holes', 'whole']),
    ],
  ],
  [
    'swaps, then reverse mapping by record',
    [
      step('swapping/rank-swap', ['zeros', 'grade'], { positions: 9 }),
      step('reverse-map/rank', ['zeros', 'grade'], { ties: 'first' }),
    ],
  ],
  [
    'individual ranking',
    [step('microaggregation/individual-ranking', ['income', 'zeros', 'forty', 'whole'], { k: 5 })],
  ],
  ['factors', [step('noise/multiplicative', numbers)]],
  [
    'two peaks',
    [step('noise/multiplicative', ['zeros', 'holes'], { distribution: 'two-peak' }, { precision: 'fine' })],
  ],
  ['correlated noise', [step('noise/correlated', [...complete, 'offset'])]],
  ['restored variances', [step('noise/tendick-matloff', [...complete, 'offset'], { correction: 'population' })]],
  ['categories by chance', [step('categorical/pram', ['grade', 'region'])]],
  [
    'categories by chance, missing ones too',
    [step('categorical/pram', ['grade', 'region'], { missingAsLevel: true, band: 1, alpha: 0.5 })],
  ],
  ['rounding by the spread', [step('coding/rounding', ['income', 'holes', 'whole', 'zeros'])]],
  ['rounding to a base, at random', [step('coding/rounding', ['cents', 'holes', 'zeros'], { base: 5, random: true })]],
  ['rounding to points', [step('coding/rounding', ['forty', 'zeros'], { points: [-1, 0, 10, 35] })]],
  ['coded tails', [step('coding/top-bottom', ['income', 'holes', 'zeros', 'grade', 'whole'], { topPercent: 20 })]],
  [
    'tails by their means',
    [step('coding/top-bottom', ['income', 'whole'], { replacement: 'tail-mean', topPercent: 0.01 })],
  ],
  [
    'tails beyond thresholds',
    [
      step('coding/top-bottom', ['forty', 'zeros', 'grade'], {
        top: 2,
        bottom: 0,
        topLevel: 'some',
        replacement: 'tail-median',
      }),
    ],
  ],
  ['optimal groups', [step('microaggregation/optimal-univariate', ['income', 'zeros'], {}, { precision: 'full' })]],
  ['linear model', [linear('linear/sblm', { similarity: 0.5 })]],
  [
    'linear model of near columns',
    [linear('linear/sblm', { noise: 'laplace' }, ['near', 'forty', 'zeros'], ['income'])],
  ],
  ['artificial values, A', [linear('linear/ipso-a', { mode: 'random' }), linear('linear/ipso-a', {}, ['cents'])]],
  [
    'artificial values, B',
    [linear('linear/ipso-b'), linear('linear/ipso-b', { variant: 'burridge' }, ['cents', 'near'])],
  ],
  ['artificial values, C', [linear('linear/ipso-c', {}, ['income', 'near', 'zeros'], ['forty'])]],
  [
    'columns that depend on each other',
    [linear('linear/sblm', { similarity: 0.4 }, ['income', 'twice', 'cents']), linear('linear/ipso-c', {}, ['twice', 'income', 'zeros'])], // oxfmt-ignore
  ],
  ['records turned', [linear('linear/romm'), linear('linear/romm', { similarity: 0 }, ['cents'])]],
  ['records turned, given nothing', [linear('linear/romm', {}, ['income', 'zeros'], [])]],
  ['perturbed by a model', [linear('linear/gadp', { similarityByColumn: { income: 0.6 } }, ['income', 'zeros'])]],
  ['exact noise', [step('noise/additive', [...complete, 'offset'], { exact: true, distribution: 'laplace' })]],
  ['exact correlated noise', [step('noise/correlated', [...complete, 'offset'], { exact: true })]],
  ['exactly restored variances', [step('noise/tendick-matloff', [...complete, 'near'], { exact: true })]],
  [
    'groups along a component',
    [step('microaggregation/projected', ['income', 'zeros', 'nearly constant', 'forty'], { k: 4 })],
  ],
  [
    'groups along sums, in blocks of columns, of noisy values',
    [
      step('noise/additive', ['forty', 'offset']),
      step('microaggregation/projected', ['offset', 'zeros', 'forty', 'whole', 'cents'], {
        projection: 'zscore',
        blocks: 'listed',
        blockColumns: [['zeros', 'forty'], ['offset', 'whole'], ['cents']],
      }),
    ],
  ],
  ['noise within groups', [step('noise/additive', ['zeros', 'holes'], {}, { by: ['region'] })]],
  [
    'swaps within groups, after noise',
    [
      // One group of several blocks.
      step('noise/additive', ['zeros'], {}, { by: ['one'] }),
      step('swapping/rank-swap', ['zeros', 'grade'], { positions: 4 }, { by: ['region', 'kind'] }),
    ],
  ],
  [
    'a linear model, and groups along a component, within groups',
    [
      { ...linear('linear/sblm', {}, ['income', 'zeros'], ['whole']), by: ['region'] },
      step('microaggregation/projected', ['forty', 'near'], { k: 5 }, { by: ['kind'] }),
    ],
  ],
  [
    'what needs all records at a time, within groups',
    [
      { ...step('copula/data-shuffling', ['zeros'], {}, { by: ['region'] }), given: ['whole'] },
      step('microaggregation/mdav', ['near', 'forty'], { k: 20 }, { by: ['kind', 'region', 'grade'] }),
      step('microaggregation/categorical', ['whole'], { k: 20 }, { by: ['region', 'grade'] }),
    ],
  ],
  [
    'data shuffling',
    [linear('copula/data-shuffling', {}, ['income', 'zeros', 'forty', 'nearly constant'], ['whole', 'kind', 'one'])],
  ],
  [
    'data shuffling given nothing, after noise',
    [step('noise/additive', ['forty']), step('copula/data-shuffling', ['forty', 'offset'])],
  ],
  [
    'groups of near records, in blocks of records, after noise',
    [
      step('noise/additive', ['forty']),
      step('microaggregation/mdav', ['nearly constant', 'forty'], { k: 400, inBlocks: 20_000 }),
      step('microaggregation/vmdav', ['zeros', 'offset'], { k: 1000, inBlocks: 9000 }),
      step('microaggregation/categorical', ['kind', 'cents'], { k: 9000, ties: 'random', inBlocks: 35_000 }),
    ],
  ],
  ['swapping by p-buckets', [step('swapping/rank-swap-pbuckets', ['holes', 'forty', 'grade'])]],
]

/** One of each way through the file is cut into parts in every way, the whole file of three blocks. */
const everyCut = [
  'noise, normal',
  'noise, then swaps',
  'noise, then reverse mapping',
  'tails by their means',
  'individual ranking',
  'records turned',
  'exact noise',
  'data shuffling',
]
/** These are in one part, too; of the other ways another plan is, by its turn. */
const alsoWhole = ['noise, then reverse mapping', 'tails by their means', 'individual ranking']
/** The other plans are cut in one way each, by turns. */
const cutsOf = (name: string, p: number): readonly (typeof cuts)[number][] =>
  alsoWhole.includes(name) ? cuts : everyCut.includes(name) ? cuts.slice(1) : [shortCuts[p % shortCuts.length]]
const rowsOf = (name: string): number => (everyCut.includes(name) ? ROWS : SHORT)

describe('a run in parts', () => {
  it.each(plans.map(([name, steps], p) => ({ name, steps, p, rows: rowsOf(name), under: cutsOf(name, p) })))(
    'gives the bytes of the run in memory: $name',
    async ({ steps, p, rows, under }) => {
      const { of, said } = fileOf(steps, p, rows)
      const whole = await inMemory(steps, said, of)
      const hashes = new Set<string>()
      for (const { partBlocks, ranges } of under) {
        const { sink, values, written } = keeper(of)
        const result = await runInParts({
          registry,
          source: sourceOf(of),
          schema: said,
          sink,
          store: memoryStore(),
          steps,
          rng: replicateRng(seededRng(7)),
          partBlocks,
          ranges,
        })
        expect(written()).toBe(rows)
        for (const [name, found] of values) {
          const expected = cellsOf(whole.data, name)
          const at = firstOther(found, expected)
          expect([name, at, found[at], expected[at]]).toEqual([name, -1, undefined, undefined])
        }
        expect(result.warnings).toEqual(whole.warnings)
        hashes.add([...result.outcomes].map(([name, { hash }]) => `${name} ${hash}`).join())
      }
      expect(hashes.size).toBe(1)
    },
  )

  it('says of the cells of all blocks that they stay as they are', async () => {
    const count = (name: string, is: (value: number) => boolean): number => numericValues(file, name).filter(is).length
    const steps = [step('noise/multiplicative', ['zeros', 'holes'])]
    const { warnings } = await inMemory(steps, schema, file)
    const text = warnings.join('\n')
    expect(text).toContain(`column "holes": ${count('holes', Number.isNaN)} missing values stay missing`)
    expect(text).toContain(`column "zeros": ${count('zeros', (value) => value === 0)} zeros stay zeros`)
  })

  it('cuts some plan in every way', () => {
    const names = plans.map(([name]) => name)
    expect(everyCut.filter((name) => !names.includes(name))).toEqual([])
    expect(alsoWhole.filter((name) => !everyCut.includes(name))).toEqual([])
  })

  it('leaves each column alone in some plan', () => {
    const alone = plans.flatMap(([, steps], p) => {
      const named = steps.flatMap(namedBy)
      return fileOf(steps, p, 1).of.names.filter((name) => !named.includes(name))
    })
    expect([...new Set(alone)].sort()).toEqual([...file.names].sort())
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
  ])('is refused for the same as the run in memory: $what', async ({ one, said }) => {
    const refused = await inMemory([one], said).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Error)
    const { sink } = keeper()
    const input = {
      registry,
      source: sourceOf(file),
      schema: said,
      sink,
      store: memoryStore(),
      steps: [one],
      ...cuts[1],
    }
    await expect(runInParts({ ...input, rng: replicateRng(seededRng(7)) })).rejects.toThrow((refused as Error).message)
  })

  it('refuses cells that are filled from the whole file, and what needs it', async () => {
    const input = { registry, source: sourceOf(file), schema, sink: keeper().sink, store: memoryStore(), ...cuts[1] }
    const run = (one: StepPlan): Promise<unknown> =>
      runInParts({ ...input, steps: [one], rng: replicateRng(seededRng(7)) })
    const filled = step('noise/additive', ['holes'], {}, { missing: 'impute' })
    await expect(run(filled)).rejects.toThrow(/column "holes" has missing values, and missing: impute/)
    await expect(run(step('noise/additive', ['income'], {}, { by: ['kind'], smallGroups: 'pooled' }))).rejects.toThrow(
      /smallGroups: pooled is decided when all groups of the file are masked/,
    )
    const large = {
      ...input,
      store: memoryStore(),
      taskBytes: 1e6,
      steps: [step('noise/additive', ['income'], {}, { by: ['one'] })],
    }
    await expect(runInParts({ ...large, rng: replicateRng(seededRng(7)) })).rejects.toThrow(
      /group one=0\.1 has 134072: that takes about 6 MB for 1 column, and a task may take 1 MB/,
    )
    const wide = {
      ...large,
      store: memoryStore(),
      steps: [step('microaggregation/mdav', ['income', 'cents'], { inBlocks: 50_000 })],
    }
    await expect(runInParts({ ...wide, rng: replicateRng(seededRng(7)) })).rejects.toThrow(
      /holds a block of records at a time, and block 1 has 4\d{4}: that takes about 4 MB for 2 columns, and a task may take 1 MB/,
    )
    const [masked, restored] = [step('noise/additive', ['income']), step('reverse-map/rank', ['income'])]
    const both = runInParts({
      ...input,
      steps: [masked, { ...restored, by: ['kind'] }],
      rng: replicateRng(seededRng(7)),
    })
    await expect(both).rejects.toThrow(/it is handed the original of a group, which is not gathered/)
    await expect(run(step('microaggregation/mdav', ['income']))).rejects.toThrow(
      /does not run on a file in parts: its groups are of the records nearest to each other/,
    )
    await expect(
      run(step('microaggregation/projected', ['income', 'cents'], { blocks: 'correlated' })),
    ).rejects.toThrow(/blocks: correlated are chosen by the correlations of the whole file/)
  })
})
