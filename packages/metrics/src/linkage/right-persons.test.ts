import { dataset, measureInput, noRoles, numeric, resolveParams, seededRng, type Dataset, type Metric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { dbrlMetric } from './distance/dbrl.js'
import { dldMetric } from './distance/dld.js'
import { irRlMetric } from './rank-swap/ir-rl.js'
import { measureByPlan } from '@sdc/toolkit'

const persons = 50
const rng = seededRng(9)
const owner = Array.from({ length: 4 * persons }, (_, i) => i % persons)
const own = Float64Array.from({ length: persons }, () => rng.normal())
const file = (x: Float64Array, y: Float64Array): Dataset =>
  dataset([
    ['pid', numeric(owner)],
    ['x', numeric(x)],
    ['y', numeric(y)],
  ])
const noisy = (sd: number): Float64Array => Float64Array.from(owner, (p) => own[p] + sd * rng.normal())
const [x, y] = [noisy(0.01), noisy(0.01)]
const [u, v] = [noisy(0.03), noisy(0.03)]

const value = async <P>(metric: Metric<P>, person: string | undefined, params: object): Promise<number> => {
  const input = measureInput(file(x, y), file(u, v), {
    columns: ['x', 'y'],
    roles: { ...noRoles, person },
    origin: Int32Array.from(owner.keys()),
    params: resolveParams(metric.params, { ...params }, { metric: metric.id }),
    rng: seededRng(1),
  })
  return (await measureByPlan(metric, input)).value ?? Number.NaN
}

const sd = (of: Float64Array): number => {
  const mean = of.reduce((sum, one) => sum + one, 0) / of.length
  return Math.sqrt(of.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (of.length - 1))
}

describe('a link to any record of the right person is right', () => {
  it.each(['original-to-masked', 'masked-to-original'])(
    'risk/dbrl, %s: equals counting all pairs',
    async (direction) => {
      const forward = direction === 'original-to-masked'
      const scaled = (of: readonly Float64Array[]): Float64Array[] =>
        of.map((column) => column.map((one) => one / sd(column)))
      const centred = (of: Float64Array[]): Float64Array[] =>
        of.map((column) => {
          const mean = column.reduce((sum, one) => sum + one, 0) / column.length
          return column.map((one) => one - mean)
        })
      const [a, b] = [centred(scaled([x, y])), centred(scaled([u, v]))]
      const [from, to] = forward ? [a, b] : [b, a]
      const nearest = owner.map((_, i) => {
        const distances = owner.map((__, j) => (from[0][i] - to[0][j]) ** 2 + (from[1][i] - to[1][j]) ** 2)
        return distances.indexOf(Math.min(...distances))
      })
      const right = nearest.filter((j, i) => owner[j] === owner[i]).length
      const itself = nearest.filter((j, i) => i === j).length
      const params = { scale: 'separate', direction }
      expect(await value(dbrlMetric, 'pid', params)).toBeCloseTo((100 * right) / owner.length, 10)
      expect(await value(dbrlMetric, undefined, params)).toBeCloseTo((100 * itself) / owner.length, 10)
      expect(right).toBeGreaterThan(2 * itself)
    },
  )

  it.each([
    ['risk/dld', dldMetric as Metric<never>, {}],
    ['risk/dld by random keys', dldMetric as Metric<never>, { keys: 'random' }],
    ['risk/ir-rl', irRlMetric as Metric<never>, {}],
  ])('%s', async (_, metric, params) => {
    expect(await value(metric, 'pid', params)).toBeGreaterThan(1.5 * (await value(metric, undefined, params)))
  })
})
