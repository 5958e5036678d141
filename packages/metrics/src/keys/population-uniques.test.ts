import { categorical, numeric, seededRng, type Column } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { runKeys, tableFigures, tableTexts } from './keys.fixture.js'
import { populationUniquesMetric } from './population-uniques.js'
import { estimateUniques } from './population/estimate-uniques.js'
import { tableColumn } from '../testing/run.fixture.js'

/** Classes of the sizes 1, 1, 1, 1, 2, 2, 3, 12. */
const key = [...'abcd', ...'eeff', ...'ggg', ...'hhhhhhhhhhhh']
const sample = { sizes: Float64Array.of(1, 2, 3, 12), counts: Float64Array.of(4, 2, 1, 1), n: 23, u: 8 }
const weights = (each: number): Column => numeric(key.map(() => each))

describe('risk/population-uniques', () => {
  it('gives all estimates, the selected one, and their range', async () => {
    const measured = await runKeys(populationUniquesMetric, { key: categorical(key), w: weights(20) }, { weight: 'w' })
    const estimates = estimateUniques(sample, 460)
    expect(tableColumn(measured, 'estimates', 'uniques')).toEqual(estimates.map(({ uniques }) => uniques ?? Number.NaN))
    expect(tableTexts(measured, 'estimates', 'by the rule')).toEqual(['taken', null, null])
    expect(tableTexts(measured, 'estimates', 'reason without')).toEqual(estimates.map(({ reason }) => reason))
    expect(measured.value).toBeCloseTo((100 * (estimates[0].uniques ?? Number.NaN)) / 460, 12)
    const known = estimates.flatMap(({ uniques }) => (uniques === null ? [] : [uniques]))
    expect(known.length).toBeGreaterThan(1)
    expect(tableFigures(measured, 'spread')).toEqual({
      'least estimate': Math.min(...known),
      'greatest estimate': Math.max(...known),
    })
    expect(tableFigures(measured, 'records')).toMatchObject({
      records: 23,
      suppressed: 0,
      classes: 8,
      'unique in the file': 4,
      'classes of two': 2,
      'records of the population': 460,
      'sampling fraction': 0.05,
    })
    // Expected number of uniques of the file that are unique in the population: a twentieth of those there.
    const chance = ((estimates[0].uniques ?? Number.NaN) * 0.05) / 4
    expect([...(measured.records ?? [])]).toEqual(key.map((name) => (name < 'e' ? Math.min(1, chance) : 0)))
  })

  it('N is the same by the weights, by its size, and by the fraction', async () => {
    const columns = { key: categorical(key), w: weights(4) }
    const byWeights = await runKeys(populationUniquesMetric, columns, { weight: 'w' })
    expect(byWeights.value).not.toBeNull()
    for (const params of [{ populationSize: 92 }, { samplingFraction: 0.25 }]) {
      const measured = await runKeys(populationUniquesMetric, columns, { weight: 'w', params })
      expect(measured.value).toBe(byWeights.value)
    }
    const whole = await runKeys(populationUniquesMetric, columns, { keys: ['key'], params: { samplingFraction: 1 } })
    expect(whole.value).toBeCloseTo((100 * 4) / 23, 12)
    expect(whole.records?.[0]).toBe(1)
    expect((await runKeys(populationUniquesMetric, columns, { keys: ['key'] })).reason).toMatch(
      /size of the population is unknown/,
    )
  })

  it('refuses a population below the sample, two sizes, and weights that are not numbers', async () => {
    const columns = { key: categorical(key) }
    const run = (params: object, w?: Column) =>
      runKeys(
        populationUniquesMetric,
        { ...columns, ...(w && { w }) },
        { params: { ...params }, ...(w && { weight: 'w' }) },
      )
    await expect(run({ populationSize: 22 })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      place: { parameter: 'populationSize' },
    })
    await expect(run({ populationSize: 30, samplingFraction: 0.5 })).rejects.toThrow(/are both given/)
    for (const samplingFraction of [0, -0.1, 1.01])
      await expect(run({ samplingFraction })).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
    expect((await run({}, weights(0.9))).reason).toMatch(/sum to 20\.\d+, less than the 23 records/)
    expect((await run({}, weights(0))).reason).toMatch(/sum to 0, less than the 23 records.*set populationSize/)
    await expect(run({}, numeric([-1, ...key.slice(1).map(() => 9)]))).rejects.toMatchObject({
      message: 'the weight "w" of record 1 is -1',
      place: { row: 1 },
    })
    await expect(run({}, numeric([Infinity, ...key.slice(1).map(() => 9)]))).rejects.toMatchObject({
      code: 'WRONG_INPUT',
    })
    await expect(run({}, categorical(key))).rejects.toMatchObject({ code: 'NOT_NUMERIC' })
    expect((await run({}, numeric([Number.NaN, ...key.slice(1).map(() => 9)]))).reason).toMatch(
      /weight "w" of record 1 is missing/,
    )
    expect((await run({}, weights(1))).value).toBeCloseTo((100 * 4) / 23, 10)
  })

  it('suppressed records count in N, but belong to no class', async () => {
    const columns = { key: categorical([...key, null, null, null]) }
    const measured = await runKeys(populationUniquesMetric, columns, { params: { samplingFraction: 0.05 } })
    expect(tableFigures(measured, 'records')).toMatchObject({
      suppressed: 3,
      counted: 23,
      'records of the population': 520,
      'sampling fraction': 23 / 520,
    })
    expect(tableColumn(measured, 'estimates', 'uniques')).toEqual(
      estimateUniques(sample, 520).map(({ uniques }) => uniques ?? Number.NaN),
    )
    expect(measured.used).toBe(23)
    expect(
      (await runKeys(populationUniquesMetric, { key: categorical([null]) }, { params: { populationSize: 5 } })).reason,
    ).toMatch(/all 1 records are suppressed/)
  })

  it('no unique record: 0; every record unique: a warning that nothing is known', async () => {
    const params = { populationSize: 1000 }
    expect(await runKeys(populationUniquesMetric, { key: categorical([...'aabbb']) }, { params })).toMatchObject({
      value: 0,
      used: 5,
    })
    const alone = await runKeys(populationUniquesMetric, { key: categorical([...'abcde']) }, { params })
    expect(alone.value).toBeCloseTo(100, 10)
    expect(alone.warnings?.[0]).toMatch(/class sizes of the population are unknown/)
    expect(tableTexts(alone, 'estimates', 'by the rule')).toEqual([null, 'taken', null])
    expect((await runKeys(populationUniquesMetric, { key: categorical(['a']) }, { params })).value).toBeCloseTo(100, 10)
  })

  it('counts uniques if the population is given', async () => {
    const population = { key: categorical([...'aabcxyzz', ...key]) }
    const measured = await runKeys(populationUniquesMetric, { key: categorical(key) }, { population })
    // d, x and y are unique.
    expect(measured).toMatchObject({ value: (100 * 3) / 31, used: 31 })
    expect([...(measured.records ?? [])]).toEqual(key.map((name) => (name === 'd' ? 1 : 0)))
    expect(tableFigures(measured, 'records')).toMatchObject({
      'unique in the population': 3,
      'records unique in the file and the population': 1,
      'records not found in the population': 0,
    })
    const other = await runKeys(
      populationUniquesMetric,
      { key: categorical(key) },
      { population: { key: categorical(['d']) } },
    )
    expect(other.warnings).toEqual(['22 of 23 records match no record of the population'])
    expect(
      (await runKeys(populationUniquesMetric, { key: categorical(key) }, { population: { x: numeric([1]) } })).reason,
    ).toMatch(/lacks the quasi-identifier "key"/)
  })

  it('the order of records and the names of levels have no effect', async () => {
    const params = { populationSize: 500 }
    const { value } = await runKeys(populationUniquesMetric, { key: categorical(key) }, { params })
    const turned = [...key].reverse().map((name) => `level ${name}`)
    expect((await runKeys(populationUniquesMetric, { key: categorical(turned) }, { params })).value).toBe(value)
  })

  it('estimates from a tenth of an artificial population have the right order of size', async () => {
    // The models are rough: for five samples of a real file the worst estimate was 2.05 times the truth.
    const rng = seededRng(11)
    const draw = (levels: number): number => Math.floor(levels * rng.uniform() ** 3)
    const N = 40_000
    const columns = [40, 30, 12].map((levels) => Float64Array.from({ length: N }, () => draw(levels)))
    const everyTenth = (values: Float64Array): Column => numeric(values.filter((_, i) => i % 10 === 0))
    const file = Object.fromEntries(columns.map((values, j) => [`k${j}`, everyTenth(values)]))
    const population = Object.fromEntries(columns.map((values, j): [string, Column] => [`k${j}`, numeric(values)]))
    const truth = await runKeys(populationUniquesMetric, file, { population })
    const estimated = await runKeys(populationUniquesMetric, file, { params: { samplingFraction: 0.1 } })
    expect(truth.value).toBeGreaterThan(1)
    for (const percent of tableColumn(estimated, 'estimates', 'percent of the population').filter(
      (one) => !Number.isNaN(one),
    )) {
      expect(percent / (truth.value ?? 0)).toBeGreaterThan(0.4)
      expect(percent / (truth.value ?? 0)).toBeLessThan(2.5)
    }
  })
})
