import { categorical, numeric, type Column } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { runKeys, tableTexts } from './keys.fixture.js'
import { tClosenessMetric } from './t-closeness.js'
import { tableColumn } from '../testing/run.fixture.js'

const distances = async (column: Column, params: Readonly<Record<string, unknown>> = {}): Promise<(string | null)[]> =>
  tableTexts(
    await runKeys(tClosenessMetric, { a: categorical([...'xxyy']), s: column }, { confidential: ['s'], params }),
    'confidential columns',
    'distance',
  )

describe('risk/t-closeness', () => {
  // Nine incomes in three classes: the example of Li, Li & Venkatasubramanian 2007, tables 3 and 5.
  const incomes = numeric([3, 4, 5, 6, 11, 8, 7, 9, 10])
  const classes = categorical([...'aaabbbccc'])

  it('has the published distances of ordered values: .375, .167 and .236', async () => {
    const measured = await runKeys(tClosenessMetric, { classes, incomes }, { confidential: ['incomes'] })
    const t = measured.records ?? new Float64Array(9)
    expect(t[0]).toBeCloseTo(0.375, 12)
    expect(t[3]).toBeCloseTo(1 / 6, 12)
    // 7, 9 and 10 of 3 … 11: 1/8 · (1 + 2 + 3 + 4 + 2 + 3 + 1 + 1)/9.
    expect(t[6]).toBeCloseTo(17 / 72, 12)
    // Two of three classes are farther than .2.
    expect(measured).toMatchObject({ value: (100 * 6) / 9, used: 9 })
    expect(tableColumn(measured, 'confidential columns', 'records above t')).toEqual([6])
    expect(tableColumn(measured, 'confidential columns', 'greatest t')[0]).toBeCloseTo(0.375, 12)
    expect(tableColumn(measured, 'confidential columns', 'least t')[0]).toBeCloseTo(1 / 6, 12)
    expect(tableColumn(measured, 'confidential columns', 'mean t over records')[0]).toBeCloseTo(
      (t[0] + t[3] + t[6]) / 3,
      12,
    )
  })

  it('accepts a distance of exactly t', async () => {
    const of = async (t: number): Promise<number | null> =>
      (await runKeys(tClosenessMetric, { classes, incomes }, { confidential: ['incomes'], params: { t } })).value
    expect(await of(0.375)).toBe(0)
    expect(await of(1 / 6)).toBeCloseTo((100 * 6) / 9, 12)
    expect(await of(1 / 6 - 1e-9)).toBe(100)
  })

  it('uses the distance of the column: ordered, by the taxonomy, equal', async () => {
    const plain = categorical([...'pqpr'])
    const ordered = { ...plain, ordered: true }
    const taxonomy = new Map([
      ['p', 'u'],
      ['q', 'u'],
      ['r', null],
      ['u', null],
    ] as const)
    expect(await distances(numeric([1, 2, 3, 4]))).toEqual(['ordered'])
    expect(await distances(ordered)).toEqual(['ordered'])
    expect(await distances(plain)).toEqual(['equal'])
    expect(await distances({ ...plain, taxonomy })).toEqual(['hierarchical'])
    expect(await distances({ ...ordered, taxonomy }, { distance: 'equal' })).toEqual(['equal'])
    expect(await distances({ ...ordered, taxonomy }, { distance: 'ordered' })).toEqual(['ordered'])
  })

  it('refuses ordered for a column without an order, and hierarchical without a taxonomy', async () => {
    const plain = categorical([...'pqpr'])
    await expect(distances(plain, { distance: 'ordered' })).rejects.toMatchObject({
      code: 'NOT_ORDERED',
      place: { column: 's' },
    })
    await expect(distances(plain, { distance: 'hierarchical' })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      place: { column: 's' },
    })
    await expect(distances(numeric([1, 2, 3, 4]), { distance: 'hierarchical' })).rejects.toThrow(/has no hierarchy/)
    await expect(
      distances({
        ...plain,
        taxonomy: new Map([
          ['p', null],
          ['q', null],
        ]),
      }),
    ).rejects.toMatchObject({
      code: 'BAD_PLAN',
      message: 'the taxonomy does not have the category "r"',
      place: { column: 's', metric: 'risk/t-closeness' },
    })
    await expect(
      distances({
        ...plain,
        taxonomy: new Map([
          ['p', 'q'],
          ['q', 'p'],
          ['r', null],
        ]),
      }),
    ).rejects.toThrow(/the taxonomy has a cycle: p → q → p/)
    await expect(distances(plain, { sensitive: ['a'] })).rejects.toThrow(
      /"a" is both confidential and a quasi-identifier/,
    )
  })

  it('values in another unit, reversed, or with other names have the same distance', async () => {
    const of = async (s: Column): Promise<Float64Array | undefined> =>
      (await runKeys(tClosenessMetric, { classes, s }, { confidential: ['s'] })).records
    const base = await of(incomes)
    for (const f of [(v: number) => v * 1e-9, (v: number) => v + 1e9, (v: number) => v * v * v])
      expect(await of(numeric(incomes.values.map(f)))).toEqual(base)
    const turned = await of(numeric(incomes.values.map((v) => -v)))
    turned?.forEach((t, i) => expect(t).toBeCloseTo(base?.[i] ?? Number.NaN, 12))
    const names = categorical([...'pqrpqrpqr'])
    const others = categorical([...'zaczaczac'], ['c', 'b', 'a', 'z'])
    expect(await of({ ...others, ordered: false })).toEqual(await of(names))
  })

  it('missing values come last in an order, have an equal distance with `equal`, and are directly below the top', async () => {
    const t = async (s: Column, params = {}): Promise<number> =>
      (await runKeys(tClosenessMetric, { a: categorical([...'xxyy']), s }, { confidential: ['s'], params }))
        .records?.[0] ?? Number.NaN
    // p = ¼, ¼, ½; of x 1, 2: gaps ¼, ½.
    expect(await t(numeric([1, 2, Number.NaN, Number.NaN]))).toBeCloseTo((0.25 + 0.5) / 2, 14)
    expect(await t(categorical(['p', 'q', null, null]))).toBeCloseTo(0.5, 14)
    const taxonomy = new Map([
      ['p', 'u'],
      ['q', 'u'],
      ['u', 'top'],
      ['top', null],
    ] as const)
    expect(await t({ ...categorical(['p', 'p', 'q', null]), taxonomy })).toBeCloseTo(0.25 * 0.5 + 0.25, 14)
    expect(await t(categorical([null, null, null, null]))).toBe(0)
  })

  it('one value or one record is like the file', async () => {
    expect(
      (await runKeys(tClosenessMetric, { a: numeric([1, 2, 3]), s: numeric([5, 5, 5]) }, { confidential: ['s'] }))
        .value,
    ).toBe(0)
    expect(
      await runKeys(tClosenessMetric, { a: numeric([1]), s: numeric([5]) }, { confidential: ['s'] }),
    ).toMatchObject({ value: 0, used: 1 })
    const holed = { a: numeric([Number.NaN, Number.NaN]), s: numeric([1, 2]) }
    expect((await runKeys(tClosenessMetric, holed, { confidential: ['s'] })).value).toBe(0)
    expect((await runKeys(tClosenessMetric, holed, { confidential: ['s'], params: { missing: 'never' } })).value).toBe(
      100,
    )
    expect((await runKeys(tClosenessMetric, { s: numeric([1]) }, { confidential: ['s'] })).reason).toMatch(
      /no column is a quasi-identifier/,
    )
    expect((await runKeys(tClosenessMetric, { a: numeric([1]) }, {})).reason).toMatch(/no column is confidential/)
  })

  it('two columns: each separately, and a record is at risk by either', async () => {
    const columns = { classes, incomes, other: categorical([...'ppppppqqq']) }
    const measured = await runKeys(tClosenessMetric, columns, {
      confidential: ['incomes', 'other'],
      params: { t: 0.35 },
    })
    // Incomes: the first class; other: the last, ⅔ from the file, the others ⅓.
    expect(measured.value).toBeCloseTo((100 * 6) / 9, 12)
    expect(measured.columns?.get('other')).toBeCloseTo((100 * 3) / 9, 12)
    expect(measured.records?.[8]).toBeCloseTo(2 / 3, 12)
    expect(measured.recordColumns?.names).toEqual(['incomes: t', 'other: t'])
  })
})
