import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { distributionPartners } from './distribution-partners.js'

describe('distributionPartners', () => {
  it('moves the first rank by round(N(p/2, p/2)), and by 1 if that is not positive', () => {
    const [p, runs] = [40, 20_000]
    const rng = seededRng('first rank')
    let atMostHalf = 0
    let next = 0
    for (let run = 0; run < runs; run++) {
      const move = distributionPartners(400, p, rng.child(`${run}`))[0]
      if (move <= p / 2) atMostHalf++
      if (move === 1) next++
    }
    // Φ(.5/20) = .50997 and Φ(−18.5/20) = .17748, to 5.33 standard deviations: a false alarm in 1e7.
    expect(Math.abs(atMostHalf / runs - 0.50997)).toBeLessThan(5.33 * Math.sqrt(0.25 / runs))
    expect(Math.abs(next / runs - 0.17748)).toBeLessThan(5.33 * Math.sqrt(0.146 / runs))
  })
})
