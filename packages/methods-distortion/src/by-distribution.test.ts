import { categorical, maskInput, numeric, resolveParams, seededRng, type Dataset } from '@sdc/core'
import { rank, spearman } from '@sdc/stats'
import { logNormalDistribution } from '@sdc/stats/distributions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { byDistributionMethod } from './by-distribution.js'
import { drawFromLaw } from './draw-law.js'
import { drawMultinomial } from './draw-multinomial.js'
import { mapDraws } from './map-draws.js'
import { fileOf, numbersOf, run } from './testing.fixture.js'
import { maskByPlan } from '@sdc/toolkit'

const skewed = Float64Array.from({ length: 400 }, (_, i) => Math.exp(((i * 7919) % 400) / 100))
const beside = categorical(Array.from(skewed, (_, i) => `p${i}`))
const file = fileOf({ a: skewed, b: skewed.map((value) => 10 / value), id: beside })
const table = (values: ReadonlyMap<string, unknown> | undefined, name: string): Dataset => values?.get(name) as Dataset
const numbers = (data: Dataset, name: string): number[] => {
  const column = data.column(name)
  return column.kind === 'numeric' ? [...column.values] : []
}

describe('distortion/by-distribution', () => {
  it('keeps every rank and the records if other columns stay', async () => {
    const result = await run(byDistributionMethod, file, {}, ['a', 'b'])
    expect(result.files[0].origin).toBeUndefined()
    // A Spearman correlation of 1, and of −1 between the two.
    const ranks = rank(skewed, 'average')
    expect(rank(numbersOf(result, 'a'), 'average')).toEqual(ranks)
    expect(rank(numbersOf(result, 'b'), 'average')).toEqual(ranks.map((one) => 401 - one))
    expect(numbersOf(result, 'a')).not.toEqual(skewed)
  })

  it('draws new records if no other column stays, or if `map` is false', async () => {
    for (const result of [
      await run(byDistributionMethod, fileOf({ a: skewed, b: skewed.toReversed() })),
      await run(byDistributionMethod, file, { map: false }, ['a', 'b']),
    ]) {
      expect(result.files[0].origin).toEqual(new Int32Array(400).fill(-1))
      // √n·r is normal: beyond 5.3 once in 10⁷ times.
      expect(Math.abs(spearman(skewed, numbersOf(result, 'a'))) * 20).toBeLessThan(5.3)
      expect(Math.abs(spearman(numbersOf(result, 'a'), numbersOf(result, 'b'))) * 20).toBeLessThan(5.3)
    }
    const roles = { keys: [], confidential: [], given: [], identifiers: ['id'] }
    const input = maskInput(file, {
      columns: ['a', 'b'],
      roles,
      params: resolveParams(byDistributionMethod.params, {}),
    })
    const beside = await maskByPlan(byDistributionMethod, { ...input, rng: seededRng(1) })
    expect(beside.files[0].origin?.every((row) => row === -1)).toBe(true)
    const mapped = await run(byDistributionMethod, fileOf({ a: skewed }), { map: true })
    expect(mapped.files[0].origin).toBeUndefined()
  })

  it('reports all families, the one it draws from, and the data of a plot', async () => {
    const { report } = await run(byDistributionMethod, file, { family: 'best' }, ['a'])
    const families = table(report, 'families of a')
    const distances = numbers(families, 'D')
    expect(families.rows).toBe(8)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
    expect(numbers(families, 'drawn from')).toEqual([1, 0, 0, 0, 0, 0, 0, 0])
    const fit = table(report, 'fit of a')
    const [value, data, law] = ['value', 'data', 'law'].map((name) => numbers(fit, name))
    value.forEach((edge, i) => {
      expect(data[i]).toBe(skewed.filter((one) => one <= edge).length / 400)
      expect(Math.abs(data[i] - law[i])).toBeLessThanOrEqual(distances[0] + 1e-12)
    })
    expect([...(report?.keys() ?? [])].filter((name) => name.endsWith(': D'))).toHaveLength(1)
    const one = await run(byDistributionMethod, file, { family: 'log-normal', bootstrap: 9 }, ['a'])
    const logs = skewed.map(Math.log)
    const mean = logs.reduce((a, b) => a + b, 0) / 400
    expect(one.report?.get('a ~ log-normal: meanLog')).toBeCloseTo(mean, 12)
    const p = one.report?.get('a ~ log-normal: p (bootstrap)') as number
    expect(p * 10).toBeCloseTo(Math.round(p * 10), 12)
  })

  it('uses the law of its own values for each group, including the fits of census.csv', async () => {
    const agi = censusColumns().get('AGI') ?? new Float64Array()
    const { report } = await run(byDistributionMethod, fileOf({ AGI: agi, x: agi.map((_, i) => i) }), { family: 'normal' }, ['AGI']) // oxfmt-ignore
    // R: MASS::fitdistr(census$AGI, 'normal')
    expect(report?.get('AGI ~ normal: mean')).toBeCloseTo(56222.75833333333, 9)
    expect(report?.get('AGI ~ normal: sd')).toBeCloseTo(24663.417302907117, 8)
  })

  it('has counts in the middle of bins that are as wide as a whole number', async () => {
    const counts = Float64Array.from({ length: 300 }, (_, i) => [0, 1, 1, 2, 2, 3, 3, 4, 6, 1][i % 10])
    const { report } = await run(byDistributionMethod, fileOf({ n: counts }), { family: 'poisson' })
    const fit = table(report, 'fit of n')
    expect(numbers(fit, 'value').slice(0, 3)).toEqual([-0.5, 0.5, 1.5])
    expect(numbers(fit, 'data').slice(0, 3)).toEqual([0, 0.1, 0.4])
    const mean = counts.reduce((a, b) => a + b, 0) / 300
    expect(numbers(fit, 'law')[1]).toBeCloseTo(Math.exp(-mean), 12)
    expect(numbers(fit, 'value').at(-1)).toBeGreaterThanOrEqual(6.5)
  })

  it('leaves missing values missing with map, and draws them by their share without', async () => {
    const holes = skewed.map((value, i) => (i % 4 === 1 ? Number.NaN : value))
    const data = fileOf({ a: holes, id: beside })
    const mapped = await run(byDistributionMethod, data, {}, ['a'])
    expect(Array.from(numbersOf(mapped, 'a'), Number.isNaN)).toEqual(Array.from(holes, Number.isNaN))
    expect(mapped.warnings).toContain('column "a": 100 missing values stay missing')
    const anew = numbersOf(await run(byDistributionMethod, data, { map: false }, ['a']), 'a')
    const missing = anew.filter(Number.isNaN).length
    // Binomial(400, ¼), five standard deviations.
    expect(Math.abs(missing - 100)).toBeLessThan(5 * Math.sqrt(75))
    expect(Array.from(anew, Number.isNaN)).not.toEqual(Array.from(holes, Number.isNaN))
  })

  it('draws categories with the shares of the column, missing ones too', async () => {
    const labels = Array.from({ length: 3000 }, (_, i) => [null, '007', '01.10', '01.10', '9', '9'][i % 6])
    const column = { ...categorical(labels, ['9', '01.10', '007', 'unused']), ordered: true }
    const result = await run(byDistributionMethod, fileOf({ code: column }))
    const drawn = result.files[0].columns.get('code')
    if (drawn?.kind !== 'categorical') throw new Error('not drawn')
    expect({ ...drawn, codes: 0 }).toEqual({ ...column, codes: 0 })
    const counts = [-1, 0, 1, 2, 3].map((code) => drawn.codes.filter((one) => one === code).length)
    for (const [i, share] of [1 / 6, 1 / 3, 1 / 3, 1 / 6].entries())
      expect(Math.abs(counts[i] - 3000 * share)).toBeLessThan(5 * Math.sqrt(3000 * share * (1 - share)))
    expect(counts[4]).toBe(0)
    expect(drawn.codes).not.toEqual(column.codes)
  })

  it('warns if half of the values are equal, and if nothing fits', async () => {
    const zeros = skewed.map((value, i) => (i < 360 ? 0 : value))
    const { warnings } = await run(
      byDistributionMethod,
      fileOf({ a: zeros, id: beside }),
      { minimumP: 0.05, map: true },
      ['a'],
    )
    expect(warnings?.[0]).toMatch(/"a": 90 % of its values are 0, a spike that no family has/)
    expect(warnings?.[1]).toMatch(/no family has a p above 0.05; the nearest, \S+, is used \(D = 0\.\d+, p = /)
    const sound = await run(byDistributionMethod, file, { map: true }, ['a'])
    expect(sound.warnings).toEqual([])
    const normal = await run(byDistributionMethod, file, { family: 'normal' }, ['a'])
    expect(normal.warnings).toEqual([expect.stringMatching(/^map was left out: .* by rank/)])
    const anew = await run(byDistributionMethod, fileOf({ a: skewed }))
    expect(anew.warnings).toEqual([expect.stringMatching(/^map was left out: new records/)])
  })

  it('refuses columns without a law, a family that does not allow the values, and ranks of categories', async () => {
    const tall = fileOf({ a: [1, 2, -3, 4], c: [5, 5, 5, 5], n: [1, 2, 2.5, 4], k: categorical(['x', 'x', 'y', 'y']) })
    const refused = (columns: readonly string[], params = {}): Promise<unknown> =>
      run(byDistributionMethod, tall, params, columns)
    await expect(refused(['a'], { family: 'gamma' })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      place: { column: 'a', row: 3, parameter: 'family' },
      message: /"a" has the value -3 in record 3; a gamma distribution is one of positive numbers/,
    })
    await expect(refused(['n'], { family: 'poisson' })).rejects.toMatchObject({ place: { row: 3 } })
    await expect(refused(['c'])).rejects.toMatchObject({ code: 'CONSTANT_COLUMN' })
    await expect(refused(['k'], { map: true })).rejects.toMatchObject({ place: { parameter: 'map', column: 'k' } })
    const none = fileOf({ a: [Number.NaN, Number.NaN], k: categorical([null, null]), l: categorical(['x', 'x']) })
    await expect(run(byDistributionMethod, none, {}, ['a'])).rejects.toMatchObject({ code: 'ALL_MISSING' })
    await expect(run(byDistributionMethod, none, {}, ['k'])).rejects.toMatchObject({ code: 'ALL_MISSING' })
    await expect(run(byDistributionMethod, none, {}, ['l'])).rejects.toMatchObject({ code: 'CONSTANT_COLUMN' })
    const huge = fileOf({ a: [1e12, 2e12, 3e12] })
    await expect(run(byDistributionMethod, huge, { family: 'poisson' })).rejects.toMatchObject({
      message: /no poisson distribution with finite parameters/,
    })
  })
})

describe('draws assigned to the records by rank', () => {
  /** 1,000 incomes of a log-normal law. */
  const law = logNormalDistribution(10, 0.6)
  const incomes = drawFromLaw(law, 1000, seededRng('incomes'))
  const people = fileOf({ income: incomes, id: categorical(Array.from(incomes, (_, i) => `p${i}`)) })

  it('disclose the record of a known rank, and its value to some percent', async () => {
    const y = numbersOf(await run(byDistributionMethod, people, {}, ['income']), 'income')
    const [known, released] = [rank(incomes, 'average'), rank(y, 'average')]
    expect(known.filter((place, i) => place === released[i])).toHaveLength(1000)
    const off = incomes.map((value, i) => Math.abs(y[i] / value - 1)).toSorted()
    // Two samples of n from one law are some 1/√n apart in their distribution functions: here 2 % of an income in the middle.
    expect(off[500]).toBeGreaterThan(0.005)
    expect(off[500]).toBeLessThan(0.04)
  })

  it('belong to no record without map', async () => {
    const y = numbersOf(await run(byDistributionMethod, people, { map: false }, ['income']), 'income')
    const [known, released] = [rank(incomes, 'average'), rank(y, 'average')]
    // One match is expected of a random order, and more than eight once in a million times.
    expect(known.filter((place, i) => place === released[i]).length).toBeLessThanOrEqual(8)
  })
})

describe('mapDraws', () => {
  it('gives the r-th draw to rank r, and equal values the draws of their ranks in random order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(Number.NaN)), { minLength: 1, maxLength: 30 }),
        fc.integer(),
        (list, seed) => {
          const x = Float64Array.from(list)
          const present = list.filter((value) => !Number.isNaN(value)).length
          const rng = seededRng(seed)
          const draws = Float64Array.from({ length: present }, () => rng.uniform())
          const y = mapDraws(x, draws, rng.child('ties'))
          expect([...y].filter((value) => !Number.isNaN(value)).sort()).toEqual([...draws].sort())
          for (let i = 0; i < x.length; i++) {
            expect(Number.isNaN(y[i])).toBe(Number.isNaN(x[i]))
            for (let j = 0; j < x.length; j++) if (x[i] < x[j]) expect(y[i]).toBeLessThanOrEqual(y[j])
          }
        },
      ),
    )
    const tied = new Float64Array(50).fill(1)
    const draws = tied.map((_, i) => i)
    expect(mapDraws(tied, draws, seededRng(1))).not.toEqual(mapDraws(tied, draws, seededRng(2)))
  })
})

describe('drawMultinomial', () => {
  it('never draws absent categories, at either end of the numbers', () => {
    const column = categorical(['b', 'c', 'c'], ['a', 'b', 'c', 'd'])
    for (const u of [0, 1 - 2 ** -53]) {
      const rng = { ...seededRng(1), child: () => ({ ...seededRng(1), fillUniform: (part: Float64Array) => void part.fill(u) }) } // oxfmt-ignore
      expect([...drawMultinomial(column, rng as never)]).toEqual(u === 0 ? [1, 1, 1] : [2, 2, 2])
    }
    expect(numeric([1]).kind).toBe('numeric')
  })
})
