import { normalDistribution } from '@sdc/stats/distributions'
import { describe, expect, it } from 'vitest'
import { reference } from '@sdc/testing/reference'
import { drawFromLaw } from './draw-law.js'
import { familyNames } from './families.js'
import { chooseFamily } from './fit-families.js'
import { cases, laws, plain, rng } from './laws.fixture.js'

describe('the choice of a family', () => {
  it.each(cases)('%s: each family is chosen as often as by another program', (name, law) => {
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
