import { categorical, numeric, type Column } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { keysReference, runKeys, tableFigures, tableTexts } from './keys.fixture.js'
import { lDiversityMetric } from './l-diversity.js'
import { tableColumn } from '../testing/run.fixture.js'

interface Diversity {
  readonly id: string
  readonly keys: readonly string[]
  readonly sensitive: readonly string[]
  readonly c: number
  /** Number of records, the keys, the sensitive values, and distinct, entropy and recursive diversity of each. */
  readonly records: readonly (readonly (number | null)[])[]
}

const cases = keysReference<Diversity>('l-diversity.json').map((one) => [one.id, one] as const)

/** Returns the columns of a case, and the results for sensitive column k of every record. */
function recordsOf(one: Diversity) {
  const rows = one.records.flatMap((row) => new Array<typeof row>(row[0] ?? 0).fill(row))
  const at = 1 + one.keys.length
  const values = (from: number): (number | null)[] => rows.map((row) => row[from])
  const found = (k: number, what: number): number[] =>
    rows.map((row) => row[at + one.sensitive.length + 3 * k + what] ?? Number.NaN)
  return {
    keys: Object.fromEntries(one.keys.map((name, j) => [name, labels(values(1 + j))])),
    values: (k: number) => values(at + k),
    found,
    rows: rows.length,
  }
}

const labels = (values: readonly (number | null)[]): Column =>
  categorical(values.map((value) => (value === null ? null : `v${value}`)))

describe('risk/l-diversity for 4,580 records, compared with another program', () => {
  it.each(cases)('%s', async (id, one) => {
    const { keys, values, found, rows } = recordsOf(one)
    expect(rows).toBe(4580)
    const holed = id.endsWith('_NA')
    const confidential = one.sensitive
    // The other program treats every missing value as a value of its own.
    const column = (k: number): Column =>
      holed
        ? categorical(values(k).map((value, i) => (value === null ? `none of ${i}` : `v${value}`)))
        : labels(values(k))
    const columns = { ...keys, ...Object.fromEntries(confidential.map((name, k) => [name, column(k)])) }
    for (const [what, diversity] of (['distinct', 'entropy', 'recursive'] as const).entries()) {
      const params = { diversity, c: one.c, missing: 'own-level', l: 2 }
      const measured = await runKeys(lDiversityMetric, columns, { confidential, params })
      confidential.forEach((name, k) => {
        const ours = measured.recordColumns?.column(`${name}: ${diversity}`)
        if (ours?.kind !== 'numeric') throw new Error('no numbers')
        const expected = found(k, what)
        ours.values.forEach((value, i) => expect(Math.abs(value - expected[i])).toBeLessThan(1e-12 * expected[i]))
        // 2, minus rounding.
        const below = expected.filter((value) => value < 2 - 1e-9).length
        expect(measured.columns?.get(name)).toBe((100 * below) / rows)
      })
      const worst = expected(confidential.map((_, k) => found(k, what)))
      measured.records?.forEach((value, i) => expect(value).toBeCloseTo(worst[i], 11))
    }
  })

  const expected = (columns: readonly (readonly number[])[]): number[] =>
    columns[0].map((_, i) => Math.min(...columns.map((one) => one[i])))

  it('ours differs if sensitive values are missing: they are one value, so that no class gains from missing values', async () => {
    const [, one] = cases.find(([id]) => id === 'ldiversity_NA') ?? expect.fail()
    const { keys, values, found, rows } = recordsOf(one)
    const measured = await runKeys(
      lDiversityMetric,
      { ...keys, relat: labels(values(0)) },
      { confidential: ['relat'], params: { missing: 'own-level' } },
    )
    let differ = 0
    const theirs = found(0, 0)
    measured.records?.forEach((value, i) => {
      expect(value).toBeLessThanOrEqual(theirs[i])
      if (value < theirs[i]) differ++
    })
    expect(differ).toBeGreaterThan(rows / 2)
    // Nine relations and missing: 29 is not a possible number of values.
    expect(Math.max(...(measured.records ?? []))).toBe(10)
    expect(Math.max(...theirs)).toBe(29)
  })
})

describe('risk/l-diversity', () => {
  const keys = { a: categorical([...'xxxxyyyz']) }
  // Class x has two values, y one, z one.
  const job = categorical(['1', '1', '1', '2', '3', '3', '3', '4'])

  it('counts the records of classes below the limit, and their total', async () => {
    const measured = await runKeys(lDiversityMetric, { ...keys, job }, { confidential: ['job'] })
    expect(measured).toMatchObject({ value: 50, used: 8 })
    expect([...(measured.records ?? [])]).toEqual([2, 2, 2, 2, 1, 1, 1, 1])
    expect(tableColumn(measured, 'confidential columns', 'records below')).toEqual([4])
    expect(tableColumn(measured, 'confidential columns', 'of records')).toEqual([8])
    expect(tableColumn(measured, 'confidential columns', 'percent')).toEqual([50])
    expect(tableTexts(measured, 'diversity', 'diversity')).toEqual(['distinct', 'entropy', 'recursive'])
    expect(tableColumn(measured, 'diversity', 'least')).toEqual([1, 1, 1])
    expect(tableColumn(measured, 'diversity', 'mean over records')[0]).toBe(1.5)
    expect(tableFigures(measured, 'classes')).toMatchObject({ records: 8, classes: 3 })
  })

  it('accepts an entropy of exactly ln ℓ, but not a recursive diversity of exactly c times the rest', async () => {
    const columns = { a: categorical([...'xxxxxx']), job: categorical(['1', '1', '2', '2', '3', '3']) }
    const value = async (params: object): Promise<number | null> =>
      (await runKeys(lDiversityMetric, columns, { confidential: ['job'], params: { ...params } })).value
    expect(await value({ diversity: 'entropy', l: 3 })).toBe(0)
    expect(await value({ diversity: 'entropy', l: 3.001 })).toBe(100)
    // 2 < 1 · 2 does not hold for ℓ = 3, but 2 < 1 · 4 for ℓ = 2 does.
    expect(await value({ diversity: 'recursive', l: 3, c: 1 })).toBe(100)
    expect(await value({ diversity: 'recursive', l: 2, c: 1 })).toBe(0)
  })

  it('with several columns a record is at risk if it is so in any column; a table has each column', async () => {
    const pay = numeric([1, 2, 3, 4, 5, 5, 6, 7])
    const columns = { ...keys, job, pay }
    const measured = await runKeys(lDiversityMetric, columns, { confidential: ['job', 'pay'], params: { l: 2 } })
    expect(measured.value).toBe(50)
    expect(measured.columns).toEqual(
      new Map([
        ['job', 50],
        ['pay', 12.5],
      ]),
    )
    expect([...(measured.records ?? [])]).toEqual([2, 2, 2, 2, 1, 1, 1, 1])
    const params = { sensitive: ['pay'] }
    expect((await runKeys(lDiversityMetric, columns, { keys: ['a'], params })).value).toBe(12.5)
    expect(tableTexts(measured, 'confidential columns', 'column')).toEqual(['job', 'pay'])
  })

  it('with missing keys the values are those of all records that match', async () => {
    const columns = { a: categorical(['x', 'x', null, 'y']), job: categorical(['1', '1', '2', '3']) }
    const of = async (params: object): Promise<number[]> =>
      Array.from(
        (await runKeys(lDiversityMetric, columns, { confidential: ['job'], params: { ...params } })).records ?? [],
      )
    expect(await of({})).toEqual([2, 2, 3, 2])
    expect(await of({ missing: 'own-level' })).toEqual([1, 1, 1, 1])
    expect(await of({ missing: 'never' })).toEqual([1, 1, 1, 1])
    // exp of the entropy of 2 and ¼, and of 1, 2 and 1.
    const share = await of({ missing: 'share', share: 0.25, diversity: 'entropy' })
    const entropy = (...w: number[]): number => {
      const total = w.reduce((sum, one) => sum + one, 0)
      return Math.exp(-w.reduce((sum, one) => sum + (one / total) * Math.log(one / total), 0))
    }
    expect(share[0]).toBeCloseTo(entropy(2, 0.25), 12)
    expect(share[2]).toBeCloseTo(entropy(1, 2, 1), 12)
    expect(share[3]).toBeCloseTo(entropy(1, 0.25), 12)
  })

  it('records with missing values only share one value; one record has one', async () => {
    const none = { ...keys, job: categorical(new Array<null>(8).fill(null)) }
    expect(await runKeys(lDiversityMetric, none, { confidential: ['job'] })).toMatchObject({ value: 100, used: 8 })
    const one = { a: categorical(['x']), job: categorical(['1']) }
    expect((await runKeys(lDiversityMetric, one, { confidential: ['job'] })).value).toBe(100)
    expect((await runKeys(lDiversityMetric, one, { confidential: ['job'], params: { l: 1 } })).value).toBe(0)
  })

  it('names of values, the order of levels, and −0 have no effect; infinite values are values', async () => {
    const pay = [0, -0, 0, Infinity, -Infinity, 1, 1, 2]
    const measured = await runKeys(lDiversityMetric, { ...keys, pay: numeric(pay) }, { confidential: ['pay'] })
    expect([...(measured.records ?? [])]).toEqual([2, 2, 2, 2, 2, 2, 2, 1])
    const renamed = categorical(
      pay.map((value) => `a${value === 0 ? 9 : value}`),
      ['a2', 'aInfinity', 'a1', 'a-Infinity', 'unused', 'a9'],
    )
    const other = await runKeys(lDiversityMetric, { ...keys, pay: renamed }, { confidential: ['pay'] })
    expect(other.records).toEqual(measured.records)
  })

  it('states missing columns, and refuses a sensitive column that is a key', async () => {
    const columns = { ...keys, job }
    expect((await runKeys(lDiversityMetric, columns, { keys: ['a'] })).reason).toMatch(/no column is confidential/)
    expect((await runKeys(lDiversityMetric, columns, { keys: [], confidential: ['job'] })).reason).toMatch(
      /no column is a quasi-identifier/,
    )
    expect(
      (await runKeys(lDiversityMetric, { a: categorical([]), job: categorical([]) }, { confidential: ['job'] })).reason,
    ).toBe('the file has no records')
    expect((await runKeys(lDiversityMetric, keys, { confidential: ['job'] })).reason).toMatch(
      /none of the confidential columns job/,
    )
    await expect(
      runKeys(lDiversityMetric, columns, { keys: ['a'], params: { sensitive: ['a'] } }),
    ).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      message: 'column "a" is both confidential and a quasi-identifier',
      place: { column: 'a', parameter: 'sensitive' },
    })
    await expect(
      runKeys(lDiversityMetric, columns, { keys: ['a'], params: { sensitive: ['pay'] } }),
    ).rejects.toMatchObject({
      code: 'UNKNOWN_COLUMN',
      message: 'the file has no confidential column "pay"',
    })
  })
})
