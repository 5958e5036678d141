import {
  categorical,
  createRegistry,
  dataset,
  defineMethod,
  defineMetric,
  definePlugin,
  numeric,
  numericValues,
  oneOrMore,
  refParam,
  SdcError,
  type CategoricalColumn,
  type Column,
  type Dataset,
  type Ids,
  type MaskingMethod,
  type Plugin,
  type Plugins,
  type Registry,
  type Traits,
} from '@sdc/core'
import fakePlugin, { groupsMethod, noiseMethod } from '@sdc/testing/fake-plugin'
import * as z from 'zod'
import { maskByPlan } from '@sdc/toolkit'

/** Methods of every form that the engine runs, in addition to those of the fake plugin. */
const plain: Partial<Traits> = { missing: 'keep', scope: 'column' }

const words = { title: 'fake', summary: 'A fake for tests.', formula: 'y = f(x)', source: [{ where: 'this test' }] }
const by = z.object({ by: z.number().min(-1e300).max(1e308).default(1).meta({ description: 'Amount to add.' }) })

const shift = defineMethod({
  ...words,
  id: 'fake/shift',
  traits: plain,
  params: by,
  plan: () => ({
    form: 'file',
    mask: ({ data, columns, params }) => ({
      files: [
        {
          columns: new Map(
            columns.map((name) => [name, numeric(numericValues(data, name).map((value) => value + params.by))]),
          ),
        },
      ],
    }),
  }),
})

/** Adds the mean of the group, which shows the records of the group. Needs two of them. */
const groupMean = defineMethod({
  ...words,
  id: 'fake/group-mean',
  traits: { ...plain, missing: 'refuse' },
  params: z.object({}),
  plan: () => ({
    form: 'file',
    mask({ data, columns, whole, origin }) {
      if (data.rows < 2) throw new SdcError('TOO_FEW_RECORDS', `a mean of ${data.rows} record says who it is`)
      if (whole.rows < data.rows || origin.length !== data.rows)
        throw new Error('the engine handed over the wrong records')
      const masked = columns.map((name) => {
        const values = numericValues(data, name)
        const mean = values.reduce((total, value) => total + value, 0) / values.length
        return [name, numeric(values.map(() => mean))] as const
      })
      return {
        files: [{ columns: new Map(masked) }],
        report: new Map([['mean of the first', numeric(new Float64Array([masked.length]))]]),
      }
    },
  }),
})

/** Column names of each call, in the order received. */
export const seenColumns: string[][] = []
const witness = (id: string, ordered: boolean): MaskingMethod =>
  defineMethod({
    ...words,
    id,
    traits: { ...plain, ordered },
    params: z.object({}),
    plan: () => ({
      form: 'file',
      mask(input) {
        seenColumns.push([...input.columns])
        return maskByPlan(shift, { ...input, params: { by: 1 } })
      },
    }),
  })

/** Given columns of each call. */
export const seenGiven: string[][] = []
const conditional = defineMethod({
  ...words,
  id: 'fake/conditional',
  traits: { ...plain, given: 'optional' },
  params: z.object({}),
  plan: () => ({
    form: 'file',
    mask(input) {
      seenGiven.push([...input.given])
      return maskByPlan(shift, { ...input, params: { by: 1 } })
    },
  }),
})

/** Keeps every second record, in reverse order. */
const sample = defineMethod({
  ...words,
  id: 'fake/sample',
  traits: { ...plain, records: 'subset' },
  params: z.object({}),
  plan: () => ({
    form: 'file',
    mask({ data, columns }) {
      const origin = Int32Array.from({ length: Math.ceil(data.rows / 2) }, (_, i) => data.rows - 1 - 2 * i)
      const masked = columns.map(
        (name) => [name, numeric(Float64Array.from(origin, (row) => numericValues(data, name)[row] + 0.5))] as const,
      )
      return { files: [{ columns: new Map(masked), origin }] }
    },
  }),
})

/** Makes three records without an original; their values are their numbers in the group. */
const synthetic = defineMethod({
  ...words,
  id: 'fake/synthetic',
  traits: { ...plain, missing: 'refuse', records: 'synthetic' },
  params: z.object({}),
  plan: () => ({
    form: 'file',
    mask: ({ columns }) => ({
      files: [
        { columns: new Map(columns.map((name) => [name, numeric([1, 2, 3])])), origin: new Int32Array(3).fill(-1) },
      ],
    }),
  }),
})

/** Makes two persons of two records and one: ids from 1, and the number of the person in all columns. */
const persons = defineMethod({
  ...words,
  id: 'fake/persons',
  traits: { ...plain, stochastic: true, records: 'synthetic', claims: { newPersons: { when: { keep: false } } } },
  params: z.object({ keep: z.boolean().default(false).meta({ description: 'Keeps the records.' }) }),
  plan: () => ({
    form: 'file',
    mask({ data, columns, roles, params: { keep } }) {
      if (keep)
        return { files: [{ columns: new Map(columns.map((name) => [name, numeric(numericValues(data, name).map((x) => (7 * x) % 11))])) }] } // oxfmt-ignore
      const names = new Set([...columns, ...(roles.person === undefined ? [] : [roles.person])])
      return {
        files: [
          {
            columns: new Map([...names].map((name) => [name, numeric([1, 1, 2])])),
            origin: new Int32Array(3).fill(-1),
          },
        ],
      }
    },
  }),
})

/** Replaces a category by a new level of its group, and publishes the number of records of each. */
const relabel = defineMethod({
  ...words,
  id: 'fake/relabel',
  traits: { ...plain, accepts: ['ordered', 'nominal'] },
  params: z.object({}),
  plan: () => ({
    form: 'file',
    mask({ data, columns, rng }) {
      const masked = columns.map((name) => {
        const column = data.column(name) as CategoricalColumn
        const level = `masked ${Math.floor(rng.uniform() * 1e9)}`
        return [name, { ...column, levels: [level], codes: column.codes.map((code) => (code < 0 ? -1 : 0)) }] as const
      })
      const counts = columns.map((name) => {
        const { levels, codes } = data.column(name) as CategoricalColumn
        const records = levels.map((_, level) => codes.filter((code) => code === level).length)
        return [`records of ${name}`, dataset([['level', categorical(levels)], ['records', numeric(records)]])] as const // oxfmt-ignore
      })
      return { files: [{ columns: new Map(masked) }], publish: new Map(counts) }
    },
  }),
})

/** Merges all categories except b. */
const classes = defineMethod({
  ...words,
  id: 'fake/classes',
  traits: { ...plain, accepts: ['ordered', 'nominal'], kinds: 'coarser' },
  params: z.object({}),
  plan: () => ({
    form: 'file',
    mask({ data, columns }) {
      const masked = columns.map((name) => {
        const { codes, levels } = data.column(name) as CategoricalColumn
        return [name, categorical(Array.from(codes, (code) => (levels[code] === 'b' ? 'b' : 'x')))] as const
      })
      return { files: [{ columns: new Map(masked) }] }
    },
  }),
})

const twice = defineMethod({
  ...words,
  id: 'fake/twice',
  traits: plain,
  params: z.object({}),
  plan: () => ({
    form: 'file',
    mask: (input) => {
      const one = (added: number): ReturnType<typeof maskByPlan> =>
        maskByPlan(shift, { ...input, params: { by: added } })
      return Promise.all([one(1), one(2)]).then((results) => ({
        files: oneOrMore(results.flatMap(({ files }) => files)),
      }))
    },
  }),
})

/** Groups of `fake/groups`, formed for each column separately. */
export const columnGroupsMethod: MaskingMethod<{ k: number }> = defineMethod({
  ...groupsMethod,
  id: 'fake/column-groups',
  traits: { ...groupsMethod.traits, scope: 'column' },
  plan: () => ({
    form: 'file',
    async mask(input) {
      const results = await Promise.all(
        input.columns.map((name) => maskByPlan(groupsMethod, { ...input, columns: [name] })),
      )
      const columns = new Map(results.flatMap(({ files: [{ columns: masked }] }) => [...masked]))
      const labels = results.map(({ report }, j) => [input.columns[j], report?.get('group') as Column] as const)
      return { files: [{ columns }], report: new Map([['group', dataset(labels)]]) }
    },
  }),
})

/** Reverse mapping: replaces every masked value by the original value of its rank. */
export const reverseMethod: MaskingMethod<{ ties: 'random' | 'first' }> = defineMethod({
  ...words,
  id: 'fake/reverse',
  traits: {
    stochastic: true,
    draws: 'choices',
    missing: 'keep',
    scope: 'column',
    postMasking: true,
    claims: { marginals: true, means: true },
  },
  params: z.object({
    ties: z.enum(['random', 'first']).default('random').meta({ description: 'Order of equal values.' }),
  }),
  plan: () => ({
    form: 'file',
    mask({ data, original, origin, columns, params, rng }) {
      const masked = columns.map((name) => {
        const [y, x] = [numericValues(data, name), numericValues(original, name)]
        const complete = [...y.keys()].filter((i) => !Number.isNaN(y[i]) && !Number.isNaN(x[origin[i]]))
        const ties = new Float64Array(y.length)
        if (params.ties === 'random') rng.child(name).fillUniform(ties)
        const order = complete.slice().sort((a, b) => y[a] - y[b] || ties[a] - ties[b] || a - b)
        const sorted = Float64Array.from(complete, (i) => x[origin[i]]).sort()
        const values = new Float64Array(y.length).fill(Number.NaN)
        order.forEach((record, rank) => (values[record] = sorted[rank]))
        return [name, numeric(values)] as const
      })
      return { files: [{ columns: new Map(masked) }] }
    },
  }),
})

/** Claims exact moments unless it is loose. The claim alone matters: the method reverses the order. */
const strict = { when: { loose: false } }
const claimant = defineMethod({
  ...words,
  id: 'fake/claimant',
  traits: {
    missing: 'refuse',
    given: 'optional',
    claims: { means: strict, correlations: strict, covariances: strict },
  },
  params: z.object({ loose: z.boolean().default(false).meta({ description: 'True for a method without claims.' }) }),
  examples: [{ loose: true }],
  plan: () => ({
    form: 'file',
    mask: ({ data, columns }) => ({
      // Every record gets the value of the next one.
      files: [
        {
          columns: new Map(
            columns.map((name) => {
              const [first, ...rest] = numericValues(data, name)
              return [name, numeric([...rest, first])]
            }),
          ),
        },
      ],
    }),
  }),
})

/** Reverses the values of every column. */
const turn = defineMethod({
  ...words,
  id: 'fake/turn',
  traits: { missing: 'refuse', postMasking: true, permutes: true, claims: { marginals: true } },
  params: z.object({}),
  plan: () => ({
    form: 'file',
    mask: ({ data, columns }) => ({
      files: [
        { columns: new Map(columns.map((name) => [name, numeric(numericValues(data, name).slice().reverse())])) },
      ],
    }),
  }),
})

/** Reverses every column but the first, and reports the loss that its parameter names. */
export const turningMethod = defineMethod({
  ...words,
  id: 'fake/turning',
  traits: { scope: 'cell' },
  params: z.object({
    loss: refParam('metric', { kind: 'loss', default: 'fake/distance', description: 'Report of the method.' }),
  }),
  plan: () => ({
    form: 'file',
    async mask({ data, columns, params: { loss }, measure, session }) {
      const turned = (name: string): Column =>
        numeric(numericValues(data, name).map((x, i) => (i % 3 === 0 ? 2 - x : -x)))
      const masked = new Map(columns.map((name) => [name, turned(name)]))
      const report = new Map([
        ['measured', (await measure(loss, masked)).value ?? Number.NaN],
        ['session', (await session(loss, masked)).value],
      ])
      return { files: [{ columns: masked }], report }
    },
  }),
})

/** Several files, each with its own noise. */
export const drawsMethod = defineMethod({
  ...words,
  id: 'fake/draws',
  traits: { ...plain, stochastic: true, given: 'optional' },
  params: z.object({ files: z.number().int().min(1).default(2).meta({ description: 'Number of files.' }) }),
  plan: () => ({
    form: 'file',
    async mask(input) {
      const results = await Promise.all(
        Array.from({ length: input.params.files }, (_, f) =>
          maskByPlan(noiseMethod, { ...input, params: { share: 0.2, exact: false }, rng: input.rng.child(String(f)) }),
        ),
      )
      return { files: oneOrMore(results.flatMap(({ files }) => files)) }
    },
  }),
})

/** Reports its columns as safe in its result. */
const protecting = defineMethod({
  ...words,
  id: 'fake/protecting',
  traits: plain,
  params: z.object({}),
  plan: () => ({
    form: 'file',
    mask: async (input) => ({ ...(await maskByPlan(shift, { ...input, params: { by: 1 } })), protects: input.columns }),
  }),
})

/** Reverses a column, which only `fake/mirrored` detects. */
const mirror = defineMethod({
  ...words,
  id: 'fake/mirror',
  traits: plain,
  params: z.object({}),
  plan: () => ({
    form: 'file',
    mask: ({ data, columns }) => ({
      files: [{ columns: new Map(columns.map((name) => [name, numeric(mirrorOf(numericValues(data, name)))])) }],
    }),
  }),
})

const mirrorOf = (values: Float64Array): Float64Array =>
  values.map((value) => Math.min(...values) + Math.max(...values) - value)

const metric = {
  ...words,
  better: 'lower',
  unit: '%',
  recordsOf: 'masked',
  needsOrigin: true,
  params: z.object({}),
} as const

export const mirroredMetric = defineMetric({
  ...metric,
  id: 'fake/mirrored',
  kind: 'risk',
  costly: true,
  high: { share: 0.1, meaning: 'an adversary with a mirror finds {value} of the values' },
  range: [0, 100],
  atIdentity: null,
  plan: () => ({
    form: 'file',
    measure({ original, masked, origin, columns }) {
      const found = columns.flatMap((name) => {
        const back = mirrorOf(numericValues(masked, name))
        return Array.from(back, (value, i) => Math.abs(value - numericValues(original, name)[origin[i]]) < 1e-9)
      })
      return { value: (100 * found.filter(Boolean).length) / found.length, used: found.length }
    },
  }),
})

/** A protection metric: higher is better. */
const level = defineMetric({
  ...metric,
  id: 'fake/level',
  kind: 'permutation',
  better: 'higher',
  needsOrigin: false,
  range: [0, 100],
  atIdentity: null,
  plan: () => ({ form: 'file', measure: ({ masked }) => ({ value: 0, used: masked.rows }) }),
})

/** Share of records that are unique by their quasi-identifiers. */
export const uniquesMetric = defineMetric({
  ...metric,
  id: 'fake/uniques',
  kind: 'risk',
  accepts: ['numeric', 'ordered', 'nominal'],
  of: 'keys',
  files: 'masked',
  needsOrigin: false,
  range: [0, 100],
  atIdentity: null,
  plan: () => ({
    form: 'file',
    measure({ masked, columns }) {
      const keys = Array.from({ length: masked.rows }, (_, i) =>
        columns
          .map((name) => {
            const column = masked.column(name)
            return column.kind === 'numeric' ? column.values[i] : column.codes[i]
          })
          .join(),
      )
      const alone = keys.filter((key) => keys.indexOf(key) === keys.lastIndexOf(key))
      return { value: (100 * alone.length) / keys.length, used: keys.length }
    },
  }),
})

/** Change of the share of records that are above the median in every column. It needs two columns and no origin. */
const together = defineMetric({
  ...metric,
  id: 'fake/together',
  kind: 'loss',
  needsOrigin: false,
  range: [0, 100],
  atIdentity: 0,
  plan: () => ({
    form: 'file',
    measure({ original, masked, columns, given }) {
      const names = [...columns, ...given]
      if (names.length < 2) return { value: null, reason: 'one column has no other', used: 0 }
      const share = (file: Dataset): number => {
        const above = names.map((name) => {
          const values = numericValues(file, name)
          const median = values.slice().sort()[Math.floor(values.length / 2)]
          return Array.from(values, (value) => value > median)
        })
        return above[0].filter((_, i) => above.every((column) => column[i])).length / file.rows
      }
      return { value: 100 * Math.abs(share(masked) - share(original)), used: masked.rows }
    },
  }),
})

/** Maximum of risk and loss, which it takes from the metrics of the fake plugin. */
export const worseMetric = defineMetric({
  ...metric,
  id: 'fake/worse',
  kind: 'score',
  costly: true,
  range: [0, Infinity],
  atIdentity: null,
  parts: () => ({ risk: { use: 'fake/near', params: {} }, loss: { use: 'fake/distance', params: {} } }),
  plan: () => ({
    form: 'file',
    measure: ({ parts, masked }) => ({
      value: Math.max(...[...parts.values()].map(({ value }) => Number(value))),
      used: masked.rows,
    }),
  }),
})

const shapes: Plugin = definePlugin({
  name: 'shapes',
  version: '1.0.0',
  sdc: '^1',
  defaults: { postMasking: 'fake/reverse' },
  methods: [
    shift,
    groupMean,
    conditional,
    witness('fake/sorted', false),
    witness('fake/ordered', true),
    sample,
    synthetic,
    persons,
    relabel,
    classes,
    twice,
    columnGroupsMethod,
    reverseMethod,
    turn,
    claimant,
    drawsMethod,
    turningMethod,
    protecting,
    mirror,
  ],
  metrics: [mirroredMetric, level, uniquesMetric, together, worseMetric],
})

/** Ids that the tests of types need. */
interface FakeIds extends Ids {
  readonly methods: 'fake/noise' | 'fake/groups' | 'fake/reverse'
  readonly metrics: 'fake/near' | 'fake/distance'
}

const plugins: Plugins<FakeIds> = [fakePlugin, shapes]

export default plugins

export const registry: Registry = createRegistry().use(plugins).freeze()

/** Dataset from numeric columns. */
export function numbers(columns: Readonly<Record<string, readonly number[]>>): Dataset {
  return dataset(Object.entries(columns).map(([name, values]) => [name, numeric(values)] as const))
}
