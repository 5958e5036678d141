import {
  createRegistry,
  dataset,
  maskInput,
  measureInput,
  numeric,
  resolveParams,
  withColumns,
  type Dataset,
} from '@sdc/core'
import { measureWithParts } from '@sdc/toolkit/internal'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import standard from './index.js'
import { maskByPlan } from '@sdc/toolkit'

const registry = createRegistry().use(standard).freeze()

/** MDAV and the score of Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, combined as by a user. */
describe('microaggregation in blocks of four columns, k = 10, on census.csv', () => {
  const original = dataset([...censusColumns()].map(([name, values]) => [name, numeric(values)] as const))
  const masked = async (): Promise<Dataset> => {
    const method = registry.get('methods', 'microaggregation/mdav')
    const params = resolveParams(method.params, { k: 10, blocks: 'consecutive', blockSize: 4 })
    const { files } = await maskByPlan(method, maskInput(original, { params }))
    return withColumns(original, files[0].columns)
  }

  it('has the loss and risk of table 2, row 0', async () => {
    const metric = registry.get('metrics', 'score/sebe')
    const params = resolveParams(metric.params, { truth: 'nearest', ties: 'first' })
    const input = measureInput(original, await masked(), { params })
    const { tables } = await measureWithParts(metric, input, registry.all('metrics'))
    const percent = tables?.get('components')?.column('percent')
    const [il, linked, disclosed] = percent?.kind === 'numeric' ? percent.values : []
    // First the result of an independent run of the recipe, to its last digit; then the printed row, which does not
    // specify ties, the window of the disclosure and the order of equal distances.
    expect(Math.abs(il - 22.49)).toBeLessThan(0.01)
    expect(Math.abs(linked - 22.59)).toBeLessThan(0.1)
    expect(Math.abs(disclosed - 61.6)).toBeLessThan(0.1)
    expect(Math.abs(il - 22.48)).toBeLessThan(0.05)
    expect(Math.abs(linked - 22.14)).toBeLessThan(0.5)
    expect(Math.abs(disclosed - 60.34)).toBeLessThan(1.5)
  })
})
