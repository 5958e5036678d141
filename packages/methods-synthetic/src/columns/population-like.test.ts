import { categorical, dataset, maskInput, noRoles, numeric, seededRng, type Column } from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'
import { describe, expect, it } from 'vitest'
import { sequentialMethod, type SequentialParams } from '../index.js'
import { populationLike } from './population-like.js'

const n = 1200
const rng = seededRng('weights')
const region = Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 'rare' : 'common'))
const weight = numeric(region.map((one) => (one === 'rare' ? 5 + Math.round(5 * rng.uniform()) : 100)))
const value = numeric(region.map((one) => (one === 'rare' ? 50 : 20) + Math.round(10 * rng.normal())))
const file = dataset([
  ['region', categorical(region)],
  ['value', value],
  ['weight', weight],
])
const roles = { ...noRoles, weight: 'weight' }

async function made(params: Partial<SequentialParams>, columns: readonly string[]) {
  const input = maskInput(file, {
    columns,
    roles,
    params: sequentialMethod.params.parse(params),
    rng: seededRng('draw'),
  })
  return (await maskByPlan(sequentialMethod, input)).files[0].columns
}

describe('weights', () => {
  it('are a variable like others, drawn last', async () => {
    const columns = await made({}, ['region', 'value', 'weight'])
    expect([...columns.keys()].at(-1)).toBe('weight')
    const [regions, weights] = [columns.get('region'), columns.get('weight')] as [Column, Column]
    if (regions.kind !== 'categorical' || weights.kind !== 'numeric') return expect.fail('kinds')
    // A function of the region but for a few units: it stays one.
    weights.values.forEach((one, i) => expect(one > 50).toBe(regions.levels[regions.codes[i]] === 'common'))
  })

  it('draw the records of a file like the population', async () => {
    const { copies } = populationLike(file, roles, seededRng('records'), 'synthetic/sequential')
    const counts = new Int32Array(n)
    for (const record of copies) counts[record]++
    const total = weight.values.reduce((sum, one) => sum + one, 0)
    counts.forEach((count, i) => expect(Math.abs(count - (n * weight.values[i]) / total)).toBeLessThanOrEqual(1))
    const columns = await made({ weights: 'resample' }, ['region', 'value', 'weight'])
    expect([...columns.keys()]).toEqual(['region', 'value'])
    const regions = columns.get('region') as Extract<Column, { kind: 'categorical' }>
    const share = regions.codes.filter((code) => regions.levels[code] === 'rare').length / n
    const expected = weight.values.reduce((sum, one, i) => sum + (region[i] === 'rare' ? one : 0), 0) / total
    // 3.7 % of 1200 records, drawn twice: the standard error is .008.
    expect(Math.abs(share - expected)).toBeLessThan(0.03)
  })

  it('need a weight and one record a person', async () => {
    const none = { ...noRoles, weight: undefined }
    const draw = (of: typeof noRoles) => () => populationLike(file, of, seededRng(1), 'synthetic/sequential')
    expect(draw(none)).toThrow('needs a weight')
    expect(draw({ ...roles, person: 'region' })).toThrow('belong together')
    await expect(made({ weights: 'resample', kind: 'partial' }, ['value'])).rejects.toThrow('no meaning')
  })
})
