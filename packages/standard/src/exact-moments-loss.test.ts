import {
  createRegistry,
  dataset,
  maskInput,
  measureInput,
  numeric,
  resolveParams,
  withColumns,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { eiaColumns } from '@sdc/testing/public-files'
import standard from './index.js'
import { maskByPlan, measureByPlan } from '@sdc/toolkit'

const registry = createRegistry().use(standard).freeze()

/** Information-loss metrics for methods that keep means and covariances exactly. */
describe.each(['linear/sblm', 'linear/romm'])('%s on six columns of eia.csv', (id) => {
  const columns = ['RESREVENUE', 'RESSALES', 'COMREVENUE', 'COMSALES', 'INDREVENUE', 'INDSALES']
  const eia = eiaColumns()
  const original = dataset(columns.map((name) => [name, numeric(eia.get(name) ?? [])] as const))
  const masked = async (): Promise<Dataset> => {
    const method = registry.get('methods', id)
    const { files } = await maskByPlan(method, maskInput(original, { params: resolveParams(method.params, {}) }))
    return withColumns(original, files[0].columns)
  }
  const measure = async (metric: string): Promise<Measurement> => {
    const own = registry.get('metrics', metric)
    return await measureByPlan(own, measureInput(original, await masked(), { params: resolveParams(own.params, {}) }))
  }
  const numbers = ({ tables }: Measurement, name: string, column: string): number[] => {
    const held = tables?.get(name)?.column(column)
    return held?.kind === 'numeric' ? [...held.values] : expect.fail(column)
  }

  it('has five rows of zeros among the divergences of matrices', async () => {
    const found = await measure('loss/matrix-divergences')
    for (const mean of ['mean square error', 'mean absolute error', 'mean variation']) {
      const [values, ...others] = numbers(found, 'divergences', mean)
      expect(values, mean).toBeGreaterThan(0.1)
      expect(others).toHaveLength(5)
      // Moments are exact to about 1e-12 of their size, components to that over the gaps of eigenvalues.
      for (const other of others) expect(other, mean).toBeLessThan(1e-8)
    }
  })

  it('loses no mean, variance, covariance or correlation, only quantiles', async () => {
    const [quantiles, ...moments] = numbers(await measure('loss/pil'), 'families', 'mean percent')
    expect(quantiles).toBeGreaterThan(50)
    for (const family of moments) expect(family).toBeLessThan(1e-6)
  })

  it('passes the checks of means and covariances, not those of distributions', async () => {
    const found = await measure('loss/analytic-validity')
    const [means, covariances, marginals] = numbers(found, 'sections', 'percent')
    expect([means, covariances]).toEqual([0, 0])
    expect(marginals).toBeGreaterThan(50)
  })
})
