import { normalDistribution, stepsOf } from '@sdc/stats/distributions'
import { describe, expect, it } from 'vitest'
import { drawFromLaw } from './draw-law.js'
import { familyNames, outsideSupport } from './families.js'
import { chooseFamily, distanceOf } from './fit-families.js'
import { cases, laws, plain, rng } from './laws.fixture.js'

describe('draws', () => {
  it.each(cases)('%s: have their law', (name, law) => {
    const n = 20_000
    const drawn = drawFromLaw(law, n, rng.child('draws').child(name))
    // √n·D is above 2.7 by chance once in a million times (2e^{−2·2.7²}); for counts less often.
    expect(Math.sqrt(n) * distanceOf(stepsOf(drawn.toSorted()), law)).toBeLessThan(2.7)
    expect(outsideSupport(name, drawn)).toBe(-1)
  })

  it.each(cases)('%s: depend only on their block', (name, law) => {
    const from = rng.child('blocks').child(name)
    const all = drawFromLaw(law, 65_536 + 40, from)
    expect(drawFromLaw(law, 65_536 + 9, from).subarray(65_536)).toEqual(all.subarray(65_536, 65_536 + 9))
    expect(all.subarray(65_536)).not.toEqual(all.subarray(0, 40))
  })
})

describe('the choice of a family', () => {
  it('has parameters within four standard errors', () => {
    const n = 20_000
    // Standard errors of maximum likelihood: normal σ/√n and σ/√2n; exponential μ/√n; gamma: inverse of [[ψ′(a), 1/s], [1/s,
    // a/s²]]; Weibull's
    // shape .7797k/√n, scale 1.0533λ/(k√n) (Johnson, Kotz & Balakrishnan 1994, chapter 21). ψ′(3) = π²/6 − 5/4.
    const trigamma = (Math.PI * Math.PI) / 6 - 1.25
    const errors: Readonly<Record<string, Readonly<Record<string, number>>>> = {
      normal: { mean: 8, sd: 8 / Math.SQRT2 },
      'log-normal': { meanLog: 0.8, sdLog: 0.8 / Math.SQRT2 },
      exponential: { mean: 20 },
      gamma: {
        shape: Math.sqrt(3 / (3 * trigamma - 1)),
        scale: Math.sqrt((25 * trigamma) / (3 * trigamma - 1)),
      },
      weibull: { shape: 0.7797 * 2.2, scale: (1.0533 * 10) / 2.2 },
    }
    for (const law of laws) {
      const from = rng.child('errors').child(law.name)
      const fitted = chooseFamily([law.name], drawFromLaw(law, n, from), plain, from)?.best.law
      for (const [parameter, error] of Object.entries(errors[law.name] ?? {})) {
        const off = Math.abs((fitted?.parameters[parameter] ?? 0) - law.parameters[parameter])
        expect(off, `${law.name} ${parameter}`).toBeLessThan((4 * error) / Math.sqrt(n))
      }
    }
  })

  it('tries families with the values in their support, the nearest first', () => {
    const names = (values: readonly number[]): string[] =>
      chooseFamily(familyNames, Float64Array.from(values), plain, rng)
        ?.families.map(({ law }) => law.name)
        .sort() ?? []
    const real = ['normal', 'triangular', 'uniform']
    const positive = ['chi-squared', 'exponential', 'gamma', 'log-normal', 'normal', 'triangular', 'uniform', 'weibull']
    expect(names([-1, 0.5, 3])).toEqual(real)
    expect(names([0, 0.5, 3])).toEqual(['exponential', ...real])
    expect(names([0.2, 0.5, 3])).toEqual(positive)
    expect(names([0, 2, 3])).toEqual(['exponential', 'normal', 'poisson', 'triangular', 'uniform'])
    expect(names([1, 2, 3])).toEqual([...positive, 'poisson'].sort())
    const found = chooseFamily(familyNames, Float64Array.of(1, 2, 3, 9, 20), plain, rng)
    const distances = found?.families.map(({ distance }) => distance) ?? []
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
    expect(found?.best).toBe(found?.families[0])
  })

  it('has none for values that are all equal, or outside the only family', () => {
    expect(chooseFamily(familyNames, Float64Array.of(2, 2), plain, rng)).toBeNull()
    expect(chooseFamily(['gamma'], Float64Array.of(2, -1), plain, rng)).toBeNull()
    // Counts whose mean no table of a Poisson law reaches.
    expect(chooseFamily(['poisson'], Float64Array.of(1e12, 2e12), plain, rng)).toBeNull()
  })

  it('takes the nearest family with a sufficient p, and reports if there is none', () => {
    const values = Float64Array.from({ length: 300 }, (_, i) => (i < 150 ? 1 + i / 1e4 : 2 + i / 1e4))
    const poor = chooseFamily(familyNames, values, { bootstrap: 0, minimumP: 0.01 }, rng)
    expect(poor?.poor).toBe(true)
    expect(poor?.best).toBe(poor?.families[0])
    const split = Float64Array.from({ length: 40_000 }, (_, i) => (i % 2 === 0 ? 1 : 9) + i / 1e6)
    const none = chooseFamily(familyNames, split, plain, rng)
    expect([none?.best.p, none?.poor]).toEqual([0, true])
    const drawn = drawFromLaw(normalDistribution(50, 8), 500, rng.child('enough'))
    const good = chooseFamily(familyNames, drawn, { bootstrap: 0, minimumP: 0.01 }, rng)
    expect(good?.poor).toBe(false)
    expect(good?.best.p).toBeGreaterThan(0.01)
  })
})
