import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import * as decimals from './decimal.js'
import { multiplesOf } from './multiples.js'

vi.mock('./decimal.js', { spy: true })

const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true })
const anyBase = fc.oneof(
  fc.double({ min: 5e-324, noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0.1, 0.05, 0.3, 1, 2.5, 3, 7, 10, 1000, 1e-9, 1e15, 1e22, 1e300, 1e-310, 5e-324),
)
/** Values and a base of a similar size, so that rounding has an effect. */
const scaled = fc
  .tuple(anyBase, fc.double({ min: -1e17, max: 1e17, noNaN: true }), fc.integer({ min: -60, max: 0 }))
  .map(([base, m, exponent]): [number, number] => [base, m * 2 ** exponent * base])
  .filter(([, value]) => Number.isFinite(value))
const pair = fc.oneof(scaled, fc.tuple(anyBase, anyNumber))

/** digits · 10^exponent, of the shortest decimal that reads back as the number. */
function fractionOf(value: number): { readonly digits: bigint; readonly exponent: number } {
  const [, sign, whole, decimals = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e(.*)$/.exec(value.toExponential()) ?? []
  return { digits: BigInt(`${sign}${whole}${decimals}`), exponent: Number(exponent) - decimals.length }
}

describe('multiplesOf', () => {
  it('takes numbers as the decimals they are written as', () => {
    expect([0.3, 0.7, 1.1, 0.15, 0.25, 0.35, -0.15, 0.149].map((x) => multiplesOf(0.1).nearest(x))).toEqual([
      0.3, 0.7, 1.1, 0.2, 0.3, 0.4, -0.1, 0.1,
    ])
    expect([1.005, 2.675, 1.004999].map((x) => multiplesOf(0.01).nearest(x))).toEqual([1.01, 2.68, 1])
    expect([1.15e-8, 1.25e-8].map((x) => multiplesOf(1e-9).nearest(x))).toEqual([1.2e-8, 1.3e-8])
    expect([1e15 + 5, 1e15 + 4, -1e15 - 5].map((x) => multiplesOf(10).nearest(x))).toEqual([1e15 + 10, 1e15, -1e15])
    expect(multiplesOf(1).nearest(4e15 + 0.5)).toBe(4e15 + 1)
    expect(multiplesOf(1).nearest(0.49999999999999994)).toBe(0)
    expect([0.07, 0.11].map((x) => multiplesOf(0.05).nearest(x))).toEqual([0.05, 0.1])
  })

  it('sends halves up, to the even multiple or away from 0', () => {
    const { nearest } = multiplesOf(0.1)
    const values = [0.15, 0.25, -0.15, -0.25, 0.16, -0.16]
    expect(values.map((x) => nearest(x, 'up'))).toEqual([0.2, 0.3, -0.1, -0.2, 0.2, -0.2])
    expect(values.map((x) => nearest(x, 'even'))).toEqual([0.2, 0.2, -0.2, -0.2, 0.2, -0.2])
    expect(values.map((x) => nearest(x, 'away'))).toEqual([0.2, 0.3, -0.2, -0.3, 0.2, -0.2])
  })

  it('returns 0 for −0 and values near it, and missing and infinite values unchanged', () => {
    const { nearest, below, above } = multiplesOf(0.1)
    for (const value of [
      nearest(-0.04),
      nearest(-0.05),
      above(-0.04),
      above(-1e-300),
      below(0.04),
      nearest(-0),
      below(-0),
      above(-0),
    ])
      expect(value).toBe(0)
    for (const value of [Number.NaN, Infinity, -Infinity]) expect(nearest(value)).toBe(value)
  })

  it('agrees with whole-number arithmetic on decimals, for any place of the point', () => {
    const decimals = fc.integer({ min: -12, max: 300 })
    const cases = fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: -1e9, max: 1e9 }), decimals)
    fc.assert(
      fc.property(cases, ([b, v, k]) => {
        // Base b·10^−k; the value has two decimals more: v·10^−(k+2).
        const at = (digits: number, exponent: number): number => Number(`${digits}e${exponent}`)
        const { nearest, below, above } = multiplesOf(at(b, -k))
        const floor = Math.floor(v / (100 * b))
        const ceil = Math.ceil(v / (100 * b))
        const up = 2 * (v - floor * 100 * b) >= 100 * b
        const value = at(v, -k - 2)
        expect(below(value)).toBe(at(floor * b, -k) + 0)
        expect(above(value)).toBe(at(ceil * b, -k) + 0)
        expect(nearest(value)).toBe(at((up ? floor + 1 : floor) * b, -k) + 0)
      }),
      { numRuns: 2000 },
    )
  })

  it('agrees with exact fractions of the shortest decimals, next to multiples and halfway between them', () => {
    const mantissa = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 2 ** 53 - 1 }))
    const places = fc.oneof(fc.integer({ min: -24, max: 24 }), fc.integer({ min: -280, max: 280 }))
    const bases = fc.tuple(mantissa, places).map(([digits, exponent]) => Number(`${digits}e${exponent}`))
    const near = fc.record({
      base: bases,
      twice: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -(2 ** 40), max: 2 ** 40 })),
      ulps: fc.integer({ min: -2, max: 2 }),
    })
    fc.assert(
      fc.property(near, ({ base, twice, ulps }) => {
        const value = ((twice / 2) * base + 0) * (1 + ulps * 2 ** -52)
        fc.pre(Number.isFinite(value))
        const [v, b] = [fractionOf(value), fractionOf(base)]
        const exponent = Math.min(v.exponent, b.exponent)
        const [dividend, divisor] = [v, b].map((of) => of.digits * 10n ** BigInt(of.exponent - exponent))
        const floor = dividend >= 0n ? dividend / divisor : -((-dividend + divisor - 1n) / divisor)
        const rest = 2n * (dividend - floor * divisor)
        const multiple = (m: bigint): number => Number(`${m * b.digits}e${b.exponent}`) + 0
        const { nearest, below, above } = multiplesOf(base)
        // A multiple is the double nearest to m·b, even if its own shortest decimal differs.
        const ceil = rest === 0n || multiple(floor) === value ? floor : floor + 1n
        expect([base, value, below(value)]).toEqual([base, value, multiple(multiple(ceil) === value ? ceil : floor)])
        expect([base, value, above(value)]).toEqual([base, value, multiple(ceil)])
        const isUp = { up: true, even: floor % 2n !== 0n, away: dividend > 0n }
        for (const halves of ['up', 'even', 'away'] as const) {
          const up = rest > divisor || (rest === divisor && isUp[halves])
          expect([base, value, halves, nearest(value, halves)]).toEqual([
            base,
            value,
            halves,
            multiple(up ? floor + 1n : floor),
          ])
        }
      }),
      { numRuns: 1500 },
    )
  })

  it('is monotone and idempotent, between its neighbours, and never infinite', () => {
    fc.assert(
      fc.property(pair, fc.integer({ min: -3, max: 3 }), anyNumber, ([base, x], ulps, far) => {
        const { nearest, below, above } = multiplesOf(base)
        const y = nearest(x)
        expect(nearest(y)).toBe(y)
        expect(Number.isFinite(y)).toBe(true)
        for (const other of [far, x * (1 + ulps * 2 ** -52), x + (ulps * base) / 2]) {
          if (!Number.isFinite(other)) continue
          const [low, high] = other < x ? [other, x] : [x, other]
          expect(nearest(low)).toBeLessThanOrEqual(nearest(high))
        }
        // If x is within 2 bases of the largest double, the outermost multiple replaces those beyond.
        if (Math.abs(x) + 2 * base < Number.MAX_VALUE) {
          expect(below(x)).toBeLessThanOrEqual(x)
          expect(above(x)).toBeGreaterThanOrEqual(x)
          expect([below(x), above(x)]).toContain(y)
          expect(Math.abs(y - x)).toBeLessThanOrEqual(base / 2 + Math.abs(x) * 2 ** -52 + 5e-324)
        }
        for (const one of [y, below(x), above(x)]) expect([one, nearest(one)]).toEqual([one, one])
      }),
      { numRuns: 1000 },
    )
  })

  it('returns values unchanged if doubles cannot resolve the base, and the last multiple below the largest double', () => {
    expect(multiplesOf(1e-300).nearest(1.5)).toBe(1.5)
    expect(multiplesOf(3).nearest(1e300)).toBe(1e300)
    expect(multiplesOf(1e308).nearest(1.79e308)).toBe(1e308)
    expect(multiplesOf(1e308).nearest(-1.79e308)).toBe(-1e308)
    expect(multiplesOf(1e300).nearest(5e-324)).toBe(0)
  })

  it('uses exact arithmetic only if rounding could decide', () => {
    const values = Array.from({ length: 200 }, (_, i) => 1000 * ((0.6180339887498949 * (i + 1)) % 1) - 500)
    for (const base of [0.1, 7, 0.12345678901234568, 1e-3 / 7, 1e-250]) {
      const { nearest, below } = multiplesOf(base)
      vi.clearAllMocks()
      const scale = base < 1e-200 ? 1e-247 : 1
      for (const value of values) nearest(value * scale, 'even')
      for (const value of values) below(value * scale)
      expect(vi.mocked(decimals.decimalOf)).not.toHaveBeenCalled()
      // Multiples of a base of few digits are a product and a quotient.
      if (base === 0.1 || base === 7) expect(vi.mocked(decimals.fromDecimal)).not.toHaveBeenCalled()
    }
    // Halfway between multiples of one, and next to it.
    vi.clearAllMocks()
    multiplesOf(1e-3 / 7).nearest(2.5e-3 / 7)
    expect(vi.mocked(decimals.decimalOf).mock.calls.length).toBeGreaterThan(1)
  })

  it('returns values of 2⁵³ bases or more, and doubles next to the last multiples, unchanged', () => {
    for (const base of [1, 3, 0.1]) {
      for (const factor of [2 ** 53, 2 ** 53 + 2, 2 ** 60]) {
        const { nearest, below, above } = multiplesOf(base)
        for (const value of [factor * base, -factor * base]) {
          expect([nearest(value), below(value), above(value)]).toEqual([value, value, value])
        }
      }
    }
    expect([2 ** 53 - 1, 2 ** 52 - 0.5].map((x) => multiplesOf(1).nearest(x))).toEqual([2 ** 53 - 1, 2 ** 52])
    expect([Number.NaN, Infinity, -Infinity].map((x) => multiplesOf(1).below(x))).toEqual([
      Number.NaN,
      Infinity,
      -Infinity,
    ])
    expect([Number.NaN, Infinity, -Infinity].map((x) => multiplesOf(1).above(x))).toEqual([
      Number.NaN,
      Infinity,
      -Infinity,
    ])
    expect(Object.is(multiplesOf(1).above(-0.5), 0)).toBe(true)
  })

  it('refuses a base that is not a number above 0', () => {
    for (const base of [0, -1, Infinity, Number.NaN]) expect(() => multiplesOf(base)).toThrow(RangeError)
  })
})
