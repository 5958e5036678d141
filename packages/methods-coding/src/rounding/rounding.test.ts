import { dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { roundingMethod } from './rounding.js'
import { numbers, run } from '../testing.fixture.js'

describe('coding/rounding', () => {
  const income = numeric([2100, 3450, 2875, 6120, Number.NaN, 4510, 3990])

  it('takes the base from the spread of each column, and reports it', async () => {
    // Standard deviations: 1391 of the incomes, .0013909… of their millionths.
    const small = numeric(income.values.map((value) => value / 1e6))
    const result = await run(roundingMethod, { income, small })
    expect(numbers(result, 'income')).toEqual([2000, 3000, 3000, 6000, Number.NaN, 5000, 4000])
    expect(numbers(result, 'small')).toEqual([0.002, 0.003, 0.003, 0.006, Number.NaN, 0.005, 0.004])
    expect([...(result.report ?? [])]).toEqual([
      ['base of income', 1000],
      ['base of small', 0.001],
    ])
    expect(result.warnings).toEqual([
      'column "income": 1 missing values stay missing',
      'column "small": 1 missing values stay missing',
    ])
    expect(numbers(await run(roundingMethod, { income }, { significantDigits: 2 }), 'income')).toEqual([
      2100,
      3500,
      2900,
      6100,
      Number.NaN,
      4500,
      4000,
    ])
  })

  it('takes a base or points instead', async () => {
    expect(numbers(await run(roundingMethod, { income }, { base: 500 }), 'income')).toEqual([
      2000,
      3500,
      3000,
      6000,
      Number.NaN,
      4500,
      4000,
    ])
    const coarse = await run(roundingMethod, { income }, { points: [5000, 3000] })
    expect(numbers(coarse, 'income')).toEqual([3000, 3000, 3000, 5000, Number.NaN, 5000, 3000])
    expect(coarse.report?.size).toBe(0)
  })

  it('rounds at random to the points next to the value, each column by its own draws', async () => {
    const two = await run(roundingMethod, { income, other: income }, { base: 1000, random: true })
    const alone = await run(roundingMethod, { income }, { base: 1000, random: true })
    expect(numbers(two, 'income')).toEqual(numbers(alone, 'income'))
    const many = numeric(Float64Array.from({ length: 60 }, (_, i) => i * 10 + 5))
    const drawn = await run(roundingMethod, { a: many, b: many }, { base: 10, random: true })
    // The probability that 60 coins are equal by chance is 2⁻⁶⁰.
    expect(numbers(drawn, 'a')).not.toEqual(numbers(drawn, 'b'))
  })

  it('reports the reason why nothing is rounded', async () => {
    const age = numeric([20, 31, 45, 66])
    await expect(run(roundingMethod, { age }, { significantDigits: 2 })).rejects.toMatchObject({
      code: 'NOTHING_MOVES',
      message: 'every value of column "age" already is a multiple of 1: rounding changes none',
      place: { column: 'age' },
    })
    await expect(run(roundingMethod, { age }, { points: [20, 31, 45, 66, 80] })).rejects.toThrow(
      /already is one of the points/,
    )
    await expect(run(roundingMethod, { age: numeric([7]) })).rejects.toMatchObject({ code: 'CONSTANT_COLUMN' })
    expect(numbers(await run(roundingMethod, { age: numeric([7]) }, { base: 5 }), 'age')).toEqual([5])
    const none = numeric([Number.NaN, Number.NaN])
    expect(numbers(await run(roundingMethod, { none }), 'none')).toEqual([Number.NaN, Number.NaN])
  })

  it('refuses a base that is not above 0, repeated points, and both at once', async () => {
    for (const params of [
      { base: 0 },
      { base: Infinity },
      { points: [] },
      { points: [1, 2, 1] },
      { points: [0, -0] },
      { points: [Number.NaN] },
      { significantDigits: 0 },
      { base: 5, points: [1, 2] },
    ])
      await expect(run(roundingMethod, { income }, params)).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
  })

  it('works at the ends of the doubles', async () => {
    const wide = numeric([-1.7e308, -4e307, 3e307, 1.2e308])
    expect(numbers(await run(roundingMethod, { wide }), 'wide')).toEqual([-1e308, 0, 0, 1e308])
    const tiny = numeric([0, 7.4e-320, 1.43e-319])
    expect(numbers(await run(roundingMethod, { tiny }), 'tiny')).toEqual([0, 7e-320, 1.4e-319])
  })

  it('does not write to its input', async () => {
    const data = dataset([['income', numeric(income.values.slice())]])
    await run(roundingMethod, { income: data.column('income') })
    expect(data.column('income')).toEqual(income)
  })
})
