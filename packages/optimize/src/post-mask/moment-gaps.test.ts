import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { momentGaps } from './moment-gaps.js'
import { momentsOf, monomials } from './monomials.js'

function drawn(name: string, n: number, d: number): Float64Array {
  const rng = seededRng(name)
  return new Float64Array(n * d).map(() => rng.normal())
}

/** Computes E by equation 7 for order 2, directly. */
function eOfOrderTwo(x: Float64Array, z: Float64Array, d: number): number {
  const mean = (of: Float64Array, f: (at: number) => number): number => {
    let total = 0
    for (let at = 0; at < of.length; at += d) total += f(at)
    return total / (of.length / d)
  }
  let e = 0
  for (let j = 0; j < d; j++) {
    e += (mean(z, (at) => z[at + j]) - mean(x, (at) => x[at + j])) ** 2
    for (let k = j; k < d; k++) {
      e += (mean(z, (at) => z[at + j] * z[at + k]) - mean(x, (at) => x[at + j] * x[at + k])) ** 2
    }
  }
  return e
}

describe('momentGaps', () => {
  it('equals equation 7 for order 2, with n′ ≠ n', () => {
    const [x, z] = [drawn('x', 50, 4), drawn('z', 30, 4)]
    const kind = monomials(4, 2)
    expect(momentGaps(kind, z, momentsOf(kind, x)).value).toBeCloseTo(eOfOrderTwo(x, z, 4), 13)
  })

  const cases = [1, 2, 4].flatMap((d) => [1, 2, 3, 5].map((m) => [d, m] as const))

  it.each(cases)(
    '%d columns and order %d: proposals and E after 2,000 accepted steps equal those of brute force',
    (d, m) => {
      const n = 40
      const x = drawn('x', 50, d)
      const z = drawn('z', n, d)
      const kind = monomials(d, m)
      const target = momentsOf(kind, x)
      const gaps = momentGaps(kind, z, target)
      const rng = seededRng('steps')
      const afresh = (of: Float64Array): number => momentGaps(kind, of, target).value
      for (let step = 0; step < 2000; step++) {
        const [i, j, next] = [rng.int(n), rng.int(d), rng.normal()]
        const before = gaps.value
        const proposed = gaps.propose(i, j, next)
        expect(gaps.value).toBe(before)
        if (step % 100 === 0) {
          const changed = z.slice()
          changed[i * d + j] = next
          // Moments of order 5 are some hundreds: 1e-9 of E.
          expect(Math.abs(proposed - afresh(changed))).toBeLessThan(1e-9 * afresh(changed))
        }
        if (step % 3 === 0) continue
        gaps.accept()
        expect(z[i * d + j]).toBe(next)
      }
      expect(Math.abs(gaps.value - afresh(z))).toBeLessThan(1e-9 * gaps.value)
      gaps.recompute()
      expect(gaps.value).toBe(afresh(z))
    },
  )
})
