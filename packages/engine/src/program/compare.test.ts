import { createRegistry, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import plugins, { columnGroupsMethod, mirroredMetric, reverseMethod } from '../testing/fake-methods.js'
import { groupsMethod, noiseMethod, nearMetric, distanceMetric } from '@sdc/testing/fake-plugin'
import type { Row } from '../compare/comparison.js'
import { decide } from '../decide/decide.js'
import { fromRows, toRows } from '../index.js'
import { parseComparePlan } from '../plan/plan.js'
import { compare } from './compare.js'
import { mask } from './mask.js'

const data = fromRows(
  Array.from({ length: 60 }, (_, i) => ({ income: 1000 + ((i * 37) % 60) * 25, tax: 100 + ((i * 53) % 60) * 7 })),
)
const settings = {
  columns: ['income', 'tax'],
  metrics: [nearMetric, distanceMetric, mirroredMetric],
  replicates: 2,
  seed: 3,
}

describe('compare', () => {
  it('equals the comparison of a plan', async () => {
    const compared = await compare(
      data,
      [[groupsMethod, { k: [3, 10] }], [noiseMethod, { share: [0.1, 0.5] }], columnGroupsMethod],
      { ...settings, then: [[], [reverseMethod]], limits: { 'fake/mirrored': 60 } },
    )
    const own = await decide({
      registry: createRegistry().use(plugins).freeze(),
      original: data,
      compare: parseComparePlan({
        columns: ['income', 'tax'],
        candidates: [
          { use: 'fake/groups', grid: { k: [3, 10] } },
          { use: 'fake/noise', grid: { share: [0.1, 0.5] } },
          { use: 'fake/column-groups' },
        ],
        then: [[], ['fake/reverse']],
        axes: { risk: 'fake/near', loss: 'fake/distance' },
        replicates: 2,
      }),
      metrics: settings.metrics.map(({ id }) => ({ use: id, params: {} })),
      limits: { 'fake/mirrored': 60 },
      rng: seededRng(3),
    })
    const shown = ({ label, metrics, chosen, pareto }: Row): unknown => [label, [...metrics], chosen, pareto]
    expect(compared.rows.map(shown)).toEqual(own.rows.map(shown))
    expect(compared.rows).toHaveLength(10)
    expect(compared.verdict).toBe(own.verdict)
    expect(compared.choice).toBe(compared.rows.find(({ chosen }) => chosen))
    expect(compared.axes).toMatchObject({ risk: nearMetric, loss: distanceMetric })
  })

  it('masks by a row, with the same result as mask', async () => {
    const compared = await compare(data, [[noiseMethod, { share: [0.3] }]], settings)
    const [row] = compared.rows
    if (row === undefined) throw new Error('there is no row')
    const again = await compared.mask(row, { seed: 3 })
    const own = await mask(data, noiseMethod, { share: 0.3 }, { columns: ['income', 'tax'], seed: 3 })
    expect(toRows(again.data)).toEqual(toRows(own.data))
  })

  it('masks by a row of a mixed file, with the columns that its method accepted', async () => {
    const mixed = fromRows(toRows(data).map((row, i) => ({ ...row, sex: i % 3 === 0 ? 'f' : 'm' })))
    const compared = await compare(mixed, [[groupsMethod, { k: [3] }]], { ...settings, columns: 'all' })
    const [row] = compared.rows
    if (row === undefined) throw new Error('there is no row')
    expect((await compared.mask(row)).columns).toEqual(['income', 'tax'])
  })

  it('takes ids from a registry, and the first metrics as axes', async () => {
    const compared = await compare(data, [['fake/groups', { k: [3] }]], {
      columns: 'all',
      registry: plugins,
      metrics: ['fake/distance', 'fake/near'],
      seed: 1,
    })
    expect(compared.axes).toMatchObject({ risk: { id: 'fake/near' }, loss: { id: 'fake/distance' } })
  })

  it('reports a missing metric of an axis, and errors of a grid', async () => {
    const none = compare(data, [groupsMethod], { columns: 'all', metrics: [nearMetric] })
    await expect(none).rejects.toMatchObject({ code: 'BAD_PLAN', message: expect.stringContaining('loss') as string })
    const wrong = compare(data, [[groupsMethod, { k: [3, 0] }]], settings)
    await expect(wrong).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
  })

  it('has types: grids of the parameters of each method', () => {
    const neverRun = async (): Promise<void> => {
      // @ts-expect-error a grid is a list
      await compare(data, [[groupsMethod, { k: 3 }]], settings)
      // @ts-expect-error a parameter of another method
      await compare(data, [groupsMethod, [noiseMethod, { k: [3] }]], settings)
      // @ts-expect-error an id that is none
      await compare(data, ['fake/grups'], { registry: plugins })
      // @ts-expect-error a metric that is none
      await compare(data, ['fake/groups'], { registry: plugins, metrics: ['fake/nea'] })
    }
    expect(neverRun).toBeTypeOf('function')
  })
})
