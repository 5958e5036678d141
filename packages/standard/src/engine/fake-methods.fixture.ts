import * as z from 'zod'
import {
  createRegistry,
  dataset,
  defineMethod,
  definePlugin,
  numeric,
  numericValues,
  SdcError,
  type CategoricalColumn,
  type Dataset,
  type MaskingMethod,
  type Registry,
  type Traits,
  oneOrMore,
} from '@sdc/core'
import standard from '../index.js'

/** Methods small enough to know by heart, for what the engine does around a method. */
const plain: Partial<Traits> = { missing: 'keep', scope: 'column' }

const words = { title: 'fake', summary: 'A fake for tests.', formula: 'y = f(x)', source: [{ where: 'this test' }] }
const by = z.object({ by: z.number().min(-1e300).max(1e308).default(1).meta({ description: 'What is added.' }) })

const shift = defineMethod({
  ...words,
  id: 'fake/shift',
  traits: plain,
  params: by,
  apply: ({ data, columns, params }) => ({
    files: [
      {
        columns: new Map(
          columns.map((name) => [name, numeric(numericValues(data, name).map((value) => value + params.by))]),
        ),
      },
    ],
  }),
})

/** Adds the mean of the group: shows which records a group has. Needs two of them. */
const groupMean = defineMethod({
  ...words,
  id: 'fake/group-mean',
  traits: { ...plain, missing: 'refuse' },
  params: z.object({}),
  apply({ data, columns, whole, origin }) {
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
})

const noise = defineMethod({
  ...words,
  id: 'fake/noise',
  traits: { ...plain, stochastic: true },
  params: by,
  apply: ({ data, columns, params, rng }) => ({
    files: [
      {
        columns: new Map(
          columns.map((name) => {
            const stream = rng.child(name)
            return [name, numeric(numericValues(data, name).map((value) => value + params.by * stream.normal()))]
          }),
        ),
      },
    ],
  }),
})

/** Gives the columns' names back as they were handed over. */
export const seenColumns: string[][] = []
const witness = (id: string, ordered: boolean): MaskingMethod =>
  defineMethod({
    ...words,
    id,
    traits: { ...plain, ordered },
    params: z.object({}),
    apply(input) {
      seenColumns.push([...input.columns])
      return shift.apply({ ...input, params: { by: 1 } })
    },
  })

/** Gives back the columns that it was to condition on. */
export const seenGiven: string[][] = []
const conditional = defineMethod({
  ...words,
  id: 'fake/conditional',
  traits: { ...plain, given: 'optional' },
  params: z.object({}),
  apply(input) {
    seenGiven.push([...input.given])
    return shift.apply({ ...input, params: { by: 1 } })
  },
})

/** Every second record, newest first. */
const sample = defineMethod({
  ...words,
  id: 'fake/sample',
  traits: { ...plain, records: 'subset' },
  params: z.object({}),
  apply({ data, columns }) {
    const origin = Int32Array.from({ length: Math.ceil(data.rows / 2) }, (_, i) => data.rows - 1 - 2 * i)
    const masked = columns.map(
      (name) => [name, numeric(Float64Array.from(origin, (row) => numericValues(data, name)[row] + 0.5))] as const,
    )
    return { files: [{ columns: new Map(masked), origin }] }
  },
})

/** Three records of nobody: their numbers in the group. */
const synthetic = defineMethod({
  ...words,
  id: 'fake/synthetic',
  traits: { ...plain, records: 'synthetic' },
  params: z.object({}),
  apply: ({ columns }) => ({
    files: [
      { columns: new Map(columns.map((name) => [name, numeric([1, 2, 3])])), origin: new Int32Array(3).fill(-1) },
    ],
  }),
})

/** Replaces a category by its group's own new level. */
const relabel = defineMethod({
  ...words,
  id: 'fake/relabel',
  traits: { ...plain, accepts: ['ordered', 'nominal'] },
  params: z.object({}),
  apply({ data, columns, rng }) {
    const masked = columns.map((name) => {
      const column = data.column(name) as CategoricalColumn
      const level = `masked ${Math.floor(rng.uniform() * 1e9)}`
      return [name, { ...column, levels: [level], codes: column.codes.map((code) => (code < 0 ? -1 : 0)) }] as const
    })
    return { files: [{ columns: new Map(masked) }] }
  },
})

const twice = defineMethod({
  ...words,
  id: 'fake/twice',
  traits: plain,
  params: z.object({}),
  apply: (input) => {
    const one = (added: number): ReturnType<typeof shift.apply> => shift.apply({ ...input, params: { by: added } })
    return Promise.all([one(1), one(2)]).then((results) => ({
      files: oneOrMore(results.flatMap(({ files }) => files)),
    }))
  },
})

const plugin = definePlugin({
  name: 'fake',
  version: '1.0.0',
  sdc: '^1',
  methods: [
    shift,
    groupMean,
    conditional,
    noise,
    witness('fake/sorted', false),
    witness('fake/ordered', true),
    sample,
    synthetic,
    relabel,
    twice,
  ],
})

export const registry: Registry = createRegistry().use(standard).use(plugin).freeze()

/** A dataset from columns of numbers. */
export function numbers(columns: Readonly<Record<string, readonly number[]>>): Dataset {
  return dataset(Object.entries(columns).map(([name, values]) => [name, numeric(values)] as const))
}
