import { describe, expect, it } from 'vitest'
import { gaussHermite } from './gauss-hermite.js'

describe('Gauss–Hermite quadrature', () => {
  it('has the nodes and weights of the closed forms', () => {
    expect([...gaussHermite(1).nodes]).toEqual([0])
    expect(gaussHermite(1).weights[0]).toBeCloseTo(1, 15)
    // He_3(x) = x³ − 3x, weights n!/(n²He_{n−1}(x)²).
    const three = gaussHermite(3)
    ;[Math.sqrt(3), 0, -Math.sqrt(3)].forEach((node, k) => expect(three.nodes[k]).toBeCloseTo(node, 14))
    ;[1 / 6, 2 / 3, 1 / 6].forEach((weight, k) => expect(three.weights[k]).toBeCloseTo(weight, 14))
    // He_5(x) = x⁵ − 10x³ + 15x: x² = 5 ± √10.
    const five = gaussHermite(5)
    expect(five.nodes[0]).toBeCloseTo(Math.sqrt(5 + Math.sqrt(10)), 14)
    expect(five.nodes[3]).toBeCloseTo(-Math.sqrt(5 - Math.sqrt(10)), 14)
    expect(five.weights[2]).toBeCloseTo(8 / 15, 14)
  })

  it('with 64 nodes gives the moments of the normal law and of the log-normal one', () => {
    const { nodes, weights } = gaussHermite(64)
    const expectation = (f: (z: number) => number): number =>
      nodes.reduce((total, node, k) => total + weights[k] * f(node), 0)
    // (2m − 1)!! for z^{2m}; 1e-12 is some roundings of the nodes' eight-fold power.
    ;[1, 1, 3, 15, 105].forEach((moment, m) => expect(expectation((z) => z ** (2 * m)) / moment).toBeCloseTo(1, 12))
    expect(expectation((z) => z ** 7)).toBeCloseTo(0, 10)
    for (const sigma of [0.6, 1.519, 3]) {
      expect(expectation((z) => Math.exp(sigma * z)) / Math.exp(sigma ** 2 / 2)).toBeCloseTo(1, 11)
    }
  })

  it('refuses an invalid number of nodes', () => {
    for (const count of [0, -1, 2.5, Number.NaN]) expect(() => gaussHermite(count)).toThrow(RangeError)
  })
})
