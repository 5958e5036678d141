import { dataset, measureInput, numeric, seededRng, type Dataset, type MetricSession } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { file, normals, type Columns } from '../testing/run.fixture.js'
import { intervalDisclosureMetric } from './interval-disclosure.js'

const modes = ['rank', 'rank-original', 'sd', 'relative'] as const
type Mode = (typeof modes)[number]

interface Setup {
  readonly mode?: Mode
  readonly truth?: 'identity' | 'nearest'
  readonly origin?: Int32Array
}

const inputOf = (original: Dataset, masked: Dataset, { mode = 'rank', truth = 'identity', origin }: Setup) =>
  measureInput(original, masked, {
    params: { mode, truth },
    origin: origin ?? Int32Array.from({ length: masked.rows }, (_, i) => i),
  })

const sessionOf = (original: Dataset, masked: Dataset, setup: Setup = {}): MetricSession =>
  intervalDisclosureMetric.session?.(inputOf(original, masked, setup)) ?? expect.fail()

/** As the session says it: NaN where `measure` has no value. */
async function measured(original: Dataset, masked: Dataset, setup: Setup = {}): Promise<number> {
  return (await intervalDisclosureMetric.measure(inputOf(original, masked, setup))).value ?? Number.NaN
}

/** The same number within the 1e-9 that the contract promises, or none in both. */
function expectSame(got: number, expected: number): void {
  if (expected !== expected) expect(got).toBeNaN()
  else expect(Math.abs(got - expected)).toBeLessThan(1e-9)
}

/** A masked file in which values can be changed. */
function changeable(columns: Columns): { readonly data: Dataset; readonly columns: ReadonlyMap<string, Float64Array> } {
  const data = file(columns)
  const held = new Map(
    data.names.map((name) => {
      const column = data.column(name)
      return [name, column.kind === 'numeric' ? column.values : new Float64Array()]
    }),
  )
  return { columns: held, data: dataset([...held].map(([name, values]) => [name, numeric(values)])) }
}

const gap = Number.NaN

/** Pairs of columns: ties, ninety percent zeros, a code of nines, half missing, a constant, without any tie. */
const column = (n: number) =>
  fc.oneof(
    fc.array(fc.integer({ min: -3, max: 3 }), { minLength: n, maxLength: n }),
    fc.array(fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 7.5), { minLength: n, maxLength: n }),
    fc.array(fc.constantFrom(1, 2, 3.5, 99999, gap, gap, gap), { minLength: n, maxLength: n }),
    fc.constant(Array<number>(n).fill(4)),
    fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: n, maxLength: n }),
  )
const files = fc.integer({ min: 1, max: 40 }).chain((n) =>
  fc.record({
    original: fc.array(column(n), { minLength: 2, maxLength: 2 }),
    masked: fc.array(column(n), { minLength: 2, maxLength: 2 }),
    permuted: fc.boolean(),
    origin: fc.array(fc.integer({ min: -1, max: n - 1 }), { minLength: n, maxLength: n }),
    known: fc.boolean(),
    seed: fc.integer(),
  }),
)

describe('the session of risk/interval-disclosure', () => {
  it.each(modes)('is what measure gives after exchanges, whatever the file: %s', async (mode) => {
    await fc.assert(
      fc.asyncProperty(files, async ({ original, masked, permuted, origin, known, seed }) => {
        const rng = seededRng(seed)
        const x = file({ a: original[0], b: original[1] })
        const y = permuted ? original.map((values) => rng.shuffle(values.slice())) : masked
        const { data, columns } = changeable({ a: y[0], b: y[1] })
        const setup = { mode, ...(known ? {} : { origin: Int32Array.from(origin) }) }
        const session = sessionOf(x, data, setup)
        expectSame(session.value, await measured(x, data, setup))
        const n = x.rows
        for (let step = 0; step < 20 && n > 1; step++) {
          const name = rng.int(2) === 0 ? 'a' : 'b'
          const values = columns.get(name) ?? expect.fail()
          const [one, other] = rng.shuffle(Array.from({ length: n }, (_, i) => i)).slice(0, 2)
          const records = Int32Array.of(Math.min(one, other), Math.max(one, other))
          const [first, second] = [values[records[0]], values[records[1]]]
          const proposed = session.propose(name, records, Float64Array.of(second, first)) as number
          values[records[0]] = second
          values[records[1]] = first
          expectSame(proposed, await measured(x, data, setup))
          if (rng.int(3) > 0) {
            session.accept()
            expectSame(session.value, proposed)
          } else {
            values[records[0]] = first
            values[records[1]] = second
          }
        }
        expectSame(session.value, await measured(x, data, setup))
      }),
      { numRuns: 60 },
    )
  })

  it.each(modes)('is what measure gives after any changes among exchanges: %s', async (mode) => {
    const x = file(new Map([...normals(60, 3, 1)].map(([name, v], j) => [name, j === 0 ? v.map(Math.round) : v])))
    const { data, columns } = changeable(new Map([...normals(60, 3, 2)].map(([name, v]) => [name, v.slice()])))
    const session = sessionOf(x, data, { mode })
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
      expectSame(proposed, await measured(x, data, { mode }))
      if (rng.int(3) > 0) session.accept()
      else records.forEach((i, r) => (values[i] = before[r]))
      expectSame(session.value, await measured(x, data, { mode }))
    }
  })

  it('keeps its digits over many exchanges of tied values', async () => {
    const tied = (seed: number) => new Map([...normals(90, 2, seed)].map(([name, v]) => [name, v.map(Math.round)]))
    const x = file(tied(3))
    const { data, columns } = changeable(tied(4))
    const session = sessionOf(x, data)
    const rng = seededRng('many')
    const values = columns.get('v1') ?? expect.fail()
    for (let step = 0; step < 150_000; step++) {
      const first = rng.int(89)
      const records = Int32Array.of(first, first + 1 + rng.int(89 - first))
      const swapped = Float64Array.of(values[records[1]], values[records[0]])
      session.propose('v1', records, swapped)
      session.accept()
      records.forEach((i, r) => (values[i] = swapped[r]))
    }
    expectSame(session.value, await measured(x, data))
  })

  it('says that its proposals are cheap by identity, and not by the nearest record, where the file is measured anew', async () => {
    const x = file(normals(40, 8, 5))
    const { data, columns } = changeable(new Map([...normals(40, 8, 6)].map(([name, v]) => [name, v.slice()])))
    expect(sessionOf(x, data).stepwise).toBe(true)
    const session = sessionOf(x, data, { truth: 'nearest' })
    expect(session.stepwise).toBeUndefined()
    expectSame(session.value, await measured(x, data, { truth: 'nearest' }))
    const values = columns.get('v3') ?? expect.fail()
    const before = session.value
    const swapped = Float64Array.of(values[31], values[2])
    const proposed = session.propose('v3', Int32Array.of(2, 31), swapped) as number
    expect(session.value).toBe(before)
    values[2] = swapped[0]
    values[31] = swapped[1]
    expectSame(proposed, await measured(x, data, { truth: 'nearest' }))
    session.accept()
    expect(session.value).toBe(proposed)
    expect(() => session.propose('none', Int32Array.of(0, 1), swapped)).toThrow(/no column "none"/)
  })

  it('has no value where measure has none: below ten records by rank, without known origins', () => {
    const ramp = file({ a: [1, 2, 3, 4, 5, 6, 7, 8, 9] })
    const swapped = Float64Array.of(2, 1)
    const session = sessionOf(ramp, ramp)
    expect([session.value, session.propose('a', Int32Array.of(0, 1), swapped)]).toEqual([gap, gap])
    expect(sessionOf(ramp, ramp, { mode: 'sd' }).value).toBe(100)
    expect(sessionOf(ramp, ramp, { mode: 'sd', origin: new Int32Array(9).fill(-1) }).value).toBeNaN()
    expect(() => session.propose('b', Int32Array.of(0, 1), swapped)).toThrow(/no column "b"/)
  })

  it('changes nothing until a proposal is accepted, and nothing twice', () => {
    const x = file(normals(30, 1, 7))
    const session = sessionOf(x, x)
    const values = normals(30, 1, 7).get('v1') ?? expect.fail()
    const proposed = session.propose('v1', Int32Array.of(0, 9), Float64Array.of(values[9], values[0])) as number
    expect(session.value).toBe(100)
    session.accept()
    session.accept()
    expect(session.value).toBe(proposed)
  })
})
