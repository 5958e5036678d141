import { categorical, dataset, noRoles, numeric, numericValues, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { drawFiles } from '../draw-files.fixture.js'
import type { SequentialParams } from '../params.js'
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
  return (await drawFiles(file, params, { roles, columns })).files[0]
}

describe('weights', () => {
  it('are a variable like others, drawn last', async () => {
    const drawn = await made({}, ['region', 'value', 'weight'])
    expect(drawn.names.at(-1)).toBe('weight')
    const regions = drawn.column('region')
    if (regions.kind !== 'categorical') return expect.fail('region has numbers')
    // A function of the region but for a few units: it stays one.
    numericValues(drawn, 'weight').forEach((one, i) =>
      expect(one > 50).toBe(regions.levels[regions.codes[i]] === 'common'),
    )
  })

  it('draw the records of a file like the population', async () => {
    const { copies } = populationLike(file, roles, seededRng('records'), 'synthetic/sequential')
    const counts = new Int32Array(n)
    for (const record of copies) counts[record]++
    const total = weight.values.reduce((sum, one) => sum + one, 0)
    counts.forEach((count, i) => expect(Math.abs(count - (n * weight.values[i]) / total)).toBeLessThanOrEqual(1))
    const drawn = await made({ weights: 'resample' }, ['region', 'value', 'weight'])
    expect(drawn.names).toEqual(['region', 'value'])
    const regions = drawn.column('region')
    if (regions.kind !== 'categorical') return expect.fail('region has numbers')
    const share = regions.codes.filter((code) => regions.levels[code] === 'rare').length / n
    const expected = weight.values.reduce((sum, one, i) => sum + (region[i] === 'rare' ? one : 0), 0) / total
    // 3.7 % of 1200 records, drawn twice: the standard error is .008.
    expect(Math.abs(share - expected)).toBeLessThan(0.03)
  })

  it('need a weight and one record per person', async () => {
    const none = { ...noRoles, weight: undefined }
    const draw = (of: typeof noRoles) => () => populationLike(file, of, seededRng(1), 'synthetic/sequential')
    expect(draw(none)).toThrow('needs a weight')
    expect(draw({ ...roles, person: 'region' })).toThrow('belong together')
    await expect(made({ weights: 'resample', kind: 'partial' }, ['value'])).rejects.toThrow('no meaning')
  })
})
