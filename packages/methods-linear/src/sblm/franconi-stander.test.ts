import { methodProblems, numeric } from '@sdc/core'
import { spearman } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { franconiStanderMethod, shrinkTails } from './franconi-stander.js'
import { stackloss } from '../shared/stackloss.fixture.js'
import { mask, numbersOf, run, type TestFile } from '../shared/testing.fixture.js'

/** stack.loss, given the other three columns. */
const lossGivenAll: TestFile = { x: [stackloss.x[0]], given: [...stackloss.given, numeric(stackloss.x[1])] }

/**
 * `f <- lm(stack.loss ~ ., stackloss); s <- summary(f)$sigma; v <- fitted(f); q <- quantile(v, c(.25, .5, .75))`
 * `ifelse(v < q[1], pmin(v + .5*s, q[2]), ifelse(v > q[3], pmax(v - .5*s, q[2]), v))`, R 4.
 */
const shrunk = [
  37.1436808138673626, 37.2958033330161385, 30.8227850435152355, 20.6805438702639393, 19.7116535805794051,
  21.00693970496798, 21.3894907144646389, 21.3894907144646389, 18.1443789030268476, 12.7328059151245476,
  11.3637032427866735, 10.2205396375467519, 12.4285608768272411, 12.0504992905806372, 7.2602635979970183,
  7.7166311554429763, 11.1416325479126854, 10.0767749138721179, 11.2199385191120378, 13.5878527246338212,
  20.6160308999973019,
]

/** The same with log(stack.loss), λ = 1 and the tails beyond the .1- and .9-quantile, then exp(). */
const shrunkLogs = [
  36.9037439954226301, 36.7981974674880732, 32.7211189940741676, 19.4261738180377463, 17.1104932271987948,
  18.2316048537675748, 19.7628953046356095, 19.7628953046356095, 15.8774119490339451, 11.3308026645963125,
  11.626677479819076, 10.8805129795154247, 11.3958950915419308, 12.5312250422732614, 10.521079741833999,
  10.4310652583739358, 8.9491462919417675, 9.1303786863877949, 9.7565223675669763, 12.073983858072463,
  20.100353404326242,
]

describe('linear/franconi-stander', () => {
  it('has a sound card', () => expect(methodProblems(franconiStanderMethod)).toEqual([]))

  it('has the values of lm() and quantile()', async () => {
    const [y] = await mask(franconiStanderMethod, lossGivenAll)
    for (const [i, value] of y.entries()) expect(value).toBeCloseTo(shrunk[i], 11)
    const [logs] = await mask(franconiStanderMethod, lossGivenAll, { logScale: true, shrink: 1, tailPercent: 10 })
    for (const [i, value] of logs.entries()) expect(value).toBeCloseTo(shrunkLogs[i], 11)
  })

  it('predicts a column by the other masked ones as by given ones', async () => {
    const x = [...stackloss.x, ...numbersOf(stackloss.given)]
    const [y] = await mask(franconiStanderMethod, { x, given: [] })
    for (const [i, value] of y.entries()) expect(value).toBeCloseTo(shrunk[i], 11)
  })

  it('refuses a column with nothing beside it, one that the others determine, too few records, no logarithm', async () => {
    const x = [stackloss.x[0]]
    await expect(run(franconiStanderMethod, { x, given: [] })).rejects.toMatchObject({ code: 'NO_COLUMNS' })
    const total = stackloss.x[0].map((value, i) => value + stackloss.x[1][i])
    const all = { x: [...stackloss.x, total], given: [] }
    await expect(run(franconiStanderMethod, all)).rejects.toMatchObject({
      code: 'NOTHING_MOVES',
      place: { column: 'x0' },
    })
    const first = { x: stackloss.x.map((column) => column.slice(0, 2)), given: [] }
    await expect(run(franconiStanderMethod, first)).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
    const zero = { ...stackloss, x: [stackloss.x[0].map((value) => value - 7), stackloss.x[1]] }
    await expect(run(franconiStanderMethod, zero, { logScale: true })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      place: { parameter: 'logScale', column: 'x0', row: 16 },
    })
  })
})

describe('shrinkTails', () => {
  it('keeps the order within each region and moves no value beyond the median', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 4, maxLength: 40 }),
        fc.double({ min: 0, max: 60, noNaN: true }),
        fc.constantFrom(0.1, 0.25, 0.5),
        (list, by, share) => {
          const values = Float64Array.from(list)
          const y = shrinkTails(values, by, share)
          const sorted = values.toSorted()
          const centre = (sorted[(list.length - 1) >> 1] + sorted[list.length >> 1]) / 2
          values.forEach((value, i) => {
            expect(Math.abs(y[i] - centre)).toBeLessThanOrEqual(Math.abs(value - centre))
            expect(Math.sign(y[i] - centre) * Math.sign(value - centre)).toBeGreaterThanOrEqual(0)
          })
          const moved = values.map((value, i) => Number(y[i] !== value))
          for (const side of [-1, 0, 1]) {
            const inRegion = (_: number, i: number): boolean =>
              side === 0 ? moved[i] === 0 : moved[i] === 1 && Math.sign(values[i] - centre) === side
            const r = spearman(values.filter(inRegion), y.filter(inRegion))
            if (!Number.isNaN(r)) expect(r).toBeGreaterThanOrEqual(0)
          }
        },
      ),
    )
  })

  it('moves what lies outside the quantiles only', () => {
    expect(shrinkTails(Float64Array.of(0, 1, 2, 3, 4), 0.5, 0.25)).toEqual(Float64Array.of(0.5, 1, 2, 3, 3.5))
    expect(shrinkTails(Float64Array.of(0, 1, 2, 3, 4), 9, 0.25)).toEqual(Float64Array.of(2, 1, 2, 3, 2))
  })
})
