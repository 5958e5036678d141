import { categorical, createRegistry, dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { compareCandidates, measureFiles, parseComparePlan, parseFileSchema, rolesOf } from '@sdc/engine'
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
const numbers = { use: 'noise/additive', columns: ['income'] }
const both = { ...numbers, with: [{ use: 'categorical/pram', columns: ['illness', 'region', 'sex'] }] }
const compare = (candidates: unknown[]) =>
  compareCandidates({
    registry,
    original,
    schema,
    compare: parseComparePlan({ candidates, replicates: 2 }),
    metrics: [],
    rng: seededRng('mixed'),
  })

describe('a comparison of a mixed file', () => {
  it('has axes of both parts, and never chooses what leaves a confidential column as it is', async () => {
    const { rows, axes, verdict } = await compare([numbers, both])
    expect([axes.risk.id, axes.loss.id]).toEqual(['risk/mixed-worst', 'loss/mixed-mean'])
    expect(rows.map(({ label, unmasked, chosen }) => ({ label, unmasked, chosen }))).toEqual([
      { label: 'noise/additive', unmasked: ['illness'], chosen: false },
      { label: 'noise/additive & categorical/pram', unmasked: [], chosen: true },
    ])
    // It would win: the noise is the same, and the categories cost it nothing.
    expect(rows[0].metrics.get('loss/mixed-mean')?.mean).toBeLessThan(
      rows[1].metrics.get('loss/mixed-mean')?.mean ?? Number.NaN,
    )
    expect(verdict).toMatch(
      /^Of 1 candidates .*choose .*noise\/additive & categorical\/pram, .*1 left illness unmasked/,
    )
  })

  it('says in its verdict how the parts were weighed, with the value of each', async () => {
    const { rows, verdict, axes } = await compare([both])
    const parts = rows.map(({ metrics }) => [...metrics.keys()])[0]
    expect(parts).toEqual(expect.arrayContaining([axes.risk.id, 'risk/dr-combine', 'loss/il-score']))
    expect(verdict).toMatch(
      /risk\/mixed-worst is the greater of its parts, .*: numbers by risk\/dr-combine [\d.]+ %, cat/,
    )
    expect(verdict).toMatch(
      /loss\/mixed-mean is the mean of its parts, weighted by .*: numbers by loss\/il-score [\d.]+ %/,
    )
  })

  it('has no choice where all leave one as it is', async () => {
    const { rows, verdict } = await compare([numbers])
    expect(rows.some(({ chosen }) => chosen)).toBe(false)
    expect(verdict).toMatch(/No candidate can be chosen.*illness unmasked/)
  })
})

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

  it('are null where the risk of one part is unknown: that is not no risk', async () => {
    const found = await measure({ keys: [] })
    expect(found.get('risk/mixed-worst')).toMatchObject({ value: null })
    expect(found.get('risk/mixed-worst')?.reason).toMatch(/^categories: .*quasi-identifiers.*--quasi-identifiers/)
  })
})
