import { categorical, dataset, measureInput, numeric, resolveParams, type Column, type Measurement } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { tableColumn } from '../testing/run.fixture.js'
import { categoricalDistanceMetric } from './categorical-distance.js'
import { measureByPlan } from '@sdc/toolkit'

const defaults = resolveParams(categoricalDistanceMetric.params, {})

async function run(x: Column, y: Column, origin?: readonly number[], given = {}): Promise<Measurement> {
  const [original, masked] = [dataset([['a', x]]), dataset([['a', y]])]
  const link = origin && { origin: Int32Array.from(origin) }
  return measureByPlan(
    categoricalDistanceMetric,
    measureInput(original, masked, { params: { ...defaults, ...given }, ...link }),
  )
}

const order = ['none', 'school', 'college', 'master']

describe('loss/categorical-distance', () => {
  it('nominal: the share of cells that changed, for any order of the levels', async () => {
    const x = categorical(['a', 'b', 'c', 'a'])
    const y = categorical(['c', 'b', 'c', 'a'])
    const measured = await run(x, y)
    expect(measured.value).toBe(25)
    expect([...(measured.records ?? [])]).toEqual([100, 0, 0, 0])
    expect(measured.used).toBe(4)
    expect(measured.columns).toEqual(new Map([['a', 25]]))
  })

  it('ordered: steps over the number of categories, 0 for equal ones', async () => {
    const x = categorical(['none', 'none', 'college', 'master'], order)
    const y = categorical(['none', 'school', 'none', 'none'], order)
    // 0, 1, 2 and 3 of 4 steps.
    expect([...((await run(x, y)).records ?? [])]).toEqual([0, 25, 50, 75])
    expect((await run(x, y)).value).toBe(37.5)
    expect((await run(x, x)).value).toBe(0)
  })

  it('ordered, as printed: one category more, so that equal ones have distance 1/|D|', async () => {
    const x = categorical(['none', 'none', 'college', 'master', null], order)
    const y = categorical(['none', 'school', 'none', 'none', null], order)
    const measured = await run(x, y, undefined, { ordered: 'as-printed' })
    expect([...(measured.records ?? [])]).toEqual([25, 50, 75, 100, 0])
    const nominal = categorical(['a', 'b'])
    expect((await run(nominal, nominal, undefined, { ordered: 'as-printed' })).value).toBe(0)
  })

  it('with a taxonomy: by the steps between categories in it', async () => {
    const taxonomy = new Map([
      ['Lyon', 'France'],
      ['Paris', 'France'],
      ['Rome', 'Italy'],
      ['France', null],
      ['Italy', null],
    ])
    const from = ['Lyon', 'Lyon', 'Lyon', 'Lyon', 'Lyon', 'Lyon']
    const to = ['Lyon', 'Paris', 'France', 'Rome', 'Italy', 'Atlantis']
    const x = { ...categorical([...from, 'Rome', 'Paris']), taxonomy }
    const y = categorical([...to, 'Rome', 'Paris'])
    // With two levels 2H = 4: 0, 1 + 1, 1, 2 + 2 above the top, 2 + 1 steps; categories outside the taxonomy have
    // distance 1.
    expect([...((await run(x, y)).records ?? [])]).toEqual([0, 50, 25, 100, 75, 100, 0, 0])
    const ignored = await run(x, y, undefined, { taxonomy: 'ignore' })
    expect([...(ignored.records ?? [])]).toEqual([0, 100, 100, 100, 100, 100, 0, 0])
    // Ordered categories are compared by their order; the taxonomy is used for a coarser one.
    const ordered = { ...categorical(from.slice(0, 2), ['Lyon', 'Paris', 'Rome']), taxonomy }
    expect([...((await run(ordered, categorical(['Rome', 'France']))).records ?? [])]).toEqual([
      expect.closeTo(200 / 3, 12),
      25,
    ])
  })

  it('refuses a taxonomy without a category, or with a circle', async () => {
    const x = categorical(['a', 'b'])
    await expect(run({ ...x, taxonomy: new Map([['a', null]]) }, x)).rejects.toThrow(/lacks the category "b"/)
    const circle = new Map([
      ['a', 'c'],
      ['b', null],
      ['c', 'd'],
      ['d', 'c'],
    ])
    await expect(run({ ...x, taxonomy: circle }, x)).rejects.toMatchObject({
      code: 'BAD_PLAN',
      message: 'the hierarchy contains a circle: c → d → c',
      place: { column: 'a' },
    })
  })

  it('by definition, over all pairs of ordered categories', async () => {
    const pairs = order.flatMap((a) => order.map((b) => [a, b] as const))
    const measured = await run(
      categorical(
        pairs.map(([a]) => a),
        order,
      ),
      categorical(
        pairs.map(([, b]) => b),
        order,
      ),
    )
    pairs.forEach(([a, b], i) => {
      const [least, most] = [order.indexOf(a), order.indexOf(b)].sort()
      const between = order.filter((_, c) => least <= c && c <= most).length
      expect(measured.records?.[i]).toBe((100 * (between - 1)) / order.length)
    })
  })

  it('counts 1 for a value missing on one side, 0 on both, and 1 for a category that the original lacks', async () => {
    for (const levels of [undefined, ['a', 'b', 'c']]) {
      const x = categorical([null, null, 'a', 'a'], levels)
      const y = categorical([null, 'a', null, 'a or b'], levels && [...levels, 'a or b'])
      expect([...((await run(x, y)).records ?? [])]).toEqual([0, 100, 100, 100])
    }
  })

  it('is the mean over cells, with the value of every column', async () => {
    const original = dataset([
      ['a', categorical(['x', 'y'])],
      ['b', categorical(['x', 'y'])],
      ['n', numeric([1, 2])],
    ])
    const masked = dataset([
      ['a', categorical(['x', 'x'])],
      ['b', categorical(['x', 'y'])],
      ['n', categorical(['1', '2'])],
    ])
    const measured = await measureByPlan(
      categoricalDistanceMetric,
      measureInput(original, masked, { params: defaults }),
    )
    expect(measured.value).toBe(25)
    expect(measured.used).toBe(4)
    expect([...(measured.records ?? [])]).toEqual([0, 50])
    expect([...(measured.columns ?? [])]).toEqual([
      ['a', 50],
      ['b', 0],
      ['n', null],
    ])
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([0, 1])
  })

  it('follows the origin, and leaves out records without one', async () => {
    const x = categorical(['a', 'b', 'c'])
    const measured = await run(x, categorical(['c', 'a', 'a']), [2, 0, -1])
    expect(measured.value).toBe(0)
    expect([...(measured.records ?? [])]).toEqual([0, 0, Number.NaN])
    expect(measured.used).toBe(2)
    expect((await run(x, x, [-1, -1, -1])).reason).toMatch(/link/)
    expect((await run(categorical([]), categorical([]))).value).toBeNull()
    expect((await run(numeric([1, 2]), numeric([1, 2]))).reason).toMatch(/no column has categories/)
  })
})
