import { categorical, seededRng } from '@sdc/core'
import { mean, pearson, rank, residualise } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { shuffleData } from './data-shuffling.js'
import { perturbationMethod } from './perturbation.js'
import { conditional, farthest, methods } from './rank-correlations.fixture.js'
import { columnsOf, runMethod } from './testing.fixture.js'

const columnOf = (n: number, of: (i: number) => number): Float64Array =>
  Float64Array.from({ length: n }, (_, i) => of(i))

/** Two columns of a normal copula of this correlation, through two functions. */
function pair(
  n: number,
  r: number,
  f: (v: number) => number,
  g: (v: number) => number = f,
): [Float64Array, Float64Array] {
  const rng = seededRng('pairs with ties')
  const [a, b] = [columnOf(n, () => rng.normal()), columnOf(n, () => rng.normal())]
  return [a.map(f), columnOf(n, (i) => g(r * a[i] + Math.sqrt(1 - r * r) * b[i]))]
}

const zerosBelow =
  (from: number) =>
  (value: number): number =>
    value < from ? 0 : Math.exp(value)
const oneAbove =
  (from: number) =>
  (value: number): number =>
    value > from ? 1 : 0

describe('columns whose values repeat', () => {
  const n = 40_000
  // A rank correlation has a standard error of at most 1/√n = .005, the mean of two .0035; lhs ends at its tolerance of .005.
  const bound = 5.33 * 0.0035
  const cases: readonly (readonly [string, readonly [Float64Array, Float64Array]])[] = [
    ['30 % zeros', pair(n, 0.6, zerosBelow(-0.5244))],
    ['60 % zeros', pair(n, 0.7, zerosBelow(0.2533))],
    ['90 % zeros', pair(n, 0.7, zerosBelow(1.2816))],
    ['90 % and 30 % zeros', pair(n, -0.7, zerosBelow(1.2816), zerosBelow(-0.5244))],
    ['two 0/1 columns', pair(n, 0.8, oneAbove(0))],
    ['rare and common ones', pair(n, 0.8, oneAbove(0.3), oneAbove(1.5))],
    ['five values and none repeated', pair(n, -0.9, (v) => Math.max(-2, Math.min(2, Math.round(v))), Math.exp)], // oxfmt-ignore
  ]

  it.each(cases.flatMap(([name, columns]) => methods.map((method) => [name, method[0], columns, method[1]] as const)))(
    '%s keep their rank correlation: %s',
    async (_, __, columns, run) => {
      expect(await farthest(run, columns, [], 2)).toBeLessThan(bound)
    },
  )

  it.each(
    cases.flatMap(([name, columns]) => conditional.map((method) => [name, method[0], columns, method[1]] as const)),
  )('%s, one masked given the other, keep it: %s', async (_, __, [x, s], run) => {
    expect(await farthest(run, [x], [s], 2)).toBeLessThan(bound)
    expect(await farthest(run, [s], [x], 2)).toBeLessThan(bound)
  })

  it.each(conditional)('three columns keep theirs among each other and with three given ones: %s', async (_, run) => {
    const rng = seededRng('six')
    const factor = columnOf(n, () => rng.normal())
    const of = (share: number, f: (v: number) => number): Float64Array =>
      factor.map((v) => f(share * v + Math.sqrt(1 - share * share) * rng.normal()))
    const x = [of(0.8, zerosBelow(0.2533)), of(0.7, oneAbove(0.5)), of(-0.8, zerosBelow(1.2816))]
    const s = [of(0.9, oneAbove(-0.2)), of(0.7, oneAbove(1)), of(0.6, zerosBelow(0))]
    expect(await farthest(run, x, s, 2)).toBeLessThan(bound)
  })

  it('given ties, masked and original values are still independent', () => {
    const [s, other] = pair(n, 0.8, oneAbove(0.3), (v) => v)
    const x = other.map((v) => (v < 0 ? 0 : v))
    const y = shuffleData([x], [s], seededRng('masking'))[0]
    const [left, right] = residualise([rank(x, 'average'), rank(y, 'average')], [s])
    // n·r² is about χ² with one degree of freedom: 28.4 is exceeded once in 1e7.
    expect(n * pearson(left, right) ** 2).toBeLessThan(28.4)
  })

  it('draws from the distribution of the column, for any given one', async () => {
    // Two groups far apart: Y* is not normal, and Φ of it not uniform.
    const [s, x] = pair(n, 0.95, oneAbove(0.5), (v) => v)
    const y = columnsOf(await runMethod(perturbationMethod, [x], [s]))[0].toSorted()
    const sorted = x.toSorted()
    for (const q of [0.05, 0.25, 0.5, 0.75, 0.95]) {
      const at = Math.round(q * n)
      // Places of a sample: a standard error of √(nq(1 − q)) at most.
      const reach = Math.ceil(5.33 * Math.sqrt(n * q * (1 - q)))
      expect(y[at]).toBeGreaterThan(sorted[at - reach])
      expect(y[at]).toBeLessThan(sorted[at + reach])
    }
  })

  it('keeps the ranks of categories apart', async () => {
    const rng = seededRng('categories')
    const labels = Array.from({ length: n }, () => ['a', 'b', 'c', 'd'][rng.int(4)])
    const x = Float64Array.from(labels, (label) => Math.max(0, { a: -1, b: 0, c: 1, d: 2 }[label] ?? 0) + Math.max(0, rng.normal())) // oxfmt-ignore
    const result = await runMethod(perturbationMethod, [x], [categorical(labels)])
    const [before, after] = [rank(x, 'average'), rank(columnsOf(result)[0], 'average')]
    for (const label of ['a', 'b', 'c', 'd']) {
      const own = (ranks: Float64Array): number => mean(ranks.filter((_, i) => labels[i] === label)) / n
      // The mean of n/4 places, of sd .29 at most.
      expect(Math.abs(own(after) - own(before))).toBeLessThan((5.33 * 0.29) / Math.sqrt(n / 4))
    }
  })

  it('reports relations without a normal copula, and the effect of chance for few records', async () => {
    // b is 1 if a is not: with c between them no three normal variables have these rank correlations.
    const rng = seededRng('impossible')
    const u = columnOf(n, () => rng.uniform())
    const x = [
      u.map((v) => Number(v < 1 / 3)),
      u.map((v) => Number(v >= 1 / 3 && v < 2 / 3)),
      u.map((v) => Number(v >= 2 / 3)),
    ]
    const said = (await runMethod(perturbationMethod, x, [])).warnings?.join() ?? ''
    const [, told] = /differ by up to (0\.\d+)/.exec(said) ?? []
    const found = await farthest(conditional[0][1], x, [], 2)
    expect(found).toBeGreaterThan(0.05)
    expect(Math.abs(Number(told) - found)).toBeLessThan(bound)
    expect((await runMethod(perturbationMethod, [u], [])).warnings).toEqual([])
    const few = await runMethod(perturbationMethod, [u.slice(0, 50), u.slice(50, 100)], [])
    expect(few.warnings?.join()).toMatch(/with 50 records chance alone moves a rank correlation by about 0\.14/)
  })
})
