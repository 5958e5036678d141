import {
  defineAttack,
  definePlugin,
  defineService,
  defineTableMethod,
  numericValues,
  type Answer,
  type Attack,
  type Plugin,
  type Query,
  type QueryMethod,
  type QueryService,
  type Saved,
  type TableMethod,
} from '@sdc/core'
import * as z from 'zod'

const least = z.int().min(1).default(5).meta({ description: 'The fewest records of an answer.', unit: 'records' })

/** A query service: counts and sums over at least k records. */
const counts: QueryMethod<{ least: number }> = defineService({
  id: 'third/counts',
  title: 'Query set size',
  summary: 'Answers counts and sums of at least k records.',
  formula: 'refuse where |C| < k',
  source: [{ where: 'A fixture' }],
  traits: { accepts: ['numeric', 'nominal'], missing: 'refuse' },
  params: z.object({ least }),
  build({ data, columns, params, tick }): Saved {
    tick(1)
    const arrays = columns.map((name): [string, Float64Array | Int32Array] => {
      const column = data.column(name)
      return [name, column.kind === 'numeric' ? numericValues(data, name).slice() : column.codes.slice()]
    })
    const levels = columns.flatMap((name) => {
      const column = data.column(name)
      return column.kind === 'categorical' ? [[name, column.levels]] : []
    })
    const json = { least: params.least, rows: data.rows, levels: Object.fromEntries(levels) as unknown }
    return { format: 'counts 1', json, arrays: new Map(arrays) }
  },
  open: openCounts,
})

function openCounts({ json, arrays }: Saved): QueryService {
  const saved = json as { least: number; rows: number; levels: Record<string, string[]> }
  const inSet = (i: number, [name, wanted]: [string, string | number | readonly [number, number]]): boolean => {
    const value = arrays.get(name)?.[i] ?? Number.NaN
    if (typeof wanted === 'string') return saved.levels[name][value] === wanted
    return typeof wanted === 'number' ? value === wanted : value >= wanted[0] && value <= wanted[1]
  }
  return {
    asks: ['count', 'sum'],
    answer({ ask, columns, where = {} }: Query): Answer {
      const rows = Array.from({ length: saved.rows }, (_, i) => i)
      const set = rows.filter((i) => Object.entries(where).every((one) => inSet(i, one)))
      if (set.length < saved.least) return { value: null, refused: `fewer than ${saved.least} records` }
      if (ask === 'count') return { value: set.length }
      const value = set.reduce((sum, i) => sum + (arrays.get(columns[0])?.[i] ?? 0), 0)
      return { value, interval: [value - 1, value + 1] }
    },
  }
}

/** A table method: a cell of fewer than n contributors is sensitive. */
const minimumFrequency: TableMethod<{ least: number }> = defineTableMethod({
  id: 'third/minimum-frequency',
  title: 'Minimum frequency',
  summary: 'Suppresses cells of few contributors.',
  formula: '0 < n < k',
  source: [{ where: 'A fixture' }],
  step: 'sensitivity',
  params: z.object({ least: least.default(3) }),
  protect({ table: { counts: n }, params, tick }) {
    tick(1)
    const status = Uint8Array.from(n, (count) => Number(count > 0 && count < params.least))
    return { status, report: new Map([['sensitive', status.reduce((sum, one) => sum + one, 0)]]) }
  },
})

/** A table method that rounds every cell to a multiple of a base; a reader can compute an interval from it. */
const rounding: TableMethod<{ base: number }> = defineTableMethod({
  id: 'third/rounding',
  title: 'Rounding',
  summary: 'Rounds every cell.',
  formula: 'b·⌊x/b + ½⌋',
  source: [{ where: 'A fixture' }],
  step: 'protection',
  protectsBy: 'rounding',
  params: z.object({ base: z.number().positive().default(5).meta({ description: 'The base.' }) }),
  protect({ table, params: { base } }) {
    const values = table.values.map((value) => base * Math.floor(value / base + 0.5))
    const [low, high] = [-0.5, 0.5].map((half) => values.map((value) => value + half * base))
    return { status: new Uint8Array(values.length), values, intervals: { low, high } }
  },
})

/** A table method that breaks the contract: it judges one cell too few. */
const tooFew: TableMethod<Record<string, never>> = defineTableMethod({
  ...(minimumFrequency as TableMethod),
  id: 'third/too-few',
  params: z.object({}),
  protect: ({ table }) => ({ status: new Uint8Array(table.counts.length - 1) }),
})

/** A method that throws an error other than an `SdcError`. */
const failing: QueryMethod = {
  ...(counts as QueryMethod),
  id: 'third/failing',
  build: () => {
    throw new TypeError('undefined is not a function')
  },
}

/** An attack that knows nothing but the released file, and learns nothing. */
const nothing: Attack<Record<string, never>> = defineAttack({
  id: 'third/nothing',
  title: 'Nothing',
  summary: 'Learns nothing.',
  formula: '0',
  source: [{ where: 'A fixture' }],
  knows: {},
  unit: '%',
  params: z.object({}),
  attack: ({ released }) => ({ value: null, reason: 'there is nothing to learn', used: released.rows }),
})

/** Plugin of a third party: services, table methods and an attack unknown to the apps. */
export const thirdParty: Plugin = definePlugin({
  name: 'third-party',
  version: '0.1.0',
  sdc: '^1',
  services: [counts as QueryMethod, failing],
  attacks: [nothing as Attack],
  tables: [minimumFrequency as TableMethod, rounding as TableMethod, tooFew as TableMethod],
})
