import { measureInput, noRoles, seededRng, type Dataset, type Measurement } from '@sdc/core'
import { measureByPlan } from '@sdc/toolkit'
import { describe, expect, it } from 'vitest'
import { fileOf } from '../decision/decision.fixture.js'
import { tableFigures } from '../keys/keys.fixture.js'
import { knownItemsMetric } from './known-items.js'

type Rows = readonly (readonly (string | null)[])[]

const keyNames = ['sex', 'age']
const itemNames = Array.from({ length: 8 }, (_, j) => `q${j + 1}`)
const names = [...keyNames, ...itemNames]
const asFile = (rows: Rows, more: Readonly<Record<string, readonly number[]>> = {}): Dataset =>
  fileOf({ ...Object.fromEntries(names.map((name, j) => [name, rows.map((row) => row[j])])), ...more })

/** Returns answers that depend on each other, with ties and missing ones. */
function people(n: number, seed: number, lacking = 0.05): (string | null)[][] {
  const rng = seededRng(seed)
  return Array.from({ length: n }, () => {
    const mood = rng.uniform()
    const answer = (): string | null =>
      rng.uniform() < lacking ? null : String(1 + Math.min(4, Math.floor(5 * (0.6 * mood + 0.4 * rng.uniform()))))
    return ['fm'[rng.int(2)], String(rng.int(4)), ...itemNames.map(answer)]
  })
}

/** Swaps some cells of a column, so that records have answers of others. */
function perturbed(rows: Rows, share: number, seed: number): (string | null)[][] {
  const rng = seededRng(seed)
  return rows.map((row) => row.map((cell, j) => (rng.uniform() < share ? rows[rng.int(rows.length)][j] : cell)))
}

interface Options {
  readonly keys?: readonly string[]
  readonly known?: number
  readonly params?: object
  readonly origin?: readonly number[]
  readonly person?: string
}

async function measured(original: Dataset, masked: Dataset, options: Options = {}): Promise<Measurement> {
  const { keys = keyNames, known, params = {}, origin, person } = options
  return await measureByPlan(
    knownItemsMetric,
    measureInput(original, masked, {
      origin: Int32Array.from(origin ?? { length: masked.rows }, (row: number | undefined, i) => row ?? i),
      columns: [...keys, ...itemNames],
      roles: { ...noRoles, keys, items: itemNames, knownItems: known, person },
      params: knownItemsMetric.params.parse(params),
      rng: seededRng(1),
    }),
  )
}

/** Returns the weight of agreement by column, original and released record. */
function weightsOf(truth: Rows, released: Rows): number[][][] {
  return names.map((_, j) => {
    const known = truth.map((row) => row[j]).filter((cell) => cell !== null)
    const weight = new Map(known.map((cell) => [cell, -Math.log(known.filter((one) => one === cell).length / known.length)])) // oxfmt-ignore
    const of = (cell: string | null, seen: string | null): number =>
      cell === null || seen === null ? 0 : cell === seen ? (weight.get(cell) ?? Number.NaN) : -2.5
    return truth.map((row) => released.map((one) => of(row[j], one[j])))
  })
}

function triples(): number[][] {
  const found: number[][] = []
  for (let a = 0; a < 8; a++)
    for (let b = a + 1; b < 8; b++) for (let c = b + 1; c < 8; c++) found.push([a + 2, b + 2, c + 2])
  return found
}

/** Counts every pair of records for every three items. */
function bruteForce(truth: Rows, released: Rows, origin: readonly number[], k: number, keys: readonly number[]) {
  const weights = weightsOf(truth, released)
  const shares = triples().map((set) => {
    const columns = [...keys, ...set]
    const fits = (i: number, r: number): boolean =>
      columns.every((j) => truth[i][j] === null || released[r][j] === null || truth[i][j] === released[r][j])
    const F = truth.map((_, i) => released.filter((_one, r) => fits(i, r)).length)
    const isOwn = truth.map((_, i) => origin.some((row, r) => row === i && fits(i, r)))
    // Number of records with the best sum of weights, infinite without the person's own.
    const sizes = truth.map((_, i) => {
      const scores = released.map((_one, r) => columns.reduce((sum, j) => sum + weights[j][i][r], 0))
      const best = scores.reduce((most, score) => Math.max(most, score), -Infinity)
      const found = [...scores.keys()].filter((r) => scores[r] > best - 1e-9)
      return found.some((r) => origin[r] === i) ? found.length : Infinity
    })
    const share = (holds: (i: number) => boolean): number =>
      truth.filter((_, i) => isOwn[i] && holds(i)).length / truth.length
    const guesses = truth.reduce((sum, _, i) => sum + (isOwn[i] ? 1 / F[i] : 0), 0) / truth.length
    const similar = sizes.filter((size) => size < k).length / truth.length
    return { below: share((i) => F[i] < k), unique: share((i) => F[i] === 1), guesses, similar }
  })
  const mean = (of: (one: (typeof shares)[number]) => number): number =>
    (100 * shares.reduce((sum, one) => sum + of(one), 0)) / shares.length
  return {
    exact: mean(({ below }) => below),
    similar: mean(({ similar }) => similar),
    unique: mean(({ unique }) => unique),
    guesses: mean(({ guesses }) => guesses),
    worst: 100 * Math.max(...shares.map(({ below }) => below)),
  }
}

const figure = (found: Measurement, name: string): number => tableFigures(found, 'risk')[name]

describe('risk/known-items', () => {
  it.each([2, 3, 5])('equals the count of all pairs for all sets of three of eight items, k = %d', async (k) => {
    const truth = people(200, 3)
    const changed = perturbed(truth, 0.1, 4)
    // Some records are removed, the others are in another order.
    const order = [...seededRng(5).permutation(200)].slice(0, 190)
    const released = order.map((i) => changed[i])
    const found = await measured(asFile(truth), asFile(released), { origin: order, params: { k } })
    const expected = bruteForce(truth, released, order, k, [0, 1])
    expect(figure(found, 'exact intruder (%)')).toBeCloseTo(expected.exact, 9)
    expect(figure(found, 'similar intruder (%)')).toBeCloseTo(expected.similar, 9)
    expect(found.value).toBeCloseTo(Math.max(expected.exact, expected.similar), 9)
    expect(expected.similar).toBeGreaterThan(expected.exact + 5)
    expect(figure(found, 'measured sets')).toBe(56)
  })

  it('has the figures of the exact intruder if that one finds more', async () => {
    // Blank cells hide the own record from an intruder who prefers answers that agree.
    const rng = seededRng(13)
    const truth = people(200, 14, 0)
    const released = truth.map((row) => row.map((cell) => (rng.uniform() < 0.05 ? null : cell)))
    const own = truth.map((_, i) => i)
    const found = await measured(asFile(truth), asFile(released), { params: { k: 20 } })
    const expected = bruteForce(truth, released, own, 20, [0, 1])
    expect(expected.exact).toBeGreaterThan(expected.similar)
    expect(found.value).toBeCloseTo(expected.exact, 9)
    expect(figure(found, 'unique (%)')).toBeCloseTo(expected.unique, 9)
    expect(figure(found, 'expected right guesses (%)')).toBeCloseTo(expected.guesses, 9)
    expect(figure(found, 'worst set (%)')).toBeCloseTo(expected.worst, 9)
  })

  it('needs no quasi-identifiers', async () => {
    const truth = people(200, 6)
    const own = truth.map((_, i) => i)
    const found = await measured(asFile(truth), asFile(truth), { keys: [] })
    const expected = bruteForce(truth, truth, own, 3, [])
    expect(found.value).toBeCloseTo(Math.max(expected.exact, expected.similar), 9)
  })

  it('has at most about (k − 1)/n for independent data, and less for perturbed data than for the original', async () => {
    const truth = people(300, 7, 0)
    const of = async (rows: Rows): Promise<number> => (await measured(asFile(truth), asFile(rows))).value ?? Number.NaN
    const [same, some, none] = [await of(truth), await of(perturbed(truth, 0.3, 8)), await of(perturbed(truth, 1, 9))]
    expect(same).toBeGreaterThan(40)
    expect(some).toBeLessThan(0.6 * same)
    expect(none).toBeLessThan((2 * 100 * 2) / 300)
  })

  it('draws 500 of more sets, with the mean of all', async () => {
    const truth = people(200, 10)
    const all = await measured(asFile(truth), asFile(truth), { known: 4 })
    const some = await measured(asFile(truth), asFile(truth), { known: 4, params: { sets: 20 } })
    expect([figure(all, 'measured sets'), figure(some, 'measured sets'), figure(some, 'possible sets')]).toEqual([
      70, 20, 70,
    ])
    expect(Math.abs((some.value ?? 0) - (all.value ?? 0))).toBeLessThan(5)
  })

  it('counts persons: many records of a person do not protect them', async () => {
    const truth = people(60, 11, 0)
    const twice = [...truth, ...truth, ...truth]
    const pid = twice.map((_, i) => i % 60)
    const once = await measured(asFile(truth), asFile(truth))
    const counted = await measured(asFile(twice, { pid }), asFile(twice, { pid }), { person: 'pid' })
    expect(counted).toMatchObject({ used: 60, unit: 'persons' })
    expect(counted.value).toBeCloseTo(once.value ?? Number.NaN, 9)
    expect((await measured(asFile(twice), asFile(twice))).value).toBe(0)
  })

  it('states the reason for a missing value', async () => {
    const file = asFile(people(20, 12))
    const unlinked = await measured(file, file, { origin: Array.from({ length: 20 }, () => -1) })
    expect(unlinked.value).toBeNull()
    expect(unlinked.reason).toContain('record')
  })
})
