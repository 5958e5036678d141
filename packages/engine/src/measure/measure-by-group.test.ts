import { describe, expect, it } from 'vitest'
import { categorical, dataset, numeric, seededRng, takeRows, type Dataset } from '@sdc/core'
import { registry } from '../testing/fake-methods.js'
import { measureByGroup, measureFiles, type MeasureFilesInput } from './measure.js'

const rng = seededRng('measure by group')
const draws = (n: number): number[] => Array.from({ length: n }, () => rng.normal())

const rows = 60
const original: Dataset = dataset([
  ['a', numeric(draws(rows))],
  ['b', numeric(draws(rows))],
  ['region', categorical(Array.from({ length: rows }, (_, i) => (i % 10 === 7 ? null : ['n', 's', 's'][i % 3])))],
])
const masked: Dataset = dataset([
  ['a', numeric(draws(rows))],
  ['b', numeric(draws(rows))],
  ['region', original.column('region')],
])
const inOrder = Int32Array.from({ length: rows }, (_, i) => i)
const job: MeasureFilesInput = {
  registry,
  original,
  masked,
  origin: inOrder,
  columns: ['a', 'b'],
  metrics: [
    { use: 'fake/together', params: {} },
    { use: 'fake/near', params: {} },
  ],
  rng: seededRng(1),
}

describe('measureByGroup', () => {
  it('returns for every group what measuring it as a separate file returns', async () => {
    const groups = await measureByGroup(job, ['region'])
    expect(groups.map(({ group, records }) => [group, records])).toEqual([
      ['region=n', 18],
      ['region=s', 36],
      ['region missing', 6],
    ])
    const south = inOrder.filter((i) => i % 10 !== 7 && i % 3 > 0)
    const alone = await measureFiles({
      ...job,
      original: takeRows(original, south),
      masked: takeRows(masked, south),
      origin: Int32Array.from(south.keys()),
    })
    const values = (measured: typeof alone): unknown[] => measured.map(({ measurement }) => measurement.value)
    expect(values(groups[1].measured as typeof alone)).toEqual(values(alone))
  })

  it('finds the records of a group in any order, and those without origin by their own values', async () => {
    const order = inOrder.slice().reverse()
    const moved = await measureByGroup({ ...job, masked: takeRows(masked, order), origin: order }, ['region'])
    const still = await measureByGroup(job, ['region'])
    const ranks = (groups: typeof moved): unknown[] => groups.map(({ measured }) => measured[0].measurement.value)
    expect(ranks(moved)).toEqual(ranks(still))
    const nobody = await measureByGroup({ ...job, origin: inOrder.map(() => -1) }, ['region'])
    expect(nobody.map(({ records }) => records)).toEqual([18, 36, 6])
    expect(nobody.every(({ measured }) => measured[1].measurement.value === null)).toBe(true)
  })

  it('refuses a column that is missing, or both measured and grouped by', async () => {
    await expect(measureByGroup(job, ['a'])).rejects.toMatchObject({ code: 'BAD_OPTION', place: { column: 'a' } })
    await expect(measureByGroup(job, ['sex'])).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN' })
  })
})
