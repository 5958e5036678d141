import { categorical, dataset, numeric, seededRng, type Column, type Measurement } from '@sdc/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { tableColumn } from '../testing/run.fixture.js'
import { recordColumn, runKeys } from '../testing/testdata.fixture.js'
import { sudaMetric } from './suda.js'

const run = (
  columns: Readonly<Record<string, Column>>,
  params: Readonly<Record<string, unknown>> = {},
  roles: Parameters<typeof runKeys>[3] = {},
): Promise<Measurement> => runKeys(sudaMetric, dataset(Object.entries(columns)), params, roles)

/** Each record is a word, and each key a letter. */
const letters = (...records: readonly string[]): Record<string, Column> =>
  Object.fromEntries(
    [...records[0]].map((_, j) => [`key${j + 1}`, categorical(records.map((one) => (one[j] === '.' ? null : one[j])))]),
  )

const why = ({ recordColumns }: Measurement): (string | null)[] => {
  const column = recordColumns?.column('why')
  if (column?.kind !== 'categorical') throw new Error('no words')
  return Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]))
}

const scoresOf = (measured: Measurement): number[] => [...(measured.records ?? [])]

describe('published scores', () => {
  it('seven records and four keys', async () => {
    const measured = await run(letters('1111', '1121', '1212', '2112', '2121', '2221', '3211'), { maxSize: 4 })
    expect(scoresOf(measured)).toEqual([3, 2, 6, 6, 2, 4, 7])
    // Sets of up to 3 of 4 keys are searched: no set of four is minimal.
    expect(scoresOf(await run(letters('1111', '1121', '1212', '2112', '2121', '2221', '3211')))).toEqual([
      3, 2, 6, 6, 2, 4, 7,
    ])
  })

  it('seven records and three keys, with the contribution of each key', async () => {
    const measured = await run(letters('AXP', 'BXQ', 'AYQ', 'CZR', 'BYR', 'AXP', 'BZQ'))
    expect(scoresOf(measured)).toEqual([0, 2, 3, 3, 3, 0, 2])
    expect(measured.value).toBe(100 * (5 / 7))
    const percent = tableColumn(measured, 'keys', 'percent of all scores')
    ;[61.53846, 69.23077, 53.84615].forEach((value, j) => expect(percent[j]).toBeCloseTo(value, 5))
    expect(why(measured)).toEqual([
      null,
      'key1 + key2; key2 + key3',
      'key1 + key2; key1 + key3; key2 + key3',
      'key1; key2 + key3',
      'key1 + key2; key1 + key3; key2 + key3',
      null,
      'key1 + key2; key2 + key3',
    ])
  })

  it('contributions of three records', async () => {
    const measured = await run(letters('200', '136', '100'))
    expect(tableColumn(measured, 'keys', 'percent of all scores')).toEqual([50, 37.5, 37.5])
  })
})

describe('risk/suda', () => {
  const n = 300
  const rng = seededRng(2)
  const keyed = (m: number): Column => numeric(Float64Array.from({ length: n }, () => rng.int(m)))
  const columns = { a: keyed(3), b: keyed(5), c: keyed(7), d: keyed(11) }
  let measured: Measurement
  beforeAll(async () => (measured = await run(columns, { maxSize: 4, samplingFraction: 0.1 })))

  it('the mean over uniques of (1 − dis)/dis is (1 − D)/D', () => {
    const dis = recordColumn(measured, 'dis').filter((one) => one > 0)
    const [, , uniques, paired, fraction, D] = tableColumn(measured, 'file', 'value')
    expect([uniques > 5, paired > 5, fraction]).toEqual([true, true, 0.1])
    expect(dis).toHaveLength(uniques)
    const mean = dis.reduce((sum, one) => sum + (1 - one) / one, 0) / uniques
    expect(mean).toBeCloseTo((1 - D) / D, 10)
    expect(D).toBeCloseTo((0.1 * uniques) / (0.1 * uniques + 0.9 * paired), 14)
  })

  it('does not change with units, the order of records and columns, or the names of levels', async () => {
    const order = Int32Array.from({ length: n }, (_, i) => (i * 37 + 11) % n)
    const taken = ([name, column]: [string, Column]): [string, Column] => [
      name,
      column.kind === 'numeric' ? categorical(Array.from(order, (i) => `level ${-column.values[i]}`)) : column,
    ]
    const turned = await run(Object.fromEntries(Object.entries(columns).reverse().map(taken)), {
      maxSize: 4,
      samplingFraction: 0.1,
    })
    expect(turned.value).toBe(measured.value)
    const [scores, dis] = ['score', 'dis'].map((name) => recordColumn(measured, name))
    expect([...recordColumn(turned, 'score')]).toEqual(Array.from(order, (i) => scores[i]))
    recordColumn(turned, 'dis').forEach((one, at) => expect(one).toBeCloseTo(dis[order[at]], 12))
  })

  it('takes the sampling fraction from the weights; without weights the file is the population', async () => {
    const weighted = await run(
      { ...columns, w: numeric(new Float64Array(n).fill(10)) },
      { maxSize: 4 },
      { weight: 'w' },
    )
    expect(recordColumn(weighted, 'dis')).toEqual(recordColumn(measured, 'dis'))
    expect(weighted.warnings).toBeUndefined()
    const plain = await run(columns, { maxSize: 4 })
    expect(plain.warnings?.[0]).toMatch(/whole population/)
    expect(new Set(recordColumn(plain, 'dis'))).toEqual(new Set([0, 1]))
    expect(plain.value).toBe(measured.value)
  })

  it.each<readonly [string, number, RegExp]>([
    ['missing', Number.NaN, /weight "w" of record 1 is missing/],
    ['negative', -1, /is -1/],
  ])('refuses weights that are %s', async (_, weight, message) => {
    const w = numeric(new Float64Array(n).fill(weight))
    await expect(async () => run({ ...columns, w }, {}, { weight: 'w' })).rejects.toThrow(message)
  })

  it.each([0.5, 0])('counts as the population with weights of %d', async (weight) => {
    const w = numeric(new Float64Array(n).fill(weight))
    const light = await run({ ...columns, w }, {}, { weight: 'w' })
    const whole = await run(columns, { samplingFraction: 1 })
    expect(recordColumn(light, 'dis')).toEqual(recordColumn(whole, 'dis'))
    expect(light.warnings?.[0]).toMatch(/less than the 300 records of the file: the file counts as the whole/)
  })

  it('refuses a sampling fraction of 0, and takes 1', async () => {
    await expect(async () => run(columns, { samplingFraction: 0 })).rejects.toThrow(/samplingFraction/)
    expect((await run(columns, { samplingFraction: 1, maxSize: 4 })).warnings).toBeUndefined()
  })

  it('counts and names records that only sets of more than maxSize keys make unique', async () => {
    const all = letters('000', '001', '010', '011', '100', '101', '110', '111')
    const few = await run(all, { maxSize: 2, samplingFraction: 1 })
    expect(few.value).toBe(100)
    expect(scoresOf(few)).toEqual(Array.from({ length: 8 }, () => 0))
    expect(few.warnings?.[0]).toContain('8 records are unique by all 3 quasi-identifiers but by no 2 of them')
    const whole = await run(all, { maxSize: 3, samplingFraction: 1 })
    expect([whole.value, whole.warnings]).toEqual([100, undefined])
    expect((await run(letters('000', '000', '010', '010'), { maxSize: 1 })).value).toBe(0)
  })

  it('with few keys a set: dis is missing if only larger sets may exist', async () => {
    const two = await run(columns, { maxSize: 2, samplingFraction: 0.1 })
    const scores = recordColumn(two, 'score')
    const [, found, uniques] = tableColumn(two, 'file', 'value')
    expect(found).toBeLessThan(uniques)
    const dis = recordColumn(two, 'dis')
    expect(dis.filter((one) => Number.isNaN(one))).toHaveLength(uniques - found)
    dis.forEach((one, i) => expect(one > 0).toBe(scores[i] > 0))
    // Π (4 − i), i = k … 2: 6 for one key, 2 for two.
    expect([...new Set(scores)].every((score) => score % 2 === 0)).toBe(true)
    const factorial = await run(columns, { maxSize: 2, score: 'factorial', samplingFraction: 0.1 })
    expect(recordColumn(factorial, 'score')).toEqual(scores)
    const one = await run(columns, { maxSize: 1 })
    expect(recordColumn(one, 'smallest set').filter((size) => size > 1)).toHaveLength(0)
  })

  it('missing keys: the rules of all metrics, except share', async () => {
    const file = letters('ax', 'bx', 'cy', '.x')
    const scores = async (missing: string): Promise<number[]> => scoresOf(await run(file, { missing }))
    expect(await scores('wildcard')).toEqual([0, 0, 1, 0])
    expect(await scores('never')).toEqual([1, 1, 2, 0])
    expect(await scores('own-level')).toEqual([1, 1, 2, 1])
    expect(why(await run(file, { missing: 'own-level' }))).toEqual(['key1', 'key1', 'key1; key2', 'key1'])
    await expect(async () => run(file, { missing: 'share' })).rejects.toThrow(
      /a set of quasi-identifiers is either unique or not/,
    )
  })

  it('warns if records without any key prevent all others from being unique', async () => {
    const file = letters('ax', 'by', '..')
    const measured = await run(file)
    expect([measured.value, measured.warnings?.[1]]).toEqual([
      0,
      '1 record lacks every quasi-identifier and matches all others, so none is unique while it is present. Use missing: never to ignore missing values',
    ])
    expect((await run(letters('ax', 'by', '..', '..'))).warnings?.[1]).toMatch(
      /^2 records lack every quasi-identifier and match all/,
    )
    const never = await run(file, { missing: 'never' })
    expect([never.value, never.warnings?.length]).toEqual([200 / 3, 1])
  })

  it('refuses more keys or sets than its limit, with a remedy', async () => {
    const keys = (count: number): Record<string, Column> =>
      Object.fromEntries(Array.from({ length: count }, (_, j) => [`k${j}`, numeric([j, 1, 2])]))
    await expect(async () => run(keys(31))).rejects.toThrow(
      /the file has 31 quasi-identifiers; risk\/suda accepts at most 30/,
    )
    const many = run(keys(30), { maxSize: 12 })
    await expect(many).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      fix: expect.stringContaining('maxSize: 6') as string,
    })
    expect((await run(keys(30))).warnings?.[1]).toMatch(/not defined for 28 or more quasi-identifiers/)
    expect([...recordColumn(await run(keys(30)), 'dis')]).toEqual([NaN, NaN, NaN])
    expect((await run(keys(20), { maxSize: 20 })).value).toBe(100)
  })

  it('accepts one record, missing values only, constant columns, equal records, and an empty file', async () => {
    const alone = await run({ a: numeric([7]), b: categorical([null]) })
    expect([alone.value, why(alone)]).toEqual([100, ['a']])
    expect(await run({ a: numeric([Number.NaN]), b: categorical([null]) })).toMatchObject({
      value: null,
      reason: 'every quasi-identifier of every record is missing',
    })
    const constant = await run({ a: numeric([7, 7, 7]), b: categorical([...'xyy']) })
    expect([constant.value, why(constant)]).toEqual([100 / 3, ['b', null, null]])
    const equal = await run({ a: numeric([1, 1, 2, 2]) })
    expect([equal.value, equal.tables?.has('keys')]).toEqual([0, false])
    expect((await run({ a: numeric([]) })).reason).toBe('the file has no records')
    expect((await run({})).reason).toMatch(/quasi-identifier/)
    expect((await run({ a: numeric([0, -0, Infinity, -Infinity]) })).value).toBe(50)
  })

  it('names the levels that contribute: categories, numbers, missing', async () => {
    const measured = await run(
      { a: categorical(['x', 'y', 'y', 'y']), b: numeric([2.5, 2.5, -1, Number.NaN]) },
      { missing: 'own-level' },
    )
    const level = measured.tables?.get('levels')?.column('level')
    expect(level?.kind === 'categorical' && Array.from(level.codes, (code) => level.levels[code])).toEqual([
      'x',
      'y',
      'missing',
      '-1',
      '2.5',
    ])
  })
})
