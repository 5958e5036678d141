import { describe, expect, it } from 'vitest'
import { people } from '../testing/people.fixture.js'
import { measure, attack } from './attribute-inference.fixture.js'

describe('risk/attribute-inference', () => {
  describe('is at chance', () => {
    it('on independent data: 95 of 100 differences are within two standard errors', () => {
      const within = Array.from({ length: 60 }, (_, r) => {
        const found = measure(people(300, `a${r}`), people(300, `b${r}`), { control: people(200, `c${r}`) })
        return attack(found, 'difference').filter((one, t) => Math.abs(one) < 2 * attack(found, 'standard error')[t])
      }).flat().length
      // 120 differences, correlated in pairs: 114 are expected; fewer than 104 have a probability below 0.1 %.
      expect(within).toBeGreaterThan(104)
    })
  })
})
