import {
  categorical,
  dataset,
  maskInput,
  numeric,
  resolveParams,
  seededRng,
  type Column,
  type Dataset,
  type MaskResult,
} from '@sdc/core'
import { residualise, spearman } from '@sdc/stats'
import { whitenedSpan } from '@sdc/stats/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { franconiStanderMethod } from './franconi-stander.js'
import { shiftTails, shrinkTails } from './tails.js'
import { stackloss } from '../shared/stackloss.fixture.js'
import { mask, numbersOf, run, type TestFile } from '../shared/testing.fixture.js'
import { maskByPlan } from '@sdc/toolkit'

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

/** `ifelse(v < q[1] | v > q[3], v + .5*s*sign(stackloss$stack.loss - v), v)`, R 4. */
const shifted = [
  40.3870447320525869, 37.2958033330161385, 34.0661489617004634, 23.9239077884491707, 19.7116535805794051,
  21.00693970496798, 21.3894907144646389, 21.3894907144646389, 18.1443789030268476, 12.7328059151245476,
  11.3637032427866735, 10.2205396375467519, 12.4285608768272411, 12.0504992905806372, 7.2602635979970183,
  7.7166311554429763, 7.8982686297274567, 6.8334109956868891, 7.976574600926809, 13.5878527246338212,
  20.6160308999973019,
]

/** The same for the records 1 to 12 and 13 to 21 by themselves, with .3·s beyond the .1- and .9-quantile. */
const shiftedInTwo = [
  41.5214684048457983, 39.6784412959375814, 34.2490282480753123, 21.1787716523208154, 19.9313721695860266,
  20.5550719109534192, 20.4634554292555251, 20.4634554292555251, 16.6153134599011878, 14.3313503466403915,
  14.2394992517520187, 13.735018880895506, 10.0109018242253907, 11.6118112988537572, 7.7959419888409638,
  7.1856523041701248, 8.5766623138511928, 8.7817096012557236, 10.0896943795918865, 11.9632846609420529,
  15.9395170767025398,
]

/** stack.loss (`x`) with the other three columns given, and the regions of its 21 records. */
function withRegions(regions: Column, params: Readonly<Record<string, unknown>>): Promise<MaskResult> | MaskResult {
  const columns = [stackloss.x[0], stackloss.x[1], ...numbersOf(stackloss.given)]
  const data = dataset([...columns.map((values, j) => [`c${j}`, numeric(values)] as const), ['region', regions]])
  return maskByPlan(
    franconiStanderMethod,
    maskInput(data, {
      columns: ['c0'],
      given: ['c1', 'c2', 'c3', 'region'],
      params: resolveParams(franconiStanderMethod.params, { regions: 'region', ...params }),
      rng: seededRng(1),
    }),
  )
}

/** The first twelve of 21 records are in `a` and `b`, the others in `c`, `d` and `e`; the names mean nothing. */
const regionOf = (i: number): string => (i < 7 ? 'a' : i < 12 ? 'b' : i < 16 ? 'e' : i < 19 ? 'c' : 'd')
const fiveRegions = categorical(Array.from({ length: 21 }, (_, i) => regionOf(i)))

describe('linear/franconi-stander', () => {
  it('has the values of lm() and quantile()', async () => {
    const [y] = await mask(franconiStanderMethod, lossGivenAll)
    for (const [i, value] of y.entries()) expect(value).toBeCloseTo(shrunk[i], 11)
    const [logs] = await mask(franconiStanderMethod, lossGivenAll, { logScale: true, shrink: 1, tailPercent: 10 })
    for (const [i, value] of logs.entries()) expect(value).toBeCloseTo(shrunkLogs[i], 11)
  })

  it('shifts the tails to the side of the original values', async () => {
    const [y] = await mask(franconiStanderMethod, lossGivenAll, { rule: 'shift' })
    for (const [i, value] of y.entries()) expect(value).toBeCloseTo(shifted[i], 11)
    const [none] = await mask(franconiStanderMethod, lossGivenAll, { rule: 'shift', shift: 0 })
    const [fit] = await mask(franconiStanderMethod, lossGivenAll, { shrink: 0 })
    expect(none).toEqual(fit)
  })

  it('fits each region separately, and leaves the column of the regions out of the regression', async () => {
    const two = categorical(Array.from({ length: 21 }, (_, i) => (i < 12 ? 'north' : 'south')))
    const params = { rule: 'shift', shift: 0.3, tailPercent: 10, minimumUnits: 9 }
    const result = await withRegions(two, params)
    const column = result.files[0].columns.get('c0')
    if (column?.kind !== 'numeric') throw new Error('not masked')
    for (const [i, value] of column.values.entries()) expect(value).toBeCloseTo(shiftedInTwo[i], 10)
    expect(result.report?.get('aggregated regions')).toBe(2)
    // Regions as numbers are the same regions; one region is the whole file.
    const numbers = await withRegions(numeric(Array.from({ length: 21 }, (_, i) => (i < 12 ? 8 : 3))), params)
    expect(numbers.files).toEqual(result.files)
    const all = await withRegions(two, { rule: 'shift', minimumUnits: 13 })
    const whole = all.files[0].columns.get('c0')
    if (whole?.kind !== 'numeric') throw new Error('not masked')
    for (const [i, value] of whole.values.entries()) expect(value).toBeCloseTo(shifted[i], 10)
  })

  it('merges similar regions until each has enough records, and reports it', async () => {
    const { report, warnings, files } = await withRegions(fiveRegions, { minimumUnits: 7 })
    const table = report?.get('regions') as Dataset
    const of = (name: string): unknown[] => {
      const column = table.column(name)
      return column.kind === 'numeric' ? [...column.values] : Array.from(column.codes, (code) => column.levels[code])
    }
    expect(of('region')).toEqual(['a', 'b', 'e', 'c', 'd'])
    expect(of('records')).toEqual([7, 5, 4, 3, 2])
    const [scores, aggregated] = [of('score') as number[], of('aggregated region') as number[]]
    const order = scores.map((_, r) => r).sort((r, q) => scores[r] - scores[q])
    // Along the component the numbers ascend.
    expect(order.map((r) => aggregated[r])).toEqual(aggregated.toSorted())
    const sizes = new Map<number, number>()
    aggregated.forEach((one, r) => sizes.set(one, (sizes.get(one) ?? 0) + (of('records')[r] as number)))
    for (const size of sizes.values()) expect(size).toBeGreaterThanOrEqual(7)
    expect(warnings?.at(-1)).toBe(`5 regions were merged into ${sizes.size}; the report lists them`)
    expect(files[0].columns.get('c0')?.kind).toBe('numeric')
  })

  it('refuses invalid regions: unknown, missing, masked, too small, or too few for the regression', async () => {
    const refused = (regions: Column, params = {}): Promise<MaskResult> =>
      Promise.resolve().then(() => withRegions(regions, params))
    await expect(refused(fiveRegions, { regions: 'nowhere' })).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN' })
    await expect(refused(fiveRegions, { regions: 'c0' })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      place: { parameter: 'regions', column: 'c0' },
    })
    await expect(refused(fiveRegions)).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
    const holes = categorical(Array.from({ length: 21 }, (_, i) => (i === 5 ? null : regionOf(i))))
    await expect(refused(holes, { minimumUnits: 5 })).rejects.toMatchObject({
      code: 'MISSING_VALUES',
      place: { row: 6 },
    })
    await expect(refused(fiveRegions, { minimumUnits: 2 })).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
      message: /^in the region \w: a regression on/,
    })
  })

  it('predicts a column by the other masked ones as by given ones', async () => {
    const x = [...stackloss.x, ...numbersOf(stackloss.given)]
    const [y] = await mask(franconiStanderMethod, { x, given: [] })
    for (const [i, value] of y.entries()) expect(value).toBeCloseTo(shrunk[i], 11)
  })

  it('refuses a single column, one that the others determine, too few records, and values without a logarithm', async () => {
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

describe('the side that a shift discloses', () => {
  it('follows from the file by a regression of the masked column on the given ones', async () => {
    const rng = seededRng('sides')
    const normals = (): Float64Array => Float64Array.from({ length: 1000 }, () => rng.normal())
    const [a, b, e] = [normals(), normals(), normals()]
    const x = a.map((value, i) => 10 + value + b[i] + e[i])
    const file = { x: [x], given: [numeric(a), numeric(b)] }
    const [fit] = await mask(franconiStanderMethod, file, { shrink: 0 })
    const [y] = await mask(franconiStanderMethod, file, { rule: 'shift' })
    // The intruder has y, a and b.
    const [rest] = residualise([y], whitenedSpan([a, b]))
    const inTail = [...y.keys()].filter((i) => y[i] !== fit[i])
    const right = inTail.filter((i) => Math.sign(rest[i]) === Math.sign(x[i] - fit[i])).length
    expect(inTail).toHaveLength(500)
    expect(right).toBe(500)
    // With shrink the same regression tells the sides as a coin does: 250 ± 4 · 11.2 of 500.
    const [shrunk] = await mask(franconiStanderMethod, file)
    const [other] = residualise([shrunk], whitenedSpan([a, b]))
    const guessed = inTail.filter((i) => Math.sign(other[i]) === Math.sign(x[i] - fit[i])).length
    expect(Math.abs(guessed - 250)).toBeLessThan(45)
  })
})

describe('shiftTails', () => {
  it('moves only values outside the quantiles, to the side of the original, and not for an exact fit', () => {
    const fit = Float64Array.of(0, 1, 2, 3, 4, 5, 6, 7)
    const original = Float64Array.of(9, -9, 9, -9, 9, -9, 9, 7)
    expect([...shiftTails(fit, original, 0.5, 0.25)]).toEqual([0.5, 0.5, 2, 3, 4, 5, 6.5, 7])
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

  it('moves only values outside the quantiles', () => {
    expect(shrinkTails(Float64Array.of(0, 1, 2, 3, 4), 0.5, 0.25)).toEqual(Float64Array.of(0.5, 1, 2, 3, 3.5))
    expect(shrinkTails(Float64Array.of(0, 1, 2, 3, 4), 9, 0.25)).toEqual(Float64Array.of(2, 1, 2, 3, 2))
  })
})
