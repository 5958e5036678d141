import { afterEach, describe, expect, it, vi } from 'vitest'
import { gammaDistribution } from './gamma.js'
import * as incomplete from './special-functions/incomplete.js'

vi.mock('./special-functions/incomplete.js', { spy: true })
afterEach(() => vi.clearAllMocks())

const probabilities = [1e-12, 1e-6, 1e-3, 0.05, 0.2, 0.4, 0.5, 0.51, 0.7, 0.9, 0.97, 0.999, 1 - 1e-6, 1 - 1e-9]

describe('quantiles of the gamma law', () => {
  it.each([
    [0.001, 39],
    [0.01, 45],
    [0.05, 51],
    [0.3, 56],
    [0.7, 55],
    [1, 51],
    [1.01, 50],
    [1.5, 51],
    [3, 47],
    [10, 47],
    [50, 44],
    [400, 37],
    [9000, 30],
  ])('shape %d: the first guesses are so near that 14 of them take %d probabilities', (shape, most) => {
    const { cdf, quantile } = gammaDistribution(shape, 1)
    const xs = probabilities.map(quantile)
    expect(vi.mocked(incomplete.gammaTail).mock.calls.length).toBeLessThanOrEqual(most)
    probabilities.forEach((p, i) => {
      if (xs[i] > 0) expect(Math.abs(cdf(xs[i]) - p)).toBeLessThan(1e-11 * Math.max(p, shape > 1000 ? 0.1 : 1e-3))
    })
  })

  it('are 0 below the least number, and both methods agree at shape 1e4', () => {
    const { quantile } = gammaDistribution(1e-4, 1)
    expect([0.1, 0.6, 0.9].map(quantile)).toEqual([0, 0, 0])
    expect(quantile(0.99999)).toBeGreaterThan(0)
    const [below, from] = [1e4 * (1 - 2 ** -53), 1e4].map((shape) => gammaDistribution(shape, 1))
    expect(vi.mocked(incomplete.gammaTail)).toHaveBeenCalled()
    vi.clearAllMocks()
    expect(from.cdf(1e4) + from.quantile(0.3)).toBeGreaterThan(0)
    expect(vi.mocked(incomplete.gammaTail)).not.toHaveBeenCalled()
    for (const p of probabilities) expect(below.quantile(p) / from.quantile(p)).toBeCloseTo(1, 8)
    expect(from.quantile(0)).toBe(0)
  })
})

/** Reference: mpmath 1.3.0 at 40 digits, the series of the lower incomplete gamma function: a, x = a + z√a, P(a, x). */
const large = [
  [10000, 9400.0, 4.64852460812127e-10],
  [10000, 9490.0, 1.0741399031519387e-7],
  [10000, 9510.0, 3.194778535505923e-7],
  [10000, 9600.0, 2.547031418384642e-5],
  [10000, 9900.0, 0.15865119219356466],
  [10000, 9990.0, 0.4614824257093641],
  [10000, 10000.0, 0.5013298083399552],
  [10000, 10010.0, 0.54113746289251],
  [10000, 10100.0, 0.8413487504471796],
  [10000, 10400.0, 0.999961119829426],
  [10000, 10490.0, 0.99999930173445],
  [10000, 10510.0, 0.999999740443804],
  [10000, 10600.0, 0.9999999980378075],
  [10001.5, 9401.455001687373, 4.6487994161038085e-10],
  [10001.5, 9491.461751434268, 1.0741782848125894e-7],
  [10001.5, 9511.463251378022, 3.194879404109761e-7],
  [10001.5, 9601.470001124915, 2.5470743433378476e-5],
  [10001.5, 9901.492500281229, 0.15865119280491624],
  [10001.5, 9991.499250028122, 0.461482327426661],
  [10001.5, 10001.5, 0.5013297086154378],
  [10001.5, 10011.500749971878, 0.5411373647054022],
  [10001.5, 10101.507499718771, 0.841348749848732],
  [10001.5, 10401.529998875085, 0.9999611204098251],
  [10001.5, 10491.536748621978, 0.9999993017534665],
  [10001.5, 10511.538248565732, 0.9999997404517565],
  [10001.5, 10601.544998312627, 0.9999999980379043],
  [40000, 38800.0, 6.831446595527627e-10],
  [40000, 38980.0, 1.3567145575536787e-7],
  [40000, 39020.0, 3.927652285659362e-7],
  [40000, 39200.0, 2.8449826182949428e-5],
  [40000, 39800.0, 0.15865424212199994],
  [40000, 39980.0, 0.4608272142097106],
  [40000, 40000.0, 0.5006649038930117],
  [40000, 40020.0, 0.5404827294205603],
  [40000, 40200.0, 0.8413457507083961],
  [40000, 40800.0, 0.9999648553072669],
  [40000, 40980.0, 0.9999994195850965],
  [40000, 41020.0, 0.9999997892107406],
  [40000, 41200.0, 0.9999999985980977],
] as const

describe('the expansions for large shapes', () => {
  it.each(large)('shape %d: lack only their next term at %d', (a, x, p) => {
    const z = (x - a) / Math.sqrt(a)
    const { cdf, quantile } = gammaDistribution(a, 1)
    // Temme's next coefficient is −1/540 at the mean; terms above it are rounded as 1 is.
    const next = (Math.exp((-z * z) / 2) * a ** -1.5) / Math.sqrt(2 * Math.PI) / 540
    expect(Math.abs(cdf(x) - p)).toBeLessThan(1.6 * next + (z > 0 ? 5e-15 : 1e-13 * p))
    // The next term of Cornish and Fisher; p is rounded by 1.1e-16, which the density tells in x.
    const gap = Math.abs((9 * z ** 5 + 256 * z ** 3 - 433 * z) / 38880) * a ** -1.5
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI * a)
    expect(Math.abs(quantile(p) - x)).toBeLessThan(1.6 * gap + (p > 0.5 ? 3e-16 / density : 0) + 1e-14 * a + 1e-9)
  })
})
