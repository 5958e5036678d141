import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { stepRuns } from './step-runs.js'

const rng = seededRng('steps')
const pick = (values: readonly number[]): number => values[rng.int(values.length)]

/** By definition: the records by value, equal ones by their number, and where the runs begin. */
function expectRuns(values: Float64Array): void {
  const order = [...values.keys()]
    .filter((i) => !Number.isNaN(values[i]))
    .sort((i, j) => (values[i] < values[j] ? -1 : values[i] > values[j] ? 1 : i - j))
  const begin = order.flatMap((i, at) => (at === 0 || values[i] !== values[order[at - 1]] ? [at] : []))
  const runs = stepRuns(values)
  expect(runs).toBeDefined()
  expect([...(runs?.order ?? [])]).toEqual(order)
  expect([...(runs?.starts ?? [])]).toEqual([...begin, order.length])
}

describe('the order of multiples of a decimal step', () => {
  it.each([1, 10, 100, 1000, 10_000])(
    'in units of 1/%d, missing values and zeros of both signs among them',
    (scale) => {
      for (const n of [1000, 1777]) {
        expectRuns(Float64Array.from({ length: n }, () => (rng.int(1900) - 950) / scale))
        expectRuns(Float64Array.from({ length: n }, () => pick([Number.NaN, 0, -0, 1 / scale, -3 / scale, 70 / scale])))
      }
    },
  )

  it('sorts sorted, reversed, equal and single values, and large ones close to each other', () => {
    expectRuns(Float64Array.from({ length: 500 }, (_, i) => i))
    expectRuns(Float64Array.from({ length: 500 }, (_, i) => -i / 10))
    expectRuns(new Float64Array(500).fill(-2.5))
    expectRuns(Float64Array.of(7))
    expectRuns(Float64Array.of(Number.NaN, 0.1, Number.NaN))
    expectRuns(Float64Array.from({ length: 500 }, () => 1e15 + rng.int(700)))
    expectRuns(Float64Array.from({ length: 500 }, () => 2 ** 60 + 1024 * rng.int(1)))
  })

  it.each([
    ['values with more decimals', Float64Array.of(0.5, 1 / 3, 2)],
    ['a step that only the last value does not keep', Float64Array.of(1, 2, 3, 2.00001)],
    ['a range of more than two steps a value', Float64Array.of(0, 1, 2, 9)],
    ['one huge value', Float64Array.of(1, 2, 3, 1e12)],
    ['an infinite value', Float64Array.of(1, 2, Infinity)],
    ['only infinite values', Float64Array.of(Infinity, Infinity)],
    ['no value at all', Float64Array.of(Number.NaN, Number.NaN)],
    ['no record', new Float64Array(0)],
  ])('is undefined for %s', (_, values) => {
    expect(stepRuns(values)).toBeUndefined()
  })
})
