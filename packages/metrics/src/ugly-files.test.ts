import { measureInput, type Metric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { contingencyTablesMetric } from './categories/contingency-tables.js'
import { clustersMetric } from './clusters/clusters.js'
import { fuzzyClustersMetric } from './clusters/fuzzy-clusters.js'
import { correlationMetric } from './moments/correlation.js'
import { ilScoreMetric } from './moments/il-score.js'
import { rankCorrelationLossMetric } from './moments/rank-correlation.js'
import { sseRatioMetric } from './moments/sse-ratio.js'
import { differenceVarianceMetric } from './distributions/difference-variance.js'
import { matrixDivergencesMetric } from './matrices/matrix-divergences.js'
import { hellingerMetric } from './distributions/hellinger.js'
import { wassersteinMetric } from './distributions/wasserstein.js'
import { il1sMetric } from './moments/il1s.js'
import { analyticValidityMetric } from './validity/analytic-validity.js'
import { pilMetric } from './pil/pil.js'
import { marginalDistanceMetric } from './distributions/marginal-distance.js'
import { dbrlKernelMetric } from './linkage/distance/dbrl-kernel.js'
import { dbrlMahalanobisMetric } from './linkage/distance/dbrl-mahalanobis.js'
import { dbrlMetric } from './linkage/distance/dbrl.js'
import { dldMetric } from './linkage/distance/dld.js'
import { propensityMetric } from './model/propensity.js'
import { irRlMetric } from './linkage/rank-swap/ir-rl.js'
import { prlMetric } from './linkage/probabilistic/prl.js'
import { rsRlMetric } from './linkage/rank-swap/rs-rl.js'
import { fullerIdentificationMetric } from './model/fuller-identification.js'
import { rankCorrelationRiskMetric } from './model/rank-correlation.js'
import { valueDisclosureMetric } from './model/value-disclosure.js'
import { intervalDisclosureMetric } from './intervals/interval-disclosure.js'
import { drCombineMetric } from './scores/dr-combine.js'
import { sebeMetric } from './scores/sebe.js'
import { file, normals, run, tableColumn } from './testing/run.fixture.js'

const metrics: readonly Metric[] = [
  correlationMetric,
  ilScoreMetric,
  rankCorrelationLossMetric,
  matrixDivergencesMetric,
  hellingerMetric,
  wassersteinMetric,
  il1sMetric,
  analyticValidityMetric,
  pilMetric,
  sseRatioMetric,
  marginalDistanceMetric,
  clustersMetric,
  fuzzyClustersMetric,
  contingencyTablesMetric,
  propensityMetric,
  dbrlKernelMetric,
  dbrlMahalanobisMetric,
  dbrlMetric,
  dldMetric,
  irRlMetric,
  prlMetric,
  rsRlMetric,
  fullerIdentificationMetric,
  rankCorrelationRiskMetric,
  valueDisclosureMetric,
  intervalDisclosureMetric,
  drCombineMetric,
  differenceVarianceMetric,
  sebeMetric,
]

const n = 100
const [u, v, e, f] = [...normals(n, 4, 1).values()]
const a = u.map((value) => 10 + 3 * value)
const b = v.map((value, i) => 5 + value + u[i])
const noisy = (x: Float64Array, noise: Float64Array): Float64Array => x.map((value, i) => value + 0.5 * noise[i])
const times = (x: Float64Array, unit: number): Float64Array => x.map((value) => value * unit)
const none = new Float64Array(n).fill(Number.NaN)

describe('columns whose squares exceed the range of doubles', () => {
  it.each(metrics)('$id is the same in another unit', async (metric) => {
    const { value } = await run(metric, { a, b }, { a: noisy(a, e), b: noisy(b, f) })
    expect(value).not.toBeNull()
    for (const unit of [1e-200, 1e200]) {
      for (const other of [1, unit]) {
        const x = { a: times(a, unit), b: times(b, other) }
        const y = { a: times(noisy(a, e), unit), b: times(noisy(b, f), other) }
        const measured = await run(metric, x, y)
        expect(measured.reason).toBeUndefined()
        // The multiplication rounds values: sums of 100 of them, some divided by a small mean or covariance.
        expect(measured.value).toBeCloseTo(value ?? Number.NaN, 8)
      }
    }
  })

  it('loss/correlation: its session is the same, too', () => {
    const [x, y] = [
      { a: times(a, 1e200), b: times(b, 1e-200) },
      { a: times(noisy(a, e), 1e200), b: times(noisy(b, f), 1e-200) },
    ]
    const plain = measureInput(file({ a, b }), file({ a: noisy(a, e), b: noisy(b, f) }), { params: {} })
    const session = (input: typeof plain) => correlationMetric.session?.(input) ?? expect.fail()
    const [one, other] = [session(plain), session(measureInput(file(x), file(y), { params: {} }))]
    expect(other.value).toBeCloseTo(one.value, 12)
    const proposed = one.propose('a', Int32Array.of(3), Float64Array.of(20)) as number
    expect(proposed).not.toBe(one.value)
    expect(other.propose('a', Int32Array.of(3), Float64Array.of(20e200))).toBeCloseTo(proposed, 12)
  })
})

describe('a column without any value', () => {
  it.each([
    sseRatioMetric,
    clustersMetric,
    fuzzyClustersMetric,
    ilScoreMetric,
    dldMetric,
    dbrlMetric,
    irRlMetric,
    prlMetric,
    rsRlMetric,
    intervalDisclosureMetric,
    drCombineMetric,
  ])('$id is that of the other columns', async (metric: Metric) => {
    const { value } = await run(metric, { a }, { a: noisy(a, e) })
    expect(value).not.toBeNull()
    const beside = await run(metric, { a, none }, { a: noisy(a, e), none })
    // With a missing value a covariance is summed in another order.
    expect(beside.value).toBeCloseTo(value ?? Number.NaN, 11)
  })

  it('loss/sse-ratio counts it, and has no value without another column', async () => {
    const measured = await run(sseRatioMetric, { a, none }, { a: noisy(a, e), none })
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([0, 0, 0, 1])
    expect(measured.columns?.get('none')).toBeNull()
    expect((await run(sseRatioMetric, { none }, { none })).reason).toBe(
      'no column has two different values in the original',
    )
  })
})

describe('reasons are true for', () => {
  it('columns that vary, but not in the same records', async () => {
    const even = a.map((value, i) => (i % 2 ? Number.NaN : value))
    const odd = b.map((value, i) => (i % 2 ? value : Number.NaN))
    for (const metric of [correlationMetric, rankCorrelationLossMetric, ilScoreMetric]) {
      expect((await run(metric, { even, odd }, { even, odd })).reason).toMatch(
        /ha(s|ve) a correlation in both files: it needs records with both values/,
      )
    }
  })

  it('columns without values, which are not constant', async () => {
    for (const metric of [dldMetric, dbrlMetric, irRlMetric, prlMetric, rsRlMetric, fullerIdentificationMetric]) {
      const { reason } = await run(metric as Metric, { none }, { none })
      expect(reason).toMatch(/no column has two different values in the original/)
    }
  })
})
