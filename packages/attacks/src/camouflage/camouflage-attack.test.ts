import {
  dataset,
  maskInput,
  noRoles,
  numeric,
  numericValues,
  resolveParams,
  seededRng,
  type Dataset,
  type Measurement,
  type ServiceTrial,
} from '@sdc/core'
import { camouflageService } from '@sdc/services'
import { exp } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { camouflageAttack } from './camouflage-attack.js'
import { mixingWeights, type LinearFact } from './mixing-weights.js'

/** n incomes, one in five 0. */
function incomes(n: number, seed = 1): Dataset {
  const rng = seededRng(`incomes ${seed}`)
  const values = Float64Array.from({ length: n }, () =>
    rng.uniform() < 0.2 ? 0 : Math.round(20_000 * exp(0.8 * rng.normal())),
  )
  return dataset([['income', numeric(values)]])
}

async function serviceOf(data: Dataset, params: Readonly<Record<string, unknown>>): Promise<ServiceTrial> {
  const resolved = resolveParams(camouflageService.params, { minimumDifference: 0, ...params })
  const saved = await camouflageService.build(maskInput(data, { params: resolved, rng: seededRng(5) }))
  const { trial } = camouflageService.open(saved)
  if (!trial) throw new Error('it cannot be tried')
  return trial
}

async function attack(
  data: Dataset,
  known: readonly number[],
  trial: ServiceTrial,
  more: { readonly original?: Dataset } = { original: data },
): Promise<Measurement> {
  const values = numericValues(data, 'income')
  const knows = dataset([['income', numeric(values.map((value, i) => (known.includes(i) ? value : Number.NaN)))]])
  return await camouflageAttack.attack({
    released: { rows: data.rows, names: [], column: data.column },
    known: new Map([['known', knows], ...(more.original ? [['original', more.original] as const] : [])]),
    ask: trial.answer,
    origin: new Int32Array(data.rows).fill(-1),
    columns: ['income'],
    given: [],
    roles: noRoles,
    params: resolveParams(camouflageAttack.params, {}),
    rng: seededRng(1),
    tick() {},
  })
}

const cell = (found: Measurement, name: string): number =>
  numericValues(found.tables?.get('columns') ?? dataset([]), name)[0]

describe('attacks/camouflage', () => {
  it('recovers every record of 200 from sums and two known ones', async () => {
    const data = incomes(200)
    const found = await attack(data, [3, 111], await serviceOf(data, {}))
    expect(found).toMatchObject({ value: 100, used: 198 })
    expect(cell(found, 'right')).toBe(198)
    expect(cell(found, 'vectors')).toBe(3)
    // Fewer than ten for each record.
    expect(cell(found, 'queries')).toBeLessThan(2005)
    const computed = numericValues(found.recordColumns ?? dataset([]), 'computed income')
    expect(computed[3]).toBeNaN()
    expect(Math.abs(computed[0] - numericValues(data, 'income')[0])).toBeLessThan(1)
  })

  it('does so for any draw', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const data = incomes(60 + seed, seed)
      const found = await attack(data, [0, 1, 2], await serviceOf(data, { protect: seed % 2 ? 5 : 80 }))
      expect([seed, found.value]).toEqual([seed, 100])
    }
  })

  it.each([4, 5])('needs %i − 1 known records for as many vectors, and reports it', async (k) => {
    const data = incomes(150)
    const trial = await serviceOf(data, { vectors: k })
    const some = Array.from({ length: k - 1 }, (_, i) => 10 * i + 1)
    expect(await attack(data, some, trial)).toMatchObject({ value: 100, used: 150 - some.length })
    const found = await attack(data, some.slice(1), trial)
    expect(found).toMatchObject({
      value: null,
      reason: expect.stringMatching(new RegExp(`intruder knows ${k - 2} values, totals or means`)),
    })
  })

  it('is slowed, not stopped, by sets that must differ', async () => {
    const data = incomes(200)
    const found = await attack(data, [3, 111], await serviceOf(data, { minimumDifference: 10 }))
    expect(found.value).toBe(100)
    expect(cell(found, 'refused')).toBeGreaterThan(0)
    const few = incomes(25)
    expect(await attack(few, [3, 11], await serviceOf(few, { minimumDifference: 10 }))).toMatchObject({
      value: null,
      reason: expect.stringMatching(/refuses all sums/),
    })
  })

  it('needs no known record for whole numbers, and finds nothing for others', async () => {
    const data = incomes(80)
    expect(await attack(data, [], await serviceOf(data, {}))).toMatchObject({ value: 100, used: 80 })
    const parts = dataset([
      ['income', numeric(numericValues(data, 'income').map((value, i) => value * 1.0137 + i / 7))],
    ])
    expect(await attack(parts, [], await serviceOf(parts, {}))).toMatchObject({ value: null })
  })

  it('claims no more than it computes: the computed share without the original', async () => {
    const data = incomes(80)
    const trial = await serviceOf(data, {})
    expect(await attack(data, [1, 2], trial, {})).toMatchObject({ value: 100, used: 78 })
    // A known value that is wrong is not found out without the original, and is with it.
    const wrong = dataset([['income', numeric(numericValues(data, 'income').map((value, i) => (i === 1 ? value * 2 + 1 : value)))]]) // oxfmt-ignore
    const misled = await attack(wrong, [1, 2], trial, { original: data })
    expect(misled.value).toBeLessThan(10)
    // The third of three shows that they do not belong together: no value, not a low one.
    expect(await attack(wrong, [1, 2, 3], trial, { original: data })).toMatchObject({
      value: null,
      reason: expect.stringMatching(/contradict the 3 known facts: a vector is missing, or a fact is wrong/),
    })
  })
})

describe('mixingWeights', () => {
  const vectors = [Float64Array.of(1, 5, 2, 9), Float64Array.of(4, 1, 7, 3), Float64Array.of(2, 2, 2, 6)]
  const mixed = Float64Array.from([0, 1, 2, 3], (i) => 0.2 * vectors[0][i] + 0.5 * vectors[1][i] + 0.3 * vectors[2][i])
  const fact = (coefficients: readonly number[]): LinearFact => ({
    records: Int32Array.from(coefficients.keys()),
    coefficients: Float64Array.from(coefficients),
    value: coefficients.reduce((sum, one, i) => sum + one * mixed[i], 0),
  })
  const single = (i: number): LinearFact => fact([0, 0, 0, 0].with(i, 1))

  it('solves for the weights from k − 1 values, totals or means', () => {
    for (const facts of [
      [single(0), single(1)],
      [single(1), single(3)],
      [0, 1, 2, 3].map(single),
      [fact([1, 1, 1, 1]), fact([1, 0, 0, 1])],
      [fact([0.5, 0.5, 0, 0]), fact([0, 1e6, 1e6, 0])],
    ]) {
      const weights = mixingWeights(vectors, facts)
      ;[0.2, 0.5, 0.3].forEach((weight, j) => expect(weights?.[j]).toBeCloseTo(weight, 12))
    }
  })

  it('does not if the facts do not determine them', () => {
    expect(mixingWeights(vectors, [single(0)])).toBeNull()
    expect(mixingWeights(vectors, [])).toBeNull()
    expect(mixingWeights(vectors, [single(0), fact([2, 0, 0, 0])])).toBeNull()
    // A total that all vectors share, as if they were made to.
    const level = vectors.map((vector) =>
      Float64Array.of(...vector.subarray(0, 3), 20 - vector[0] - vector[1] - vector[2]),
    )
    expect(
      mixingWeights(level, [
        { ...fact([1, 1, 1, 1]), value: 20 },
        { ...single(0), value: 1.5 },
      ]),
    ).toBeNull()
  })
})
