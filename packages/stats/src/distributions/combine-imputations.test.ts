import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combineImputations, imputationKinds, type CombineOptions } from './combine-imputations.js'

const q = Float64Array.of(10.2, 9.7, 10.9, 10.4, 9.8)
const u = Float64Array.of(0.21, 0.19, 0.2, 0.22, 0.18)
const wide = Float64Array.of(0.5, 0.4, 0.45, 0.4, 0.5)

/**
 * Reference: R 4.2.2 with m <- 5; b <- var(q); ub <- mean(u); q ∓ qt(.5 + level/2, nu)·sqrt(T) and
 *   partial: T <- ub + b/m; nu <- (m-1)*(1 + m*ub/b)^2
 *   full: T <- (1 + 1/m)*b - ub; nu <- (m-1)*(1 - ub/((1 + 1/m)*b))^2; where T < 0: T <- ratio*ub; nu <- m-1
 *   synthetic: T <- ratio*ub + b/m; nu <- (m-1)*(1 + m*ratio*ub/b)^2
 *   missing-data: T <- ub + (1 + 1/m)*b; nu <- (m-1)*(1 + ub/((1 + 1/m)*b))^2
 */
const reference: readonly (readonly [CombineOptions, Float64Array, readonly number[]])[] = [
  [{ kind: 'partial' }, u, [0.247, 110.473517428701, 9.21512754322009, 11.1848724567799]],
  [{ kind: 'partial', level: 0.9 }, u, [0.247, 110.473517428701, 9.375609411121, 11.024390588879]],
  [{ kind: 'full' }, u, [0.082, 0.338212363563203, -644.20741947419, 664.60741947419]],
  [{ kind: 'full', sizeRatio: 0.5 }, wide, [0.225, 4, 8.88301645037238, 11.5169835496276]],
  [{ kind: 'synthetic' }, u, [0.247, 110.473517428701, 9.21512754322009, 11.1848724567799]],
  [{ kind: 'synthetic', sizeRatio: 2 }, u, [0.447, 361.808963331824, 8.88520799965734, 11.5147920003427]],
  [{ kind: 'missing-data' }, u, [0.482, 11.6857300940596, 8.68280838685108, 11.7171916131489]],
]

describe('combining the estimates of imputed files', () => {
  it.each(reference)('%j equals the formulas computed by R', (options, variances, expected) => {
    const combined = combineImputations(q, variances, options)
    // By hand: 51/5; (0² + .5² + .7² + .2² + .4²)/4.
    expect(combined.estimate).toBeCloseTo(10.2, 13)
    expect(combined.between).toBeCloseTo(0.235, 13)
    expect(combined.within).toBeCloseTo(variances === u ? 0.2 : 0.45, 13)
    const [low, high] = combined.interval
    const computed = [combined.total, combined.degrees, low, high]
    // The quantile of the t distribution is good to 1e-6.
    computed.forEach((value, i) => expect(Math.abs(value / expected[i] - 1)).toBeLessThan(2e-6))
    expect(combined.standardError).toBe(Math.sqrt(combined.total))
    expect(combined.replaced).toBe(variances === wide)
  })

  it('has infinite degrees of freedom and the normal interval if the sets agree', () => {
    const same = Float64Array.of(3, 3, 3)
    const four = Float64Array.of(4, 4, 4)
    for (const kind of imputationKinds) {
      const { total, degrees, interval, replaced } = combineImputations(same, four, { kind })
      expect([total, degrees, replaced]).toEqual([4, Infinity, kind === 'full'])
      expect(interval[1]).toBeCloseTo(3 + 2 * 1.9599639845400536, 12)
      const none = combineImputations(same, new Float64Array(3), { kind })
      expect([none.total, none.degrees, ...none.interval]).toEqual([0, Infinity, 3, 3])
    }
  })

  it('uses the replacement also at T = 0, and has infinite bounds for T next to it', () => {
    // b = 2, (1 + 1/2)·2 = 3.
    const two = Float64Array.of(0, 2)
    const at = (within: number): ReturnType<typeof combineImputations> =>
      combineImputations(two, Float64Array.of(within, within), { kind: 'full' })
    expect(at(3)).toMatchObject({ total: 3, degrees: 1, replaced: true })
    const near = at(3 - 1e-12)
    expect(near.replaced).toBe(false)
    expect(near.degrees).toBeGreaterThan(0)
    expect(near.interval).toEqual([-Infinity, Infinity])
  })

  it('scales with the unit, does not depend on the order of the sets, and orders the kinds', () => {
    const set = fc.tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: 1, max: 999 }))
    fc.assert(
      fc.property(fc.array(set, { minLength: 2, maxLength: 12 }), fc.constantFrom(...imputationKinds), (sets, kind) => {
        const [estimates, variances] = [0, 1].map((k) => Float64Array.from(sets, (one) => one[k]))
        const one = combineImputations(estimates, variances, { kind })
        const other = combineImputations(
          estimates.map((value) => 8 * value + 1024).reverse(),
          variances.map((value) => 64 * value).reverse(),
          { kind },
        )
        // Scaling by powers of two is exact; sums in another order are not, and T of full is a difference.
        const near = (a: number, b: number): void =>
          expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * (one.within + one.between + 1))
        near(other.estimate, 8 * one.estimate + 1024)
        near(other.total / 64, one.total)
        expect(one.total).toBeGreaterThan(0)
        expect(one.interval[0]).toBeLessThan(one.estimate)
        // (1 + 1/m)b is at least b/m, and the full variance is the missing-data one minus 2ū.
        const [partial, full, missing] = imputationKinds.map((each) =>
          combineImputations(estimates, variances, { kind: each }),
        )
        expect(partial.total).toBeLessThanOrEqual(missing.total)
        if (!full.replaced) near(full.total, missing.total - 2 * missing.within)
        else expect(full.total).toBe(full.within)
        for (const { degrees } of [partial, missing]) expect(degrees).toBeGreaterThanOrEqual(sets.length - 1)
      }),
    )
  })

  it.each([
    ['one set', [1], [1], {}],
    ['different lengths', [1, 2], [1], {}],
    ['a negative variance', [1, 2], [1, -1], {}],
    ['a missing estimate', [1, Number.NaN], [1, 1], {}],
    ['an infinite estimate', [1, Infinity], [1, 1], {}],
    ['an infinite variance', [1, 2], [1, Infinity], {}],
    ['a missing variance', [1, 2], [1, Number.NaN], {}],
    ['a level of 1', [1, 2], [1, 1], { level: 1 }],
    ['a level next to 1', [1, 2], [1, 1], { level: 1 - 2 ** -53 }],
    ['a level of 0', [1, 2], [1, 1], { level: 0 }],
    ['a missing level', [1, 2], [1, 1], { level: Number.NaN }],
    ['a ratio of 0', [1, 2], [1, 1], { sizeRatio: 0 }],
    ['an infinite ratio', [1, 2], [1, 1], { sizeRatio: Infinity }],
  ])('refuses %s', (what, estimates, variances, options) => {
    expect(() =>
      combineImputations(Float64Array.from(estimates), Float64Array.from(variances), { kind: 'full', ...options }),
    ).toThrow(/level/.test(what) ? /^the level of an interval/ : /^(set \d|there are|the combining|a ratio)/)
  })

  it('accepts two sets, variances of 0, and levels from next to 0 to next to 1', () => {
    const [two, none] = [Float64Array.of(1, 3), new Float64Array(2)]
    expect(combineImputations(two, none, { kind: 'partial' })).toMatchObject({
      estimate: 2,
      within: 0,
      total: 1,
      degrees: 1,
    })
    const widths = [1e-9, 0.5, 0.999999].map((level) => {
      const [low, high] = combineImputations(two, none, { kind: 'partial', level }).interval
      expect(low + high).toBeCloseTo(4, 9)
      return high - low
    })
    // With one degree of freedom t is tan(π·level/2).
    ;[1e-9, 0.5, 0.999999].forEach((level, i) =>
      expect(widths[i] / 2 / Math.tan((Math.PI * level) / 2)).toBeCloseTo(1, 5),
    )
  })

  it('names the invalid set', () => {
    expect(() => combineImputations(Float64Array.of(1, 2, 3), Float64Array.of(1, 1, -2), { kind: 'full' })).toThrow(
      'set 3 has the estimate 3 and the variance -2',
    )
  })
})
