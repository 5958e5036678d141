import {
  dataset,
  defineMethod,
  maskInput,
  measureInput,
  methodProblems,
  numeric,
  refParam,
  resolveParams,
  seededRng,
  withColumns,
  type Column,
  type Dataset,
  type MetricSession,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { file, normals } from '../testing/run.fixture.js'
import { correlationMetric } from './correlation.js'
import { maskByPlan, measureByPlan } from '@sdc/toolkit'

const params = {}

function sessionOf(original: Dataset, masked: Dataset, given: readonly string[] = []): MetricSession {
  const columns = masked.names.filter((name) => !given.includes(name))
  return correlationMetric.session?.(measureInput(original, masked, { params, columns, given })) ?? expect.fail()
}

async function lossOf(original: Dataset, masked: Dataset, given: readonly string[] = []): Promise<number> {
  const columns = masked.names.filter((name) => !given.includes(name))
  const { value } = await measureByPlan(correlationMetric, measureInput(original, masked, { params, columns, given }))
  return value ?? Number.NaN
}

/** Returns a copy of a file in which values can be changed. */
function changeable(data: Dataset): { readonly data: Dataset; readonly columns: ReadonlyMap<string, Float64Array> } {
  const columns = new Map(
    data.names.map((name) => {
      const column = data.column(name)
      return [name, column.kind === 'numeric' ? column.values.slice() : new Float64Array()]
    }),
  )
  return { columns, data: dataset([...columns].map(([name, values]) => [name, numeric(values)])) }
}

describe('session of loss/correlation', () => {
  // Columns around 0, far from it, and with missing values; some proposals remove values and restore them.
  const shifts = [0, 1e6, -50]
  const base = normals(60, 3, 1)
  const columns = [...base].map(([name, values], j): [string, Float64Array] => [
    name,
    values.map((value, i) => (j === 2 && i % 9 === 0 ? Number.NaN : value + shifts[j])),
  ])
  const original = file(new Map(columns))

  it.each([[[]], [['v1']]])('equals a new measurement, after every proposal: given %o', async (given) => {
    const { data, columns: masked } = changeable(original)
    const session = sessionOf(original, data, given)
    const rng = seededRng('changes')
    const free = original.names.filter((name) => !given.includes(name))
    for (let step = 0; step < 300; step++) {
      const name = free[rng.int(free.length)]
      const values = masked.get(name) ?? expect.fail()
      const first = rng.int(50)
      const records = Int32Array.of(first, first + 1 + rng.int(5), first + 6 + rng.int(4))
      const before = Float64Array.from(records, (i) => values[i])
      // Sometimes a value far away, which moves the column from its centre.
      const scale = rng.int(20) === 0 ? 1e4 : 1
      const shift = shifts[original.names.indexOf(name)]
      const after = before.map(() => (rng.int(8) === 0 ? Number.NaN : shift + scale * rng.normal()))
      const proposed = await session.propose(name, records, after)
      records.forEach((i, r) => (values[i] = after[r]))
      expect(Math.abs(proposed - (await lossOf(original, data, given)))).toBeLessThan(1e-12)
      if (rng.int(2) === 0) {
        session.accept()
        expect(Math.abs(session.value - proposed)).toBeLessThan(1e-12)
      } else records.forEach((i, r) => (values[i] = before[r]))
      expect(Math.abs(session.value - (await lossOf(original, data, given)))).toBeLessThan(1e-12)
    }
  })

  it('has no correlation for a column that becomes constant, and one again if it varies', async () => {
    const x = file({ a: [1, 2, 3, 4], b: [2, 1, 4, 3], c: [1, 3, 2, 5] })
    const { data, columns: masked } = changeable(x)
    const session = sessionOf(x, data)
    const all = Int32Array.of(0, 1, 2, 3)
    for (const values of [
      [7, 7, 7, 7],
      [2.5, 2.5, 2.5, 2.5],
      [1, 2, 9, 9],
      [NaN, NaN, NaN, 1],
      [4, 3, 2, 1],
    ]) {
      const proposed = session.propose('a', all, Float64Array.from(values))
      masked.get('a')?.set(values)
      expect(proposed).toBeCloseTo(await lossOf(x, data), 13)
      session.accept()
      expect(session.value).toBeCloseTo(await lossOf(x, data), 13)
    }
  })

  it('keeps its digits over many changes', async () => {
    const { data, columns: masked } = changeable(original)
    const session = sessionOf(original, data)
    const rng = seededRng('many')
    const values = masked.get('v2') ?? expect.fail()
    for (let step = 0; step < 10_000; step++) {
      const record = rng.int(60)
      values[record] = 1e6 + rng.normal()
      session.propose('v2', Int32Array.of(record), Float64Array.of(values[record]))
      session.accept()
    }
    expect(Math.abs(session.value - (await lossOf(original, data)))).toBeLessThan(1e-12)
  })

  it('refuses a proposal for a given column, and is NaN if there is no value', () => {
    const session = sessionOf(original, original, ['v1'])
    expect(() => session.propose('v1', Int32Array.of(0), Float64Array.of(1))).toThrow(/no column "v1"/)
    expect(sessionOf(file({ a: [1, 2] }), file({ a: [1, 2] })).value).toBeNaN()
  })
})

/** Post-masking search without a metric of its own: swaps two values if the loss decreases. */
const swapSearch = defineMethod({
  id: 'test/swap-search',
  title: 'Swap search',
  summary: 'Swaps two values of a column wherever that lowers a loss.',
  formula: 'y_a ↔ y_b if loss(y) falls',
  source: [{ where: 'this test' }],
  traits: { stochastic: true, postMasking: true, searched: false },
  params: z.object({
    proposals: z.int().min(1).default(2000).meta({ description: 'How many swaps are tried.' }),
    loss: refParam('metric', { kind: 'loss', default: 'loss/correlation', description: 'What is lowered.' }),
  }),
  plan: () => ({
    form: 'file',
    async mask({ data, columns, params: { proposals, loss }, rng, session: open }) {
      const masked = new Map(columns.map((name): [string, Column] => [name, data.column(name)]))
      const session = await open(loss, masked)
      const values = columns.map((name) => (masked.get(name) as { values: Float64Array }).values.slice())
      for (let step = 0; step < proposals; step++) {
        const j = rng.int(columns.length)
        const [a, b] = [rng.int(data.rows), rng.int(data.rows)].sort((one, other) => one - other)
        if (a === b) continue
        const swapped = Float64Array.of(values[j][b], values[j][a])
        if ((await session.propose(columns[j], Int32Array.of(a, b), swapped)) >= session.value) continue
        session.accept()
        ;[values[j][a], values[j][b]] = swapped
      }
      return { files: [{ columns: new Map(columns.map((name, j) => [name, numeric(values[j])])) }] }
    },
  }),
})

describe('a swap search by the session', () => {
  it('finds a permutation of each column whose correlations are nearly the original ones', async () => {
    const z0 = normals(80, 3, 5)
    const [a, b, c] = [...z0.values()]
    const original = file({ a, b: b.map((value, i) => value + a[i]), c: c.map((value, i) => value - 2 * a[i]) })
    // Each column is shuffled separately: all correlations are lost.
    const masked = dataset(
      original.names.map((name) => {
        const column = original.column(name)
        return [name, numeric(column.kind === 'numeric' ? seededRng(name).shuffle(column.values.slice()) : [])]
      }),
    )
    expect(methodProblems(swapSearch)).toEqual([])
    const { files } = await maskByPlan(
      swapSearch,
      maskInput(masked, {
        original,
        params: resolveParams(swapSearch.params, {}),
        session: async ({ use }, columns) => {
          expect(use).toBe('loss/correlation')
          return sessionOf(original, withColumns(masked, columns))
        },
      }),
    )
    const found = withColumns(masked, files[0].columns)
    expect(await lossOf(original, masked)).toBeGreaterThan(0.4)
    expect(await lossOf(original, found)).toBeLessThan(0.001)
    for (const name of original.names) {
      const sorted = (data: Dataset): Float64Array => {
        const column = data.column(name)
        return column.kind === 'numeric' ? column.values.slice().sort() : new Float64Array()
      }
      expect(sorted(found)).toEqual(sorted(original))
    }
  })
})
