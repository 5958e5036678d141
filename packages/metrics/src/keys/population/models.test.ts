import { describe, expect, it } from 'vitest'
import { keysReference } from '../keys.fixture.js'
import { classesOfSize, classSizes, type ClassSizes } from './class-sizes.js'
import { dankarChoice, estimateUniques } from './estimate-uniques.js'
import { fitPitman, pitmanUniques } from './pitman.js'
import { fitSnb, shlosserClasses, snbUniques } from './snb.js'
import { zayatzUniques } from './zayatz.js'

interface Case {
  readonly kind: string
  readonly id: string
  readonly sizes: readonly (readonly [number, number])[]
  readonly n: number
  readonly N: number
  readonly fraction: number
  readonly pitman: 0 | { readonly uniques: number; readonly theta: number; readonly alpha: number }
  readonly zayatz: number
  readonly shlosser: number
  readonly snb: 0 | { readonly uniques: number; readonly alpha: number; readonly beta: number }
  readonly dankar: number
}

const all = keysReference<Case>('population-risk.json')
const cases = all
  .filter(({ kind }) => kind === 'population')
  .map(
    (one) =>
      [one.id, one, sampleOf(all.find((s) => s.kind === 'sample' && one.id.startsWith(s.id))?.sizes ?? [])] as const,
  )

function sampleOf(sizes: readonly (readonly [number, number])[]): ClassSizes {
  return {
    sizes: Float64Array.from(sizes, ([size]) => size),
    counts: Float64Array.from(sizes, ([, count]) => count),
    n: sizes.reduce((sum, [size, count]) => sum + size * count, 0),
    u: sizes.reduce((sum, [, count]) => sum + count, 0),
  }
}

const relative = (value: number, expected: number): number => Math.abs(value / expected - 1)
const fitted = <T>(fit: T | string): T => (typeof fit === 'string' ? expect.fail(fit) : fit)

describe('uniques of the population, compared with other programs', () => {
  it.each(cases)('%s', (_, one, sample) => {
    expect(sample.n).toBe(one.n)
    const estimates = estimateUniques(sample, one.N)
    if (one.pitman === 0 || one.snb === 0) {
      // The sample has no class of one record: every model estimates none in the population.
      expect(classesOfSize(sample, 1)).toBe(0)
      expect(estimates.map(({ uniques }) => uniques)).toEqual([0, 0, 0])
      expect(dankarChoice(estimates, one.fraction)?.uniques).toBe(0)
      return
    }
    const pitman = fitted(fitPitman(sample))
    expect(relative(pitman.theta, one.pitman.theta)).toBeLessThan(1e-7)
    expect(relative(pitman.alpha, one.pitman.alpha)).toBeLessThan(1e-7)
    expect(relative(pitmanUniques(pitman, one.N), one.pitman.uniques)).toBeLessThan(1e-7)
    expect(relative(zayatzUniques(sample, one.N), one.zayatz)).toBeLessThan(1e-9)
    expect(relative(shlosserClasses(sample, one.fraction), one.shlosser)).toBeLessThan(1e-13)
    const snb = fitted(fitSnb(sample, one.fraction))
    // Given with eight digits, its parameters with seven.
    expect(relative(snbUniques(snb), one.snb.uniques)).toBeLessThan(1e-7)
    expect(relative(snb.alpha, one.snb.alpha)).toBeLessThan(1e-6)
    expect(relative(snb.beta, one.snb.beta)).toBeLessThan(1e-6)
    expect(relative(dankarChoice(estimates, one.fraction)?.uniques ?? Number.NaN, one.dankar)).toBeLessThan(1e-7)
    expect(estimates.map(({ uniques }) => uniques)).toEqual([
      pitmanUniques(pitman, one.N),
      zayatzUniques(sample, one.N),
      snbUniques(snb),
    ])
  })
})

/** A small sample: 6 classes of one, 2 of two, 1 of three and of nine. */
const small = sampleOf([
  [1, 6],
  [2, 2],
  [3, 1],
  [9, 1],
])

describe('the estimates by their definitions', () => {
  it('Zayatz: the hypergeometric probability, by factorials', () => {
    const choose = (n: number, k: number): number => {
      let value = k < 0 || k > n ? 0 : 1
      for (let j = 0; j < k; j++) value *= (n - j) / (k - j)
      return value
    }
    for (const N of [22, 23, 28, 60, 400]) {
      const n = 22
      const chance = (i: number): number => (i * choose(N - i, n - 1)) / choose(N, n)
      const total = 6 * chance(1) + 2 * chance(2) + chance(3) + chance(9)
      expect(relative(zayatzUniques(small, N), (6 * ((6 * chance(1)) / total)) / (n / N))).toBeLessThan(1e-12)
    }
  })

  it('Pitman: no other parameters nearby, or on a grid, are as likely', () => {
    const likelihood = (theta: number, alpha: number): number => {
      let sum = 0
      for (let i = 1; i < small.u; i++) sum += Math.log(theta + i * alpha)
      for (let i = 1; i < small.n; i++) sum -= Math.log(theta + i)
      small.sizes.forEach((size, s) => {
        for (let j = 1; j < size; j++) sum += small.counts[s] * Math.log(j - alpha)
      })
      return sum
    }
    const { theta, alpha } = fitted(fitPitman(small))
    const best = likelihood(theta, alpha)
    for (const t of [-0.4, 0, 1, 2, 3, 4, 6, 12, 30, theta * 1.01, theta * 0.99])
      for (const a of [0.01, 0.1, 0.3, 0.5, 0.9, alpha + 0.001, alpha - 0.001])
        if (t > -a && a > 0) expect(likelihood(t, a)).toBeLessThan(best)
    expect(pitmanUniques({ theta: 2, alpha: 0.5 }, 9)).toBeCloseTo((2 / (0.75 * Math.sqrt(Math.PI))) * 3, 12)
  })

  it('the slide negative binomial: both equations hold, in their printed form', () => {
    for (const p of [0.05, 0.3, 0.7]) {
      const fit = fitted(fitSnb(small, p))
      const { classes: K, alpha, beta } = fit
      const q = (1 - p) * (1 - beta)
      const D = 1 - q
      expect(K * p * (beta / D) ** alpha * (1 + (alpha * q) / D)).toBeCloseTo(6, 6)
      const two = (K * alpha * beta ** alpha * p * p * (1 - beta) * (2 - (1 - alpha) * q)) / (2 * D ** (alpha + 2))
      expect(two).toBeCloseTo(2, 6)
      expect(snbUniques(fit)).toBeCloseTo(K * beta ** alpha, 10)
    }
  })

  it('classes by the frequencies of records, which need not be whole', () => {
    expect(classSizes(Float64Array.of(1, 2, 2, 3, 3, 3, 1))).toEqual({
      sizes: Float64Array.of(1, 2, 3),
      counts: Float64Array.of(2, 1, 1),
      n: 7,
      u: 4,
    })
    // a, b and a value that may be either: frequencies 2, 2, 3.
    expect(classSizes(Float64Array.of(2, 2, 3)).u).toBeCloseTo(4 / 3, 15)
  })
})

describe('missing estimates, and limiting cases', () => {
  const reasons = (sample: ClassSizes, N: number) => estimateUniques(sample, N).map(({ reason }) => reason)

  it('only uniques, one class, no pairs: a reason, not a number', () => {
    expect(reasons(sampleOf([[1, 10]]), 100)).toEqual([
      'every class of the sample has one record: the likelihood has no maximum',
      null,
      'no class of the sample has two records, so their equation has no solution',
    ])
    expect(fitPitman(sampleOf([[7, 1]]))).toMatch(/one class only/)
    expect(estimateUniques(sampleOf([[1, 10]]), 100)[1].uniques).toBeCloseTo(100, 10)
  })

  it('no maximum within the range of α', () => {
    // A hundred classes of ten and one of one: more even than any partition of Pitman's.
    expect(
      fitPitman(
        sampleOf([
          [1, 1],
          [10, 100],
        ]),
      ),
    ).toMatch(/no maximum within the range/)
  })

  it('discards an estimate of more uniques than records in the population', () => {
    // Pitman's limit for a large population does not apply to a small one.
    const many = sampleOf([
      [1, 1000],
      [2, 50],
      [3, 6],
    ])
    const [pitman] = estimateUniques(many, 1200)
    expect(pitmanUniques(fitted(fitPitman(many)), 1200)).toBeGreaterThan(1200)
    expect(pitman).toMatchObject({ uniques: null, reason: 'it estimates more uniques than the population has records' })
  })

  it('a sample that is the population has its uniques', () => {
    expect(estimateUniques(small, 22).map(({ uniques }) => uniques)).toEqual([6, 6, 6])
  })

  it('a class of a million takes no longer than a small one', () => {
    const huge = sampleOf([
      [1, 400],
      [2, 150],
      [3, 40],
      [1_000_000, 1],
    ])
    for (const N of [1_000_821, 2e6, 1e8, 1e12]) {
      for (const { uniques, reason } of estimateUniques(huge, N)) {
        if (uniques === null) expect(reason).toMatch(/./)
        else expect(uniques).toBeGreaterThan(0)
        expect(uniques ?? 0).toBeLessThanOrEqual(N)
      }
      expect(zayatzUniques(huge, N)).toBeLessThanOrEqual(N)
      expect(Number.isFinite(shlosserClasses(huge, huge.n / N))).toBe(true)
    }
  })

  it('the rule: Pitman up to a tenth, the smaller of the others above, the remaining ones if one has none', () => {
    const of = (pitman: number | null, zayatz: number, snb: number | null) =>
      [
        { model: 'pitman', uniques: pitman },
        { model: 'zayatz', uniques: zayatz },
        { model: 'snb', uniques: snb },
      ].map((one) => ({ ...one, reason: null, parameters: {} })) as unknown as ReturnType<typeof estimateUniques>
    expect(dankarChoice(of(9, 5, 3), 0.1)?.model).toBe('pitman')
    expect(dankarChoice(of(9, 5, 3), 0.1 + 1e-16)?.model).toBe('pitman')
    expect(dankarChoice(of(9, 5, 3), 0.11)?.model).toBe('snb')
    expect(dankarChoice(of(1, 2, 3), 0.11)?.model).toBe('zayatz')
    expect(dankarChoice(of(1, 2, null), 0.5)?.model).toBe('zayatz')
    expect(dankarChoice(of(null, 5, 3), 0.05)?.model).toBe('zayatz')
  })
})
