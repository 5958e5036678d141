import {
  categorical,
  dataset,
  maskInput,
  noRoles,
  numeric,
  resolveParams,
  type Column,
  type MaskResult,
  type Roles,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { labels, numbers, run } from '../testing.fixture.js'
import { localSuppressionMethod } from './local-suppression.js'
import { maskByPlan } from '@sdc/toolkit'

/** Six people; the fourth and the fifth have unique keys, and differ only in the town. */
const people = {
  age: numeric([30, 30, 30, 45, 45, 30]),
  town: categorical(['a', 'a', 'a', 'b', 'c', 'a']),
  grade: { ...categorical(['007', '007', '007', '01.10', '01.10', '007'], ['007', '01.10']), ordered: true },
}

async function withRoles(
  columns: Readonly<Record<string, Column>>,
  params: Readonly<Record<string, unknown>>,
  roles: Partial<Roles>,
): Promise<MaskResult> {
  const resolved = resolveParams(localSuppressionMethod.params, params)
  return maskByPlan(
    localSuppressionMethod,
    maskInput(dataset(Object.entries(columns)), { params: resolved, roles: { ...noRoles, ...roles } }),
  )
}

describe('coding/local-suppression', () => {
  it('suppresses the one cell that makes both unsafe records safe, and reports that one of them keeps its keys', async () => {
    const result = await run(localSuppressionMethod, people, { k: 2 })
    expect(numbers(result, 'age')).toEqual([30, 30, 30, 45, 45, 30])
    const towns = labels(result, 'town')
    expect(towns.filter((town) => town === null)).toHaveLength(1)
    expect([...towns.slice(0, 3), towns[5]]).toEqual(['a', 'a', 'a', 'a'])
    expect(result.files[0].columns.get('grade')).toBe(people.grade)
    expect(Object.fromEntries(result.report ?? [])).toMatchObject({
      'unsafe records': 2,
      'suppressed cells': 1,
      'suppressed cells of town': 1,
      'records with suppressed cells': 1,
      'unsafe records that kept all quasi-identifiers': 1,
      'lower bound': 1,
      gap: 0,
      'proved optimal': 1,
    })
    expect(result.warnings).toEqual([
      '1 of 18 values are suppressed (town 1) for 2 unsafe records: the minimum',
      '1 unsafe record keeps all its values and is safe only if a missing value of another record counts as a match; protect: record suppresses in each of them',
      'suppression does not hide 1 of 6 people: their true quasi-identifiers fit fewer than k released records, those of 1 only one (risk/compatible); protect: person suppresses until they fit k',
    ])
  })

  it('suppresses in both with protect: record, or missing as a value of its own', async () => {
    for (const params of [{ protect: 'record' }, { missing: 'own-level' }]) {
      const result = await run(localSuppressionMethod, people, { k: 2, ...params })
      expect(labels(result, 'town')).toEqual(['a', 'a', 'a', null, null, 'a'])
      expect(result.warnings).toHaveLength(1)
    }
  })

  it('spares important keys: by weights, and by order if the number of cells is equal', async () => {
    // The second record can lose either key, to match the first records or the last ones.
    const columns = { a: numeric([1, 1, 1, 2, 2]), b: numeric([1, 1, 2, 2, 2]) }
    const lost = async (params: Readonly<Record<string, unknown>>): Promise<string[]> => {
      const result = await run(localSuppressionMethod, columns, { k: 2, ...params })
      return ['a', 'b'].filter((name) => numbers(result, name).some(Number.isNaN))
    }
    expect(await lost({ importance: { a: 2 } })).toEqual(['b'])
    expect(await lost({ importance: { b: 2 } })).toEqual(['a'])
    expect(await lost({ importanceOrder: ['a', 'b'] })).toEqual(['b'])
    expect(await lost({ importanceOrder: ['b'] })).toEqual(['a'])
    const result = await run(localSuppressionMethod, columns, { k: 2, importance: { a: 5, b: 3 } })
    expect(Object.fromEntries(result.report ?? [])).toMatchObject({
      'weight of the suppressed cells': 3,
      'lower bound': 3,
    })
  })

  it('uses only some combinations of keys if a dimension or subsets are given', async () => {
    // Every value of each key occurs twice, every pair of values once.
    const columns = { a: numeric([1, 1, 2, 2]), b: numeric([1, 2, 1, 2]), c: numeric([1, 2, 2, 1]) }
    const cells = async (params: Readonly<Record<string, unknown>>): Promise<number | undefined> =>
      (await run(localSuppressionMethod, columns, params)).report?.get('suppressed cells') as number
    expect(await cells({ k: 2, dimension: 1 })).toBe(0)
    expect(await cells({ k: 2, dimension: 2 })).toBeGreaterThan(0)
    expect(await cells({ k: 2, dimension: 3 })).toBe(await cells({ k: 2 }))
    const some = await run(localSuppressionMethod, columns, {
      subsets: [
        { columns: ['c', 'a'], k: 2 },
        { dimension: 1, k: 2 },
      ],
    })
    expect(some.files[0].columns.get('b')).toBe(columns.b)
    expect(some.report?.get('suppressed cells')).toBeGreaterThan(0)
  })

  it('leaves confidential columns named with quasi-identifiers unchanged, and reports it', async () => {
    const roles = { keys: ['age', 'town'], confidential: ['grade'] }
    const result = await withRoles({ ...people, grade: categorical(['1', '2', '3', '4', '5', '6']) }, { k: 2 }, roles)
    expect(labels(result, 'grade')).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(result.report?.get('suppressed cells')).toBe(1)
    expect(result.warnings?.[0]).toBe('confidential columns are not quasi-identifiers and stay unchanged: grade')
  })

  it('ignores constant or missing keys, and reports it', async () => {
    const none = { a: numeric([Number.NaN, Number.NaN, Number.NaN]), b: categorical(['x', 'x', 'x']) }
    for (const missing of ['wildcard', 'own-level', 'share']) {
      const result = await run(localSuppressionMethod, none, { k: 3, missing })
      expect(result.files[0].columns.get('a')).toBe(none.a)
      expect(result.warnings).toEqual([
        'nothing is suppressed: every record already matches enough records in its quasi-identifiers',
      ])
    }
  })

  it('reports that nothing of the keys is left', async () => {
    const result = await run(localSuppressionMethod, { a: numeric([1, 2, 3]) }, { k: 3, missing: 'own-level' })
    expect(numbers(result, 'a')).toEqual([Number.NaN, Number.NaN, Number.NaN])
    expect(result.warnings?.at(-1)).toBe(
      'every quasi-identifier of every record is suppressed: no information about them remains',
    )
  })

  it.each<[string, Readonly<Record<string, unknown>>, string, RegExp]>([
    ['k above the records', { k: 7 }, 'TOO_FEW_RECORDS', /no record can match 7 records of 6/],
    ['k of a subset above the records', { subsets: [{ k: 7 }] }, 'TOO_FEW_RECORDS', /7 records of 6/],
    ['importance of no key', { importance: { ages: 2 } }, 'UNKNOWN_COLUMN', /importance names column "ages"/],
    [
      'order with no key',
      { importanceOrder: ['age', 'ages'] },
      'UNKNOWN_COLUMN',
      /importanceOrder names column "ages"/,
    ],
    ['order with one twice', { importanceOrder: ['age', 'age'] }, 'BAD_PARAMETER', /names column "age" twice/],
    ['both', { importance: {}, importanceOrder: [] }, 'BAD_PARAMETER', /both given/],
    ['a subset with no key', { subsets: [{ columns: ['job'], k: 2 }] }, 'UNKNOWN_COLUMN', /subsets names column "job"/],
    ['a subset with one twice', { subsets: [{ columns: ['age', 'age'], k: 2 }] }, 'BAD_PARAMETER', /"age" twice/],
    [
      'a dimension above the keys',
      { dimension: 4 },
      'BAD_PARAMETER',
      /dimension 4 is more than the 3 quasi-identifiers/,
    ],
    ['dimension and subsets', { dimension: 1, subsets: [{ k: 2 }] }, 'BAD_PARAMETER', /both given/],
    ['missing: never', { k: 2, missing: 'never' }, 'BAD_PARAMETER', /2 records are unsafe, and with missing: never/],
  ])('refuses %s', async (_, params, code, message) => {
    await expect(run(localSuppressionMethod, people, params)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    })
  })

  it('refuses too many keys and too many combinations', async () => {
    const many = Object.fromEntries(Array.from({ length: 31 }, (_, j) => [`v${j}`, numeric([1, 2, 3])]))
    await expect(run(localSuppressionMethod, many)).rejects.toThrow(/up to 30 quasi-identifiers, not 31/)
    const fewer = Object.fromEntries(Object.entries(many).slice(0, 30))
    await expect(run(localSuppressionMethod, fewer, { dimension: 10 })).rejects.toThrow(/more than 2000 combinations/)
  })
})
