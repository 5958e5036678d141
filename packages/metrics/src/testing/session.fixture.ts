import {
  dataset,
  measureInput,
  noRoles,
  numeric,
  resolveParams,
  seededRng,
  type Dataset,
  type Metric,
  type MetricSession,
} from '@sdc/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { file, normals, type Columns } from './run.fixture.js'
import { measureByPlan } from '@sdc/toolkit'

export interface SessionSetup {
  readonly params?: Readonly<Record<string, unknown>>
  /** Original record of each masked one; record i by default. */
  readonly origin?: Int32Array
  /** Columns of dates. */
  readonly dates?: readonly string[]
}

function inputOf<P>(
  metric: Metric<P>,
  original: Dataset,
  masked: Dataset,
  { params = {}, origin, dates = [] }: SessionSetup,
) {
  return measureInput(original, masked, {
    params: resolveParams(metric.params, params),
    roles: { ...noRoles, times: new Map(dates.map((name) => [name, 'date'])) },
    origin: origin ?? Int32Array.from({ length: masked.rows }, (_, i) => i),
  })
}

/** Returns the metric's session of two files; fails the test if it has none. */
export function sessionOf<P>(
  metric: Metric<P>,
  original: Dataset,
  masked: Dataset,
  setup: SessionSetup = {},
): MetricSession {
  return metric.session?.(inputOf(metric, original, masked, setup)) ?? expect.fail()
}

/** Returns the value as a session gives it: NaN if `measure` has no value. */
export async function measured<P>(
  metric: Metric<P>,
  original: Dataset,
  masked: Dataset,
  setup: SessionSetup = {},
): Promise<number> {
  return (await measureByPlan(metric, inputOf(metric, original, masked, setup))).value ?? Number.NaN
}

/** Expects the same number within 1e-9, relative for values above 1, or none in both. */
export function expectSame(got: number, expected: number): void {
  if (expected !== expected) expect(got).toBeNaN()
  else expect(Math.abs(got - expected)).toBeLessThan(1e-9 * Math.max(1, Math.abs(expected)))
}

/** A masked file in which values can be changed. */
export interface ChangeableFile {
  readonly data: Dataset
  readonly columns: ReadonlyMap<string, Float64Array>
}

export function changeable(columns: Columns): ChangeableFile {
  const entries: (readonly [string, ArrayLike<number>])[] =
    columns instanceof Map ? [...columns] : Object.entries(columns)
  const held = new Map(entries.map(([name, values]) => [name, Float64Array.from(values)]))
  return { columns: held, data: dataset([...held].map(([name, values]) => [name, numeric(values)])) }
}

const gap = Number.NaN

/** No numbers so small that dividing by them exceeds the range of doubles. */
const decimal = fc.double({ min: -1e3, max: 1e3, noNaN: true }).map((value) => Math.round(value * 1e6) / 1e6)

/** Columns with ties, ninety percent zeros, a code of nines, half missing, constant, or without any tie. */
const column = (n: number) =>
  fc.oneof(
    fc.array(fc.integer({ min: -3, max: 3 }), { minLength: n, maxLength: n }),
    fc.array(fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 7.5), { minLength: n, maxLength: n }),
    fc.array(fc.constantFrom(1, 2, 3.5, 99999, gap, gap, gap), { minLength: n, maxLength: n }),
    fc.constant(Array<number>(n).fill(4)),
    fc.array(decimal, { minLength: n, maxLength: n }),
  )
const twoColumns = (n: number) => fc.tuple(column(n), column(n))

const files = fc.integer({ min: 1, max: 40 }).chain((n) =>
  fc.record({
    original: twoColumns(n),
    masked: twoColumns(n),
    permuted: fc.boolean(),
    origin: fc.array(fc.integer({ min: -1, max: n - 1 }), { minLength: n, maxLength: n }),
    known: fc.boolean(),
    seed: fc.integer(),
  }),
)

/**
 * Exchanges values of records in difficult files, and compares the session's value with that of the changed file.
 *
 * @param suits - Returns true if the value of a file does not depend on rounding.
 */
export async function followsExchanges<P>(
  metric: Metric<P>,
  params: Readonly<Record<string, unknown>>,
  suits: (original: readonly number[][]) => boolean = () => true,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(files, async ({ original, masked, permuted, origin, known, seed }) => {
      fc.pre(suits(original))
      const rng = seededRng(seed)
      const x = file({ a: original[0], b: original[1] })
      const y = permuted ? original.map((values) => rng.shuffle(values.slice())) : masked
      const { data, columns } = changeable({ a: y[0], b: y[1] })
      const setup = { params, ...(known ? {} : { origin: Int32Array.from(origin) }) }
      const session = sessionOf(metric, x, data, setup)
      expect(session.stepwise).toBe(true)
      expectSame(session.value, await measured(metric, x, data, setup))
      for (let step = 0; step < 20 && x.rows > 1; step++) {
        const name = rng.int(2) === 0 ? 'a' : 'b'
        const values = columns.get(name) ?? expect.fail()
        const [one, other] = rng.shuffle(Array.from({ length: x.rows }, (_, i) => i)).slice(0, 2)
        const records = Int32Array.of(Math.min(one, other), Math.max(one, other))
        const [first, second] = [values[records[0]], values[records[1]]]
        const proposed = session.propose(name, records, Float64Array.of(second, first)) as number
        values[records[0]] = second
        values[records[1]] = first
        expectSame(proposed, await measured(metric, x, data, setup))
        if (rng.int(3) > 0) {
          session.accept()
          expectSame(session.value, proposed)
        } else {
          values[records[0]] = first
          values[records[1]] = second
        }
      }
      expectSame(session.value, await measured(metric, x, data, setup))
    }),
    { numRuns: 60 },
  )
}

/** Changes one to three records, including exchanges, and missing values that appear and disappear. */
export async function followsChanges<P>(metric: Metric<P>, params: Readonly<Record<string, unknown>>): Promise<void> {
  const x = file(new Map([...normals(60, 3, 1)].map(([name, v], j) => [name, j === 0 ? v.map(Math.round) : v])))
  const { data, columns } = changeable(normals(60, 3, 2))
  const session = sessionOf(metric, x, data, { params })
  const rng = seededRng('any changes')
  for (let step = 0; step < 200; step++) {
    const name = data.names[rng.int(3)]
    const values = columns.get(name) ?? expect.fail()
    const count = 1 + rng.int(3)
    const records = Int32Array.from(rng.shuffle(Array.from({ length: 60 }, (_, i) => i)).slice(0, count)).sort()
    const before = Float64Array.from(records, (i) => values[i])
    const draw = (): number => (rng.int(6) === 0 ? Number.NaN : Math.round(4 * rng.normal()) / 2)
    const after = rng.int(2) === 0 ? before.slice().reverse() : before.map(draw)
    const proposed = session.propose(name, records, after) as number
    records.forEach((i, r) => (values[i] = after[r]))
    expectSame(proposed, await measured(metric, x, data, { params }))
    if (rng.int(3) > 0) session.accept()
    else records.forEach((i, r) => (values[i] = before[r]))
    expectSame(session.value, await measured(metric, x, data, { params }))
  }
}

/** Accepts many exchanges of one column: rounding must not add up. */
export async function keepsItsDigits<P>(
  metric: Metric<P>,
  original: Columns,
  masked: Columns,
  exchanges: number,
): Promise<void> {
  const x = file(original)
  const { data, columns } = changeable(masked)
  const session = sessionOf(metric, x, data)
  const rng = seededRng('many')
  for (let step = 0; step < exchanges; step++) {
    const name = data.names[rng.int(data.names.length)]
    const values = columns.get(name) ?? expect.fail()
    const first = rng.int(values.length - 1)
    const records = Int32Array.of(first, first + 1 + rng.int(values.length - 1 - first))
    const swapped = Float64Array.of(values[records[1]], values[records[0]])
    await session.propose(name, records, swapped)
    session.accept()
    records.forEach((i, r) => (values[i] = swapped[r]))
  }
  expectSame(session.value, await measured(metric, x, data))
}
