import { categorical, createRegistry, dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { measureFiles, parseFileSchema, rolesOf } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import standard from './index.js'

const registry = createRegistry().use(standard).freeze()

/** 120 people: two confidential columns, one of numbers and one of categories, two keys, a weight and a household. */
function people(): Dataset {
  const rng = seededRng('people')
  const of = <T>(make: (i: number) => T): T[] => Array.from({ length: 120 }, (_, i) => make(i))
  const pick = (levels: readonly string[]) =>
    categorical(
      of(() => levels[rng.int(levels.length)]),
      levels,
    )
  return dataset([
    ['income', numeric(of(() => 1000 + 200 * rng.normal()))],
    ['illness', pick(['none', 'flu', 'cancer', 'other'])],
    ['region', pick(['n', 'e', 's', 'w'])],
    ['sex', pick(['f', 'm'])],
    ['w', numeric(of((i) => 1 + (i % 3)))],
    ['house', numeric(of((i) => Math.floor(i / 3)))],
  ])
}

const schema = parseFileSchema({
  columns: {
    income: { role: 'confidential' },
    illness: { role: 'confidential' },
    region: { role: 'quasi-identifier' },
    sex: { role: 'quasi-identifier' },
    w: { role: 'weight' },
    house: { role: 'household' },
  },
})
const original = people()
describe('the metrics of a mixed file', () => {
  const measure = async (of: { readonly keys?: readonly string[] } = {}) => {
    const roles = { ...rolesOf(original, schema), ...of }
    const masked = original
    const origin = Int32Array.from({ length: original.rows }, (_, i) => i)
    const columns = ['income', 'illness', 'region', 'sex']
    const metrics = ['risk/mixed-worst', 'loss/mixed-mean', 'risk/dr-combine', 'risk/k-anonymity'].map((use) => ({
      use,
      params: {},
    }))
    const rng = seededRng(1)
    const found = await measureFiles({ registry, original, masked, origin, columns, roles, metrics, rng })
    return new Map(found.map(({ metric, measurement, columns: own }) => [metric.id, { ...measurement, own }]))
  }

  it('are the worse of the parts and their mean, each part by the columns that it accepts', async () => {
    const found = await measure()
    expect(found.get('risk/dr-combine')).toMatchObject({ value: 100, own: ['income'] })
    expect(found.get('risk/k-anonymity')?.own).toEqual(['region', 'sex'])
    expect(found.get('risk/k-anonymity')?.value).toBeLessThan(100)
    expect(found.get('risk/mixed-worst')?.value).toBe(100)
    expect(found.get('loss/mixed-mean')?.value).toBe(0)
  })

  it('are null if the risk of one part is unknown, which differs from no risk', async () => {
    const found = await measure({ keys: [] })
    expect(found.get('risk/mixed-worst')).toMatchObject({ value: null })
    expect(found.get('risk/mixed-worst')?.reason).toMatch(
      /^categories: it needs quasi-identifiers: set roles in a schema/,
    )
  })
})
