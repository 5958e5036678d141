import { maskInput, createRegistry, dataset, numeric, numericValues, seededRng, type Dataset } from '@sdc/core'
import standard from './index.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStep } from '@sdc/engine'
import { runSteps } from '@sdc/engine'
import { maskByPlan } from '@sdc/toolkit'

/**
 * Coding after reverse mapping (Muralidhar, Sarathy & Domingo-Ferrer 2014, section 3). Rounding to the nearest point,
 * tail coding and recoding into classes keep the order of the values. So coding the reverse-mapped column gives, bit
 * for bit, the reverse mapping of the coded original: coding(RM(x, y)) = RM(coding(x), y) with the same tie draws.
 */
const registry = createRegistry().use(standard).freeze()

const codings = [
  { use: 'coding/rounding', params: { base: 0.3 } },
  { use: 'coding/rounding', params: { points: [-2, 0.5, 3] } },
  { use: 'coding/rounding', params: { significantDigits: 1 } },
  { use: 'coding/top-bottom', params: { bottom: -1, top: 2 } },
  { use: 'coding/top-bottom', params: { topPercent: 20, bottomPercent: 10 } },
  { use: 'coding/top-bottom', params: { topPercent: 30, bottomPercent: 20, replacement: 'tail-mean', minimumTail: 1 } },
  {
    use: 'coding/top-bottom',
    params: { topPercent: 30, bottomPercent: 20, replacement: 'tail-median', minimumTail: 1 },
  },
  { use: 'coding/global-recode', params: { breaks: [-3, -1, 0.5, 4], represent: 'midpoint' } },
  { use: 'coding/global-recode', params: { classes: 4, represent: 'midpoint' } },
  {
    use: 'coding/global-recode',
    params: { classes: 4, method: 'equal-frequency', represent: 'mean', minimumClass: 1 },
  },
]

/** Result of the method alone, on `data` of `original`; null if it reports that nothing is coded. */
async function apply(use: string, params: object, original: Dataset, data: Dataset): Promise<Float64Array | null> {
  const method = registry.get('methods', use)
  const input = maskInput(data, { original, params: method.params.parse(params), rng: seededRng('ties') })
  try {
    const { files } = await maskByPlan(method, input)
    const column = files[0].columns.get('x')
    return column?.kind === 'numeric' ? column.values : null
  } catch (error) {
    if (/NOTHING_MOVES|CONSTANT_COLUMN|UNCHANGED/.test((error as { code?: string }).code ?? '')) return null
    throw error
  }
}

const file = (values: Float64Array): Dataset => dataset([['x', numeric(values)]])

/** Ties, constants and missing values; no −0, which has no defined place in a tie with 0. */
const value = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -40, max: 40 }).map((tenths) => tenths / 10 + 0) },
  { weight: 3, arbitrary: fc.double({ min: -5, max: 5, noNaN: true }).map((one) => one + 0) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
)
const pairs = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 40 })

describe.each(codings)('$use $params', ({ use, params }) => {
  it('commutes with reverse mapping', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(pairs, async (drawn) => {
        // Reverse mapping leaves incomplete pairs missing; a coding that uses all values must have the same ones.
        const complete = drawn.map(([x, y]) => (Number.isNaN(x) || Number.isNaN(y) ? [Number.NaN, y] : [x, y]))
        const x = file(Float64Array.from(complete, ([one]) => one))
        const y = file(Float64Array.from(complete, ([, one]) => one))
        const mapped = await apply('reverse-map/rank', {}, x, y)
        const coded = await apply(use, params, x, x)
        const after = mapped && (await apply(use, params, x, file(mapped)))
        const before = coded && (await apply('reverse-map/rank', {}, file(coded), y))
        expect(after).toEqual(before)
        if (after) compared++
      }),
    )
    // In the other draws no value is in a tail, or all values are points already.
    expect(compared).toBeGreaterThan(10)
  })

  it('is a step of a plan after reverse mapping, and equals coding the original before it', async () => {
    const rng = seededRng('people')
    const original = file(Float64Array.from({ length: 200 }, (_, i) => (i % 7 === 3 ? 1.5 : 1 + 1.2 * rng.normal())))
    const coding = { use, params, columns: 'all' }
    const noise = { use: 'noise/additive', columns: 'all' }
    const reverse = { use: 'reverse-map/rank', params: { ties: 'first' } }
    const run = async (...steps: object[]): Promise<Dataset> => {
      const result = await runSteps({ registry, original, steps: steps.map(parseStep), rng: seededRng(3) })
      return result.files[0].data
    }
    const released = await run(noise, reverse, coding)
    const expected = await apply('reverse-map/rank', { ties: 'first' }, await run(coding), await run(noise))
    expect(numericValues(released, 'x')).toEqual(expected)
    expect(numericValues(released, 'x')).not.toEqual(numericValues(await run(noise, reverse), 'x'))
  })
})
