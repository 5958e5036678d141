import { categorical, numeric, type Column } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { keysReference, runKeys, tableFigures, tableTexts } from './keys.fixture.js'
import { reidentificationMetric } from './reidentification.js'
import { tableColumn } from '../testing/run.fixture.js'

interface Attack {
  readonly recordsAtRisk: number
  readonly highest: number
  readonly average: number
}

/** Another program's risks of adult.csv, with the sizes of its classes. */
interface Risk {
  readonly kind: string
  readonly id: string
  readonly records: number
  readonly suppressed: number
  readonly threshold: number
  readonly prosecutor: Attack
  readonly marketer: number
  /** Size and number of classes, for a sample. */
  readonly sizes: readonly (readonly [number, number])[]
  readonly uniques: number
  readonly lowest: number
  /** Sizes in both files, and number of classes, for a sample with its population. */
  readonly classes: readonly (readonly [number, number, number])[]
  readonly journalist: Attack
}

const risks = keysReference<Risk>('population-risk.json')
const named = (kind: string) => risks.filter((one) => one.kind === kind).map((one) => [one.id, one] as const)

/** Returns a key whose classes have these sizes, and as many records without it as were suppressed. */
function keyOf(sizes: readonly (readonly [id: string, size: number])[], suppressed = 0): Record<string, Column> {
  const labels = sizes.flatMap(([id, size]) => new Array<string>(size).fill(id))
  return { key: categorical([...labels, ...new Array<null>(suppressed).fill(null)]) }
}

describe('risks of adult.csv, compared with another program', () => {
  it.each(named('sample'))('prosecutor and marketer: %s', async (_, one) => {
    const sizes = one.sizes.flatMap(([size, count], s) =>
      Array.from({ length: count }, (__, k) => [`${s}-${k}`, size] as const),
    )
    const params = { threshold: one.threshold }
    const measured = await runKeys(reidentificationMetric, keyOf(sizes, one.suppressed), { params })
    // Exact, except for the rounding of 100 times a share.
    const counted = one.records - one.suppressed
    expect(tableColumn(measured, 'attackers', 'records at risk').slice(0, 2)).toEqual([
      Math.round(one.prosecutor.recordsAtRisk * counted),
      Math.round(one.prosecutor.recordsAtRisk * counted),
    ])
    expect(tableColumn(measured, 'attackers', 'records at risk')[0] / counted).toBe(one.prosecutor.recordsAtRisk)
    expect(tableColumn(measured, 'attackers', 'highest chance')[0]).toBe(one.prosecutor.highest)
    expect(tableColumn(measured, 'attackers', 'average chance')).toEqual([
      one.prosecutor.average,
      one.prosecutor.average,
      one.marketer,
    ])
    expect(measured.used).toBe(counted)
    expect(measured.value).toBe((100 * Math.round(one.prosecutor.recordsAtRisk * counted)) / counted)
    expect(tableFigures(measured, 'records')).toMatchObject({
      records: one.records,
      suppressed: one.suppressed,
      counted,
      'unique in the file': one.uniques,
      'least chance': one.lowest,
    })
    const marketer = await runKeys(reidentificationMetric, keyOf(sizes, one.suppressed), {
      params: { attacker: 'marketer' },
    })
    expect(marketer.value).toBe(100 * one.marketer)
    expect(marketer.warnings?.[0]).toMatch(/no population is given/)
  })

  it.each(named('journalist'))('journalist with a population: %s', async (_, one) => {
    const both = one.classes.flatMap(([f, F, count], s) =>
      Array.from({ length: count }, (__, k) => [`${s}-${k}`, f, F] as const),
    )
    const file = keyOf(
      both.map(([id, f]) => [id, f]),
      one.suppressed,
    )
    const population = keyOf(both.map(([id, , F]) => [id, F]))
    const params = { attacker: 'journalist', threshold: one.threshold }
    const measured = await runKeys(reidentificationMetric, file, { params, population })
    const counted = one.records - one.suppressed
    const atRisk = tableColumn(measured, 'attackers', 'records at risk')
    expect(atRisk[0] / counted).toBe(one.prosecutor.recordsAtRisk)
    expect(atRisk[1] / counted).toBe(one.journalist.recordsAtRisk)
    expect(measured.value).toBe((100 * atRisk[1]) / counted)
    expect(tableColumn(measured, 'attackers', 'highest chance').slice(0, 2)).toEqual([
      one.prosecutor.highest,
      one.journalist.highest,
    ])
    const average = tableColumn(measured, 'attackers', 'average chance')
    expect(average[0]).toBe(one.prosecutor.average)
    // Some thousand quotients, added up in another order.
    expect(average[1]).toBeCloseTo(one.journalist.average, 14)
    expect(average[2]).toBeCloseTo(one.marketer, 14)
    expect(measured.warnings).toBeUndefined()
  })
})

describe('risk/reidentification', () => {
  const a = { a: categorical([...'xxxyyz']) }

  it('a probability equal to the threshold does not exceed it', async () => {
    const of = async (threshold: number): Promise<number | null> =>
      (await runKeys(reidentificationMetric, a, { params: { threshold } })).value
    expect(await of(0.5)).toBe(100 / 6)
    expect(await of(0.4999)).toBe(50)
    expect(await of(1)).toBe(0)
    expect(await of(0)).toBe(100)
  })

  it('by record: one over the number of matches in the file, and in the population', async () => {
    const population = { a: categorical([...'xxxxyyyyyzzw']) }
    const measured = await runKeys(reidentificationMetric, a, { params: { attacker: 'journalist' }, population })
    expect([...(measured.records ?? [])]).toEqual([0.25, 0.25, 0.25, 0.2, 0.2, 0.5])
    expect(measured.recordColumns?.column('f')).toEqual(numeric([3, 3, 3, 2, 2, 1]))
    expect(measured.recordColumns?.column('F')).toEqual(numeric([4, 4, 4, 5, 5, 2]))
    // 3/4 + 2/5 + 1/2 of 6 right links, and three classes over eleven records.
    expect(tableColumn(measured, 'attackers', 'average chance')[2]).toBeCloseTo(1.65 / 6, 15)
    expect(tableColumn(measured, 'attackers', 'average chance')[1]).toBeCloseTo(1.65 / 6, 15)
    expect(tableFigures(measured, 'records')).toMatchObject({
      'records of the population': 12,
      'unique in the population': 0,
    })
    expect(tableTexts(measured, 'attackers', 'attacker')[1]).toBe('journalist')
  })

  it('the average of the journalist is the greater of two', async () => {
    // Classes over matches: 2/101; links: (100/100 + 1/1)/101 — and 2/4 against (1/1 + 1/3)/2.
    const population = { a: categorical([...'xyyy']) }
    const measured = await runKeys(reidentificationMetric, { a: categorical([...'xy']) }, { population })
    expect(tableColumn(measured, 'attackers', 'average chance').slice(1)).toEqual([(1 + 1 / 3) / 2, (1 + 1 / 3) / 2])
    const many = { a: categorical([...'xxxxy', ...'x'.repeat(8)]) }
    const other = await runKeys(
      reidentificationMetric,
      { a: categorical([...'xxxxy']) },
      { population: { a: categorical([...'xxxxyyyyyyyy']) } },
    )
    expect(tableColumn(other, 'attackers', 'average chance')[2]).toBeCloseTo((1 + 1 / 8) / 5, 15)
    expect(tableColumn(other, 'attackers', 'average chance')[1]).toBeCloseTo(Math.max((1 + 1 / 8) / 5, 2 / 12), 15)
    expect((await runKeys(reidentificationMetric, many)).used).toBe(13)
  })

  it('a record without a match in the population is not found, with a warning', async () => {
    const population = { a: categorical([...'xxy']) }
    const measured = await runKeys(reidentificationMetric, a, { params: { attacker: 'journalist' }, population })
    expect([...(measured.records ?? [])]).toEqual([0.5, 0.5, 0.5, 1, 1, 0])
    expect(measured.warnings).toEqual([
      '1 of 6 records match no record of the population, and count as not found in it',
      '5 of 6 records match fewer records of the population than of the file, so the file is not a sample of it',
    ])
  })

  it('missing keys and their matches in the population', async () => {
    const file = { a: categorical(['x', null, 'y']), b: numeric([1, 1, 1]) }
    const population = { a: categorical(['x', 'y', 'y', null]), b: numeric([1, 1, 2, 1]) }
    const F = async (params: object): Promise<Column | undefined> =>
      (await runKeys(reidentificationMetric, file, { params: { ...params }, population })).recordColumns?.column('F')
    expect(await F({})).toEqual(numeric([2, 3, 2]))
    expect(await F({ missing: 'own-level' })).toEqual(numeric([1, 1, 1]))
    expect(await F({ missing: 'never' })).toEqual(numeric([1, 1, 1]))
    expect(await F({ missing: 'share', share: 0.25 })).toEqual(numeric([1.25, 3, 1.25]))
  })

  it('suppressed records are counted separately only', async () => {
    const file = { a: categorical(['x', null, null]), b: numeric([Number.NaN, Number.NaN, 1]) }
    const measured = await runKeys(reidentificationMetric, file)
    expect(measured.used).toBe(2)
    expect([...(measured.records ?? [])]).toEqual([0.5, Number.NaN, 0.5])
    expect(tableFigures(measured, 'records')).toMatchObject({ records: 3, suppressed: 1, counted: 2 })
    const none = await runKeys(reidentificationMetric, { a: categorical([null, null]) })
    expect(none).toMatchObject({
      value: null,
      reason: 'all 2 records are suppressed: all their quasi-identifiers are missing',
    })
  })

  it('names the keys that the population lacks', async () => {
    const of = async (population: Record<string, Column>): Promise<string | undefined> =>
      (await runKeys(reidentificationMetric, a, { population })).reason
    expect(await of({ b: categorical(['x']) })).toBe('the population lacks the quasi-identifier "a"')
    expect(await of({ a: numeric([1]) })).toMatch(/column "a" is numeric in only one of file and population/)
    expect((await runKeys(reidentificationMetric, {})).reason).toMatch(/no column is a quasi-identifier/)
    expect((await runKeys(reidentificationMetric, { a: categorical([]) })).reason).toBe('the file has no records')
  })

  it('accepts one record; −0 and infinite keys; and levels with other codes in the population', async () => {
    expect(await runKeys(reidentificationMetric, { a: numeric([3]) })).toMatchObject({ value: 100, used: 1 })
    const keys = { a: numeric([0, -0, Infinity, -Infinity]) }
    const measured = await runKeys(reidentificationMetric, keys, { population: { a: numeric([-0, 0, 0, Infinity]) } })
    expect(measured.recordColumns?.column('F')).toEqual(numeric([3, 3, 1, 0]))
    const other = await runKeys(reidentificationMetric, a, { population: { a: categorical([...'zyx'], [...'wzyx']) } })
    expect(other.recordColumns?.column('F')).toEqual(numeric([1, 1, 1, 1, 1, 1]))
  })
})
