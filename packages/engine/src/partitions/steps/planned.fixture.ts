/** Methods of every form, which use everything that a plan can use. */
import {
  blockStream,
  createRegistry,
  defineMethod,
  definePlugin,
  numeric,
  numericValues,
  type Aggregate,
  type Block,
  type Derived,
  type MaskingMethod,
  type Order,
  type RankWalk,
  type Rng,
  type Totals,
} from '@sdc/core'
import { distanceMetric } from '@sdc/testing/fake-plugin'

const words = { title: 'fake', summary: 'A fake for tests.', formula: 'y = f(x)', source: [{ where: 'this test' }] }
const traits = { missing: 'keep', scope: 'cell', stochastic: true, draws: 'numbers' } as const
const { params } = distanceMetric

const NONE = new Float64Array(0)
const added = (total: Totals, own: Totals): Totals => total.map((value, k) => value + own[k])
const sum = (values: Float64Array): number => values.reduce((all, x) => (x === x ? all + x : all), 0)
const valuesOf =
  (name: string) =>
  ({ masked }: Block): Float64Array =>
    numericValues(masked, name)

/** Noise of a column, and the product of noise and rank. */
function noiseOf(rng: Rng, name: string): { readonly noise: Derived; readonly byValue: Order } {
  const byValue: Order = { name: `value-${name}`, reads: 'pairs', of: valuesOf(name), isKept: true }
  const noise: Derived = {
    name: `noise-${name}`,
    reads: 'pairs',
    orders: [byValue],
    of({ index, first, end, ranks = [] }) {
      const drawn = new Float64Array(end - first)
      blockStream(rng.child(name).child('noise'), index).fillNormal(drawn)
      return [drawn, drawn.map((x, i) => x * ranks[0][i])]
    },
  }
  return { noise, byValue }
}

/** Computes sums, a table, a walk, then sums of ranks and derived columns; masks by all of them. */
const blocks = defineMethod({
  ...words,
  id: 'fake/blocks',
  traits,
  params,
  *plan({ columns: [name], rng, rows }) {
    const { noise, byValue } = noiseOf(rng, name)
    const total: Aggregate = {
      reads: 'pairs',
      of: (block) => Float64Array.of(sum(valuesOf(name)(block)), sum(numericValues(block.original, name))),
      merge: added,
      end: (all) => all.map((value) => value / rows.pairs),
    }
    // Another number of totals for each block: the tens of the values, each with its count.
    const table: Aggregate = {
      reads: 'masked',
      isTable: true,
      of: (block) =>
        tableOf(new Map([...valuesOf(name)(block)].map((x) => [Math.floor(x / 10), 1])), valuesOf(name)(block)),
      merge: (a, b) => mergedTables(a, b),
    }
    const walked: Aggregate = {
      reads: 'pairs',
      of: () => new Float64Array(0),
      merge: (all) => all,
      orders: [byValue],
      *walk() {
        let count = 0
        let runs = 0
        let last = Number.NaN
        for (let keys = yield 0; keys.length > 0; keys = yield 0) {
          count += keys.length
          for (const key of keys) {
            if (key !== last) runs++
            last = key
          }
        }
        return Float64Array.of(count, runs)
      },
    }
    const [means, counts, ends] = yield [total, table, walked]
    const random: Order = { name: 'random', reads: 'pairs', of: valuesOf(name), ties: { random: rng.child('ties') } }
    const byNoise: Order = {
      name: 'noise',
      reads: 'pairs',
      derived: [noise],
      of: (block) => valuesOf(name)(block).map((x, i) => x - x + Math.round(block.derived?.[0][0][i] ?? 0)),
      ties: { ranks: random },
    }
    const among: Order = { name: 'among', reads: 'pairs', of: valuesOf(name), among: byNoise }
    const ranked: Aggregate = {
      reads: 'pairs',
      orders: [random, byNoise, among, { name: 'records', reads: 'pairs', of: valuesOf(name), ties: 'record' }],
      derived: [noise],
      of({ ranks = [], derived = [] }) {
        const [random, noise, among, records] = ranks
        return Float64Array.of(
          sum(noise.map((rank, i) => rank * random[i])),
          sum(among.map((place, k) => place * (1 + (k % 3)))),
          sum(derived[0][1]),
          sum(records.map((rank, i) => rank * (1 + (i % 7)))),
        )
      },
      merge: added,
    }
    const [sums] = yield [ranked]
    const shift =
      means[0] + means[1] + counts.length + sum(counts) + sum(ends) + sums.reduce((all, x) => all + x * 1e-12, 0)
    return {
      form: 'block',
      orders: [byValue, byNoise],
      derived: [noise],
      warnings: [`shifted by ${shift}`],
      report: new Map([['shift', shift]]),
      mask: (block) => {
        const { ranks = [], derived = [] } = block
        const values = valuesOf(name)(block).map(
          (x, i) => x + shift + derived[0][1][i] + ranks[0][i] + 1e-3 * ranks[1][i],
        )
        return { columns: new Map([[name, numeric(values)]]) }
      },
      judge: (changed) => ({
        warnings: [`changed ${[...changed].join()}`],
        publish: new Map([['changed', changed.size]]),
      }),
    }
  },
})

function tableOf(counts: Map<number, number>, values: Float64Array): Totals {
  for (const tens of counts.keys()) counts.set(tens, 0)
  for (const x of values) if (x === x) counts.set(Math.floor(x / 10), (counts.get(Math.floor(x / 10)) ?? 0) + 1)
  return Float64Array.from(
    [...counts]
      .filter(([, count]) => count > 0)
      .sort(([a], [b]) => a - b)
      .flat(),
  )
}

function mergedTables(a: Totals, b: Totals): Totals {
  const counts = new Map<number, number>()
  for (const table of [a, b])
    for (let k = 0; k < table.length; k += 2) counts.set(table[k], (counts.get(table[k]) ?? 0) + table[k + 1])
  return Float64Array.from([...counts].sort(([x], [y]) => x - y).flat())
}

/** Number of ranks in a window. */
const WINDOW = 1001

/** Reverses every 1,001 ranks of a column. */
function turned(): RankWalk {
  let held = NONE
  let count = 0
  return {
    push(values) {
      const all = Float64Array.from([...held, ...values])
      const whole = all.length - (all.length % WINDOW)
      held = all.slice(whole)
      for (let k = 0; k < whole; k += WINDOW) all.subarray(k, k + WINDOW).reverse()
      count += values.length
      return all.subarray(0, whole)
    },
    end: () => held.reverse(),
    findings: () => ({ warnings: [`${count} turned`], report: new Map([['turned', count]]) }),
  }
}

const turn = defineMethod({
  ...words,
  id: 'fake/turned',
  traits: { ...traits, accepts: ['numeric', 'ordered'], draws: 'choices' },
  params,
  plan: ({ columns, rng }) => ({
    form: 'ranks',
    walks: columns.map((name) => ({
      columns: [name],
      order: {
        name,
        reads: 'masked',
        of: ({ masked }) => {
          const column = masked.column(name)
          return column.kind === 'numeric'
            ? column.values
            : Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
        },
        ties: { random: rng.child(name) },
      },
      window: () => WINDOW,
      walk: turned,
    })),
  }),
})

/**
 * Sorts all columns together by their sum, tied by the ranks of their noise; every record gets the values of the next
 * rank.
 */
const together = defineMethod({
  ...words,
  id: 'fake/together',
  traits: { ...traits, missing: 'refuse' },
  params,
  *plan({ columns, rng }) {
    const { noise, byValue } = noiseOf(rng, columns[0])
    const tie: Order = {
      name: 'tie',
      reads: 'pairs',
      derived: [noise],
      of: ({ derived = [] }) => derived[0][0],
      ties: 'record',
    }
    yield [{ reads: 'pairs', orders: [byValue], of: ({ ranks = [] }) => Float64Array.of(sum(ranks[0])), merge: added }]
    return {
      form: 'ranks',
      walks: [
        {
          columns,
          values: 'columns',
          records: true,
          order: {
            name: 'sum',
            reads: 'pairs',
            of: ({ masked, end, first }) => {
              const all = columns.map((name) => numericValues(masked, name))
              return Float64Array.from({ length: end - first }, (_, i) =>
                all.reduce((total, own) => total + Math.round(own[i] / 50), 0),
              )
            },
            ties: { ranks: tie },
          },
          window: () => 1,
          walk({ count }) {
            let held = NONE
            let records = 0
            return {
              push(values, _, own) {
                const all = Float64Array.from([...held, ...values])
                records += own.reduce((total, record) => total + (record % 5), 0)
                held = all.slice(-columns.length)
                return all.slice(columns.length)
              },
              // The first values are used up: the last record keeps its own.
              end: () => held,
              findings: () => ({ warnings: [`${count} ranks, ${records}`] }),
            }
          },
        },
      ],
    }
  },
})

/** Permutes every column by the order of noise that increases with its ranks. */
const shuffled = defineMethod({
  ...words,
  id: 'fake/shuffled',
  traits: { ...traits, missing: 'refuse', draws: 'choices' },
  params,
  *plan({ columns, rng }) {
    const all = columns.map((name) => noiseOf(rng, name))
    yield all.map(({ byValue }) => ({
      reads: 'pairs',
      orders: [byValue],
      of: ({ ranks = [] }) => Float64Array.of(sum(ranks[0])),
      merge: added,
    }))
    return {
      form: 'ranks',
      walks: columns.map((name, j) => ({
        columns: [name],
        order: {
          name: `scores-${j}`,
          reads: 'pairs',
          derived: [all[j].noise],
          of: ({ derived = [] }) => derived[0][1].map((x) => Math.round(x / 1000)),
          ties: { random: rng.child('ties').child(String(j)) },
        },
        beside: all[j].byValue,
        window: () => 1,
        walk: () => ({ push: (_, beside) => beside, end: () => NONE }),
      })),
    }
  },
})

/** Divides the records into cells at the mean, and reverses each cell. */
const cells = defineMethod({
  ...words,
  id: 'fake/cells',
  traits: { ...traits, missing: 'refuse' },
  params,
  *plan({ columns: [name, ...others], rows }) {
    const [mean] = yield [{ reads: 'pairs', of: (block) => Float64Array.of(sum(valuesOf(name)(block))), merge: added }]
    return {
      form: 'cells',
      count: 2,
      of: ({ masked }) => Uint32Array.from(numericValues(masked, name), (x) => (x < mean[0] / rows.pairs ? 0 : 1)),
      mask({ index, data }) {
        const turned = [name, ...others].map(
          (one) => [one, numeric(numericValues(data, one).slice().reverse())] as const,
        )
        const groups = new Uint32Array(data.rows)
        return { columns: new Map(turned), groups, totals: Float64Array.of(index, data.rows) }
      },
      merge: added,
      end: (all) => ({ warnings: [`cells of ${all[1]} records, ${all[0]}`] }),
    }
  },
})

/** Finds in its passes that it needs the whole file. */
const whole = defineMethod({
  ...words,
  id: 'fake/whole',
  traits,
  params,
  *plan({ columns: [name] }) {
    yield [{ reads: 'pairs', of: (block) => Float64Array.of(sum(valuesOf(name)(block))), merge: added }]
    return { form: 'file', why: 'it has too few records', mask: () => ({ files: [{ columns: new Map() }] }) }
  },
})

/** A plugin of these methods. */
export const fakes = createRegistry()
  .use(
    definePlugin({
      name: '@fake/plans',
      version: '1.0.0',
      sdc: '^1',
      methods: [blocks, turn, together, shuffled, cells, whole] as MaskingMethod[],
    }),
  )
  .freeze()
