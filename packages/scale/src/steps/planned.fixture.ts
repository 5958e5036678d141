/** Methods of every form, which ask for all that a plan can ask for. */
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
  type Rng,
  type Totals,
} from '@sdc/core'
import { distanceMetric } from '@sdc/testing/fake-plugin'

const words = { title: 'fake', summary: 'A fake for tests.', formula: 'y = f(x)', source: [{ where: 'this test' }] }
const traits = { missing: 'keep', scope: 'cell', stochastic: true, draws: 'numbers' } as const
const { params } = distanceMetric

const added = (total: Totals, own: Totals): Totals => total.map((value, k) => value + own[k])
const sum = (values: Float64Array): number => values.reduce((all, x) => (x === x ? all + x : all), 0)
const valuesOf =
  (name: string) =>
  ({ masked }: Block): Float64Array =>
    numericValues(masked, name)

/** Noise of a column, and the noise times its rank among its own values. */
export function noiseOf(rng: Rng, name: string): { readonly noise: Derived; readonly byValue: Order } {
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

/** Sums, a table, a walk, then sums of ranks and derived columns; masks by all of them. */
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

export const fakeMethods: readonly MaskingMethod[] = [blocks as MaskingMethod]

export const fakes = createRegistry()
  .use(definePlugin({ name: '@fake/plans', version: '1.0.0', sdc: '^1', methods: [...fakeMethods] }))
  .freeze()
