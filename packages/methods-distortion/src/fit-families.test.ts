import { seededRng } from '@sdc/core'
import {
  chiSquaredDistribution,
  exponentialDistribution,
  gammaDistribution,
  logNormalDistribution,
  normalDistribution,
  poissonDistribution,
  stepsOf,
  triangularDistribution,
  uniformDistribution,
  weibullDistribution,
  type Distribution,
} from '@sdc/stats/distributions'
import { describe, expect, it } from 'vitest'
import { reference } from '@sdc/testing/reference'
import { drawFromLaw } from './draw-law.js'
import { familyNames, outsideSupport } from './families.js'
import { chooseFamily, distanceOf } from './fit-families.js'

const laws: readonly Distribution[] = [
  normalDistribution(50, 8),
  logNormalDistribution(3, 0.8),
  exponentialDistribution(20),
  gammaDistribution(3, 5),
  weibullDistribution(2.2, 10),
  uniformDistribution(10, 40),
  triangularDistribution(0, 8, 20),
  chiSquaredDistribution(7),
  poissonDistribution(6),
]
const plain = { bootstrap: 0, minimumP: 0 }
const cases = laws.map((law) => [law.name, law] as const)
const rng = seededRng('families')

describe('draws', () => {
  it.each(cases)('%s: are of their law', (name, law) => {
    const n = 20_000
    const drawn = drawFromLaw(law, n, rng.child('draws').child(name))
    // √n·D is above 2.7 by chance once in a million times (2e^{−2·2.7²}); for counts less often.
    expect(Math.sqrt(n) * distanceOf(stepsOf(drawn.toSorted()), law)).toBeLessThan(2.7)
    expect(outsideSupport(name, drawn)).toBe(-1)
  })

  it.each(cases)('%s: of a block depend on nothing before it', (name, law) => {
    const from = rng.child('blocks').child(name)
    const all = drawFromLaw(law, 65_536 + 40, from)
    expect(drawFromLaw(law, 65_536 + 9, from).subarray(65_536)).toEqual(all.subarray(65_536, 65_536 + 9))
    expect(all.subarray(65_536)).not.toEqual(all.subarray(0, 40))
  })
})

describe('the choice of a family', () => {
  it.each(cases)('%s: each family is chosen as often as another program chooses it', (name, law) => {
    const { input, output } = reference('distribution-choice/distribution_choice.json', name)
    const { n, repeats, ...parameters } = input.params as Record<string, number>
    expect(law.parameters).toEqual(parameters)
    const sets = 200
    const chosen = new Map<string, number>()
    for (let s = 0; s < sets; s++) {
      const from = rng.child('choice').child(name).child(String(s))
      const best = chooseFamily(familyNames, drawFromLaw(law, n, from), plain, from)?.best.law.name ?? 'none'
      chosen.set(best, (chosen.get(best) ?? 0) + 1)
    }
    const shares = output as Readonly<Record<string, number>>
    for (const family of familyNames) {
      const share = shares[family] ?? 0
      // Both are samples: five standard errors of their difference, of a rare family as if it had been seen once.
      const p = Math.max(share, 1 / repeats)
      const bound = 5 * Math.sqrt(p * (1 - p) * (1 / sets + 1 / repeats)) + 1e-9
      expect(Math.abs((chosen.get(family) ?? 0) / sets - share), family).toBeLessThan(bound)
    }
  })

  it('has the true family, or one that it is part of, with many values', () => {
    const wider: Readonly<Record<string, readonly string[]>> = {
      exponential: ['exponential', 'gamma', 'weibull'],
      'chi-squared': ['chi-squared', 'gamma'],
    }
    for (const law of laws) {
      const from = rng.child('many').child(law.name)
      const best = chooseFamily(familyNames, drawFromLaw(law, 60_000, from), plain, from)?.best
      expect(wider[law.name] ?? [law.name]).toContain(best?.law.name)
    }
  })

  it('has parameters within four standard errors', () => {
    const n = 20_000
    // Of greatest likelihood: normal σ/√n and σ/√2n; exponential μ/√n; gamma: inverse of [[ψ′(a), 1/s], [1/s, a/s²]]; Weibull's
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

  it('tries what has the values in its support, the nearest first', () => {
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

  it('takes the nearest family whose p is large enough, and says where none is', () => {
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

  it('has a p by the bootstrap that is uniform on data from the family, while that of the limit is too large', () => {
    const sets = 120
    const law = normalDistribution(0, 1)
    const bootstrap: number[] = []
    const limit: number[] = []
    for (let s = 0; s < sets; s++) {
      const from = rng.child('p').child(String(s))
      const drawn = drawFromLaw(law, 60, from.child('data'))
      bootstrap.push(chooseFamily(['normal'], drawn, { bootstrap: 59, minimumP: 0 }, from)?.best.p ?? 0)
      limit.push(chooseFamily(['normal'], drawn, plain, from)?.best.p ?? 0)
    }
    const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length
    // A uniform number on 1/60 … 60/60 has mean .508 and sd .289; five standard errors.
    expect(Math.abs(mean(bootstrap) - 61 / 120)).toBeLessThan((5 * 0.289) / Math.sqrt(sets))
    // Lilliefors: the 5 % point of √n·D is .886 instead of 1.358; of the limit the 5 % point has p = .41.
    expect(mean(limit)).toBeGreaterThan(0.75)
    expect(Math.min(...bootstrap)).toBeGreaterThanOrEqual(1 / 60)
  })
})
