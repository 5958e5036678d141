import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { nearestVariation } from './nearest-variation.js'

const d = 3
/** Draws values on a grid of halves, with ties and with zeros as divisors. */
function drawn(name: string, n: number): Float64Array {
  const rng = seededRng(name)
  return new Float64Array(n * d).map(() => Math.round(4 * rng.normal()) / 2)
}

function bruteForce(x: Float64Array, y: Float64Array): { value: number; nearest: number[] } {
  let [sum, used] = [0, 0]
  const nearest: number[] = []
  for (let i = 0; i < y.length; i += d) {
    let [best, least] = [-1, Infinity]
    for (let r = 0; r < x.length; r += d) {
      let distance = 0
      for (let k = 0; k < d; k++) distance += (y[i + k] - x[r + k]) ** 2
      if (distance < least) [best, least] = [r, distance]
    }
    nearest.push(best / d)
    for (let k = 0; k < d; k++) {
      if (x[best + k] === 0) continue
      sum += Math.abs(y[i + k] - x[best + k]) / Math.abs(x[best + k])
      used++
    }
  }
  return { value: sum / used, nearest }
}

describe('nearestVariation', () => {
  it('equals brute force after any steps, with ties and zeros, and n′ ≠ n', () => {
    const [x, y] = [drawn('x', 60), drawn('y', 25)]
    const variation = nearestVariation({ d, x, y: y.slice(), xPlaces: x, yPlaces: y.slice() })
    const now = y.slice()
    const rng = seededRng('steps')
    for (let step = 0; step < 400; step++) {
      const [i, j, next] = [rng.int(25), rng.int(d), Math.round(4 * rng.normal()) / 2]
      const proposed = variation.propose(i, j, next, next)
      const changed = now.slice()
      changed[i * d + j] = next
      expect(proposed).toBeCloseTo(bruteForce(x, changed).value, 12)
      if (step % 2 === 0) continue
      variation.accept()
      now.set(changed)
      expect([...variation.nearest]).toEqual(bruteForce(x, now).nearest)
      expect(variation.value).toBeCloseTo(proposed, 12)
    }
    const value = variation.value
    variation.recompute()
    expect(variation.value).toBeCloseTo(value, 12)
  })

  it('is 0 if no original value can be a divisor', () => {
    const x = new Float64Array(2 * d)
    const y = drawn('y', 3)
    expect(nearestVariation({ d, x, y, xPlaces: x, yPlaces: y.slice() }).value).toBe(0)
  })
})
