import { dataset, numeric, seededRng, type Metric } from '@sdc/core'
import { standardDeviation } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { plainIndividualRanking } from '../testing/individual-ranking.fixture.js'
import { run } from '../testing/run.fixture.js'
import { agreementKey } from './probabilistic/agreement-keys.js'
import { dldMetric } from './distance/dld.js'
import { irRlMetric } from './rank-swap/ir-rl.js'
import { neighbouringMeans } from './rank-swap/neighbouring-means.js'
import { prlMetric } from './probabilistic/prl.js'

type Columns = Record<string, number[]>

/** Returns integers from 0 to 39, a third of them ties, in two columns. */
function wholeNumbers(): Columns {
  const rng = seededRng(3)
  const column = (): number[] => Array.from({ length: 60 }, () => Math.floor(40 * rng.uniform()))
  return { a: column(), b: column() }
}

const mapped = (columns: Columns, map: (value: number) => number): Columns =>
  Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values.map(map)]))

/** Replaces pairs by their means: halves, which are exact at 10¹². */
const ranked = (columns: Columns): Columns =>
  Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [name, [...plainIndividualRanking(Float64Array.from(values), 2)]]),
  )
const noisy = (columns: Columns): Columns => {
  const rng = seededRng(4)
  return mapped(columns, (value) => value + Math.floor(7 * rng.uniform()) - 3)
}

describe.each([
  ['risk/ir-rl', irRlMetric as Metric<never>, ranked, {}],
  ['risk/dld', dldMetric as Metric<never>, noisy, {}],
  ['risk/dld', dldMetric as Metric<never>, ranked, {}],
  ['risk/prl', prlMetric as Metric<never>, noisy, { tolerance: 0.085 }],
  ['risk/prl', prlMetric as Metric<never>, noisy, {}],
] as const)('%s', (_, metric, mask, params) => {
  it('gives differences of 1 the same value around 0, 10¹² and −10¹², and in other units', async () => {
    const original = wholeNumbers()
    const masked = mask(original)
    const value = async (map: (value: number) => number): Promise<number | null> =>
      (await run(metric, mapped(original, map), mapped(masked, map), { params })).value
    const here = await value((one) => one)
    for (const map of [
      (one: number) => one + 1e12,
      (one: number) => one - 1e12,
      (one: number) => one * 2 ** 40,
      (one: number) => one * 2 ** -40,
    ])
      expect(await value(map)).toBeCloseTo(here ?? Number.NaN, 9)
  })
})

it('candidates of individual ranking around 10¹² equal those around 0', () => {
  const [x, means] = [Float64Array.of(0, 1, 2, 5), Float64Array.of(0, 0.5, 1, 1.5, 2.5, 5)]
  const far = (values: Float64Array, by: number): Float64Array => values.map((value) => value + by)
  const here = neighbouringMeans(x, means)
  const there = neighbouringMeans(far(x, 1e12), far(means, 1e12))
  expect([...far(there.least, -1e12)]).toEqual([...here.least])
  expect([...far(there.most, -1e12)]).toEqual([...here.most])
  expect([...here.least]).toEqual([-Infinity, 0.5, 1.5, 2.5])
})

it('integers 3 apart do not agree within 2.9995, at any distance from 0', () => {
  const values = Array.from({ length: 30 }, (_, i) => 3 * i)
  const tolerance = 2.9995 / standardDeviation(Float64Array.from(values))
  const rule = { agree: 'tol', tolerance, bins: 10, percent: 2 } as const
  for (const base of [0, 1e12, -1e12, 2 ** 42]) {
    const file = dataset([['a', numeric(Float64Array.from(values, (value) => value + base))]])
    const { least, most, released } = agreementKey(file, file, 'a', rule)
    const agreeing = (r: number): number => released.filter((one) => one >= least[r] && one <= most[r]).length
    expect(values.map((_, r) => agreeing(r))).toEqual(values.map(() => 1))
  }
})
