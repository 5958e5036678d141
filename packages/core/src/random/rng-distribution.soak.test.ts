import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyedRng, seededRng, type Rng } from './rng.js'
import { TAIL_FROM } from './ziggurat.js'

/** Two-sided false-alarm level of every statistical check in this file, and the z-bound that goes with it. */
const level = 1e-7
const zBound = 5.33

const draws = (rng: Rng, n: number): number[] => Array.from({ length: n }, () => rng.uniform())

const sources: readonly (readonly [string, () => Rng])[] = [
  ['seedrandom', () => seededRng(20)],
  ['chacha20', () => keyedRng(new Uint8Array(32).fill(7))],
]

/** P(Z <= x) by the series Φ(x) = 1/2 + φ(x) Σ x^(2j+1)/(2j+1)!!, whose terms all have one sign. */
function normalCdf(x: number): number {
  let term = x
  let sum = x
  for (let j = 1; Math.abs(term) > 1e-18 * Math.abs(sum); j++) sum += term *= (x * x) / (2 * j + 1)
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
}

/** P(χ² >= x) by Q(a + 1, y) = Q(a, y) + y^a e^(−y) / Γ(a + 1), from Q(1, y) = e^(−y) or Q(½, y) = 2 − 2 Φ(√(2y)). */
function chiSquareUpper(x: number, df: number): number {
  const y = x / 2
  let a = df % 2 === 0 ? 1 : 0.5
  let q = df % 2 === 0 ? Math.exp(-y) : 2 - 2 * normalCdf(Math.sqrt(x))
  let term = df % 2 === 0 ? y * Math.exp(-y) : (Math.sqrt(y) * Math.exp(-y)) / (Math.sqrt(Math.PI) / 2)
  for (; a < df / 2; a++) {
    q += term
    term *= y / (a + 1)
  }
  return q
}

/** Counts against expectations; too good a fit fails as well as a bad one. */
function expectFit(counts: ArrayLike<number>, expected: (bin: number) => number): void {
  let x = 0
  for (let i = 0; i < counts.length; i++) x += (counts[i] - expected(i)) ** 2 / expected(i)
  const p = chiSquareUpper(x, counts.length - 1)
  expect(p, `χ² = ${x} on ${counts.length - 1} degrees of freedom`).toBeGreaterThan(level / 2)
  expect(p).toBeLessThan(1 - level / 2)
}

function expectMean(values: ArrayLike<number>, mean: number, variance: number): void {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] - mean
  expect(Math.abs(sum / Math.sqrt(values.length * variance))).toBeLessThan(zBound)
}

describe('the functions these tests judge by', () => {
  it('give the printed values of statistical tables', () => {
    // To the six digits that tables print.
    expect(normalCdf(1.959964)).toBeCloseTo(0.975, 6)
    expect(normalCdf(-3.090232)).toBeCloseTo(0.001, 6)
    expect(chiSquareUpper(3.841459, 1)).toBeCloseTo(0.05, 6)
    expect(chiSquareUpper(11.070498, 5)).toBeCloseTo(0.05, 6)
    expect(chiSquareUpper(124.342113, 100)).toBeCloseTo(0.05, 6)
  })
})

describe.each(sources)('the draws of a %s source', (_name, make) => {
  it('uniform: every one of the 53 bits is fair', () => {
    const n = 100_000
    const ones = new Float64Array(53)
    const rng = make().child('bits')
    for (let i = 0; i < n; i++) {
      let rest = rng.uniform()
      for (let bit = 0; bit < 53; bit++) {
        rest *= 2
        if (rest >= 1) {
          ones[bit]++
          rest -= 1
        }
      }
    }
    for (const count of ones) expect(Math.abs(count - n / 2) / Math.sqrt(n / 4)).toBeLessThan(zBound)
  })

  it('uniform: mean, variance, neighbouring draws, high and low digits', () => {
    const n = 200_000
    const values = Float64Array.from(draws(make().child('moments'), n + 1))
    const centred = values.map((value) => value - 0.5)
    expectMean(values, 1 / 2, 1 / 12)
    expectMean(
      centred.map((c) => c * c),
      1 / 12,
      1 / 180,
    )
    expectMean(
      centred.subarray(1).map((c, i) => c * centred[i]),
      0,
      1 / 144,
    )
    const high = new Float64Array(101)
    const low = new Float64Array(257)
    const pairs = new Float64Array(400)
    for (let i = 0; i < n; i++) {
      high[Math.floor(values[i] * 101)]++
      low[(values[i] * 2 ** 53) % 257]++
      if (i % 2 === 0) pairs[20 * Math.floor(values[i] * 20) + Math.floor(values[i + 1] * 20)]++
    }
    expectFit(high, () => n / 101)
    expectFit(low, () => n / 257)
    expectFit(pairs, () => n / 2 / 400)
  })

  it('uniform: two columns, parent and child are uncorrelated', () => {
    const root = make()
    const [a, b, own] = [root.child('a'), root.child('b'), root].map((rng) =>
      Float64Array.from(draws(rng, 50_000), (u) => u - 0.5),
    )
    expectMean(
      a.map((value, i) => value * b[i]),
      0,
      1 / 144,
    )
    expectMean(
      a.map((value, i) => value * own[i]),
      0,
      1 / 144,
    )
  })

  it('normal: the distribution function, by Kolmogorov and Smirnov', () => {
    const n = 200_000
    const rng = make().child('normal')
    const values = Float64Array.from({ length: n }, () => rng.normal()).sort()
    let distance = 0
    values.forEach((value, i) => {
      const p = normalCdf(value)
      distance = Math.max(distance, (i + 1) / n - p, p - i / n)
    })
    // Massart's bound, P(D > ε) <= 2 exp(−2nε²), holds at every n.
    expect(distance).toBeLessThan(Math.sqrt(Math.log(2 / level) / (2 * n)))
  })

  it('normal: moments, neighbours and tails', () => {
    const n = 1_000_000
    const rng = make().child('tails')
    const values = Float64Array.from({ length: n }, () => rng.normal())
    expectMean(values, 0, 1)
    expectMean(
      values.map((z) => z * z),
      1,
      2,
    )
    expectMean(
      values.map((z) => z ** 3),
      0,
      15,
    )
    expectMean(
      values.map((z) => z ** 4),
      3,
      96,
    )
    expectMean(
      values.subarray(1).map((z, i) => z * values[i]),
      0,
      1,
    )
    expectMean(
      values.subarray(1).map((z, i) => (z * z - 1) * (values[i] ** 2 - 1)),
      0,
      4,
    )
    const edges = Array.from({ length: 17 }, (_, i) => (i - 8) / 2)
    const probability = [...edges, Infinity].map(
      (edge, i) => (edge === Infinity ? 1 : normalCdf(edge)) - (i === 0 ? 0 : normalCdf(edges[i - 1])),
    )
    const counts = new Float64Array(edges.length + 1)
    for (const value of values) counts[edges.filter((edge) => edge < value).length]++
    // The tails beyond ±4 have 32 records each expected: enough for the χ² approximation.
    expectFit(counts, (bin) => n * probability[bin])
  })

  it('normal: fine bins, in which a wrong wedge of any layer would show', () => {
    const n = 4_000_000
    const values = new Float64Array(n)
    make().child('wedges').fillNormal(values)
    // 370 bins of width 1/50, and the two ends beyond ±3.7 with 430 expected records each.
    const counts = new Float64Array(372)
    for (const value of values) counts[Math.max(0, Math.min(371, Math.floor(value * 50) + 186))]++
    const below = Array.from({ length: 371 }, (_, i) => normalCdf((i - 185) / 50))
    expectFit(counts, (bin) => n * ((bin === 371 ? 1 : below[bin]) - (bin === 0 ? 0 : below[bin - 1])))
  })

  it('normal: beyond r, where the tail begins, as often and as far as it must, on both sides', () => {
    const part = new Float64Array(1 << 20)
    const rng = make().child('beyond r')
    const edges = [TAIL_FROM, 3.72, 3.8, 3.9, 4.05, 4.3, Infinity]
    const counts = new Float64Array(12)
    const n = 8 * part.length
    for (let round = 0; round < 8; round++) {
      rng.fillNormal(part)
      for (const value of part) {
        const size = Math.abs(value)
        if (size < TAIL_FROM) continue
        const bin = edges.findIndex((edge) => size < edge) - 1
        counts[value < 0 ? bin : bin + 6]++
      }
    }
    const above = edges.map((edge) => (edge === Infinity ? 0 : normalCdf(-edge)))
    const expected = (bin: number): number => n * (above[bin % 6] - above[(bin % 6) + 1])
    const beyond = 2 * above[0]
    const found = counts.reduce((sum, count) => sum + count, 0)
    expect(Math.abs(found - n * beyond) / Math.sqrt(n * beyond * (1 - beyond))).toBeLessThan(zBound)
    // Given how many there are (the least bin has 60 expected).
    expectFit(counts, (bin) => (expected(bin) * found) / (n * beyond))
  })

  it('laplace: the distribution function, by Kolmogorov and Smirnov, and the variance 2', () => {
    const n = 400_000
    const values = new Float64Array(n)
    make().child('laplace').fillLaplace(values)
    expectMean(values, 0, 2)
    // E x⁴ = 24.
    expectMean(
      values.map((x) => x * x),
      2,
      20,
    )
    let distance = 0
    values.sort().forEach((x, i) => {
      const p = x < 0 ? Math.exp(x) / 2 : 1 - Math.exp(-x) / 2
      distance = Math.max(distance, (i + 1) / n - p, p - i / n)
    })
    expect(distance).toBeLessThan(Math.sqrt(Math.log(2 / level) / (2 * n)))
  })

  it('int: within its range for every n, and uniform', () => {
    const rng = make().child('int')
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
        (n) => {
          const value = rng.int(n)
          expect(Number.isInteger(value) && value >= 0 && value < n).toBe(true)
        },
      ),
    )
    expect(rng.int(1)).toBe(0)
    expect(Number.isSafeInteger(rng.int(2 ** 53))).toBe(true)
    for (const bins of [2, 7, 101]) {
      const counts = new Float64Array(bins)
      for (let i = 0; i < 100_000; i++) counts[rng.int(bins)]++
      expectFit(counts, () => 100_000 / bins)
    }
  })

  it.each(['shuffle', 'permutation'])('%s: all orders of five are equally likely', (how) => {
    const rng = make().child(how)
    const counts = new Map<string, number>()
    for (let i = 0; i < 60_000; i++) {
      const five = how === 'shuffle' ? rng.shuffle(Int32Array.of(0, 1, 2, 3, 4)) : rng.permutation(5)
      const order = five.join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(120)
    expectFit([...counts.values()], () => 60_000 / 120)
  })
})

describe('seeds', () => {
  it('in a row give unrelated first draws', () => {
    expectMean(
      Array.from({ length: 1000 }, (_, seed) => seededRng(seed).uniform()),
      1 / 2,
      1 / 12,
    )
  })
})
