import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonStep } from './common-step.js'
import { fineStep } from './fine-step.js'
import { nearestMultiple, roundToStep, type ValueStep } from './value-step.js'

const sizeOf = (step: ValueStep | null): number | null => step && step.whole / step.scale
const step = (...values: number[]): number | null => sizeOf(commonStep(Float64Array.from(values)))
const multiples = (of: number, count = 12): number[] => Array.from({ length: count }, (_, i) => i * of)

describe('commonStep', () => {
  it('is one unit of the last decimal that any value has', () => {
    expect(step(1, 2, 3)).toBe(1)
    expect(step(1.5, 2.25, 3)).toBe(0.01)
    expect(step(0, Number.NaN, 12345.6)).toBe(0.1)
    expect(step(-0.1, 0.2, -0.3)).toBe(0.1)
    expect(step(0, 0)).toBe(1)
    expect(step()).toBe(1)
  })

  it('is the common divisor of ten or more different values', () => {
    expect(step(...multiples(500))).toBe(500)
    expect(step(...multiples(-5))).toBe(5)
    expect(step(...multiples(25).map((v) => v / 100))).toBe(0.25)
    expect(step(...multiples(500), 1)).toBe(1)
    // Nine besides 0 may share a divisor by chance.
    expect(step(...multiples(500, 10))).toBe(1)
    expect(step(...multiples(500, 10), ...multiples(500, 10))).toBe(1)
    expect(step(...multiples(500, 11))).toBe(500)
  })

  it('is null if the values have too many digits', () => {
    expect(step(Math.PI, 1)).toBeNull()
    expect(step(1, 2 ** 45)).toBeNull()
    expect(step(1, 2 ** 45 - 1)).toBe(1)
    // 0.3 as a sum has 17 digits.
    expect(step(0.1 + 0.2, 0.5)).toBeNull()
    expect(step(0.01, 1e13)).toBeNull()
    expect(step(5e-324)).toBeNull()
  })

  it('is the largest number that divides every value', () => {
    const cases = fc.tuple(
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 1, max: 1000 }),
      fc.uniqueArray(fc.integer({ min: -1e5, max: 1e5 }), { minLength: 12, maxLength: 30 }),
    )
    fc.assert(
      fc.property(cases, ([decimals, base, whole]) => {
        const values = Float64Array.from(whole, (m) => Number(`${m * base}e-${decimals}`))
        const found = commonStep(values)
        const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b))
        expect(sizeOf(found)).toBe(Number(`${whole.map((m) => m * base).reduce(gcd, 0)}e-${decimals}`))
        if (found) expect(roundToStep(values, found)).toEqual(values.map((v) => v + 0))
      }),
    )
  })
})

describe('fineStep', () => {
  it('is a power of two below 2⁻³² of the standard deviation', () => {
    expect(sizeOf(fineStep(1, 1))).toBe(2 ** -32)
    expect(sizeOf(fineStep(1.99, 7))).toBe(2 ** -32)
    expect(sizeOf(fineStep(2 ** 40, 2 ** 40))).toBe(2 ** 8)
    expect(sizeOf(fineStep(1e-290, 1e-290))).toBeLessThan(1e-299)
  })

  it('is 2⁸ times the last bit of the largest value, if that is more', () => {
    expect(sizeOf(fineStep(1, 2 ** 20))).toBe(2 ** -24)
    expect(sizeOf(fineStep(Number.NaN, 1))).toBe(2 ** -44)
    expect(sizeOf(fineStep(0, 1))).toBe(2 ** -44)
    expect(sizeOf(fineStep(Infinity, 1e300))).toBe(2 ** (996 - 44))
  })

  it('is nearer to that bit if the values have the spread of the column', () => {
    expect(sizeOf(fineStep(1, 2 ** 20, true))).toBe(2 ** -28)
    expect(sizeOf(fineStep(1, 1, true))).toBe(2 ** -32)
  })

  it('is null at the limits of doubles', () => {
    expect(fineStep(1e-300, 1e-300)).toBeNull()
    expect(fineStep(0, 0)).toBeNull()
  })
})

describe('roundToStep', () => {
  it('rounds like a single value, also at halves and at the limits of sums and whole numbers', () => {
    const ends = [2 ** 51, 2 ** 52, 2 ** 53].flatMap((end) => [end - 1, end - 0.5, end - 0.25, end, end + 1])
    const steps = [...ends, 0, 0.25, 0.5, 1.5, 2.5, 1e6 + 0.5, 5e-324, 0.49999999999999994, NaN, Infinity, 1e308]
    for (const scale of [1, 100, 2 ** 16, 2 ** -3]) {
      const values = Float64Array.from(steps.flatMap((own) => [own / scale, -own / scale]))
      const of = { whole: 1, scale }
      expect(roundToStep(values, of)).toEqual(values.map((value) => nearestMultiple(value, of)))
    }
  })

  const rounded = (values: readonly number[], of: ValueStep): number[] => [
    ...roundToStep(Float64Array.from(values), of),
  ]

  it('sends halves to the even multiple, alike on both sides of 0', () => {
    const values = [0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.4999, -0.5001, 1e15 + 0.5]
    expect(rounded(values, { whole: 1, scale: 1 })).toEqual([0, 2, 2, 0, -2, -2, 0, -1, 1e15])
  })

  it('returns the decimals themselves, never −0, and keeps missing values', () => {
    expect(rounded([0.30000000000000004, 1.005, -0.001], { whole: 1, scale: 100 })).toEqual([0.3, 1, 0])
    expect(rounded([13, 37.4, -62.5], { whole: 25, scale: 1 })).toEqual([25, 25, -50])
    expect(rounded([Number.NaN], { whole: 1, scale: 1 })).toEqual([Number.NaN])
  })

  it('leaves values beyond 2⁵² steps unchanged, and is never infinite', () => {
    expect(rounded([1e17 + 16, Number.MAX_VALUE], { whole: 1, scale: 100 })).toEqual([1e17 + 16, Number.MAX_VALUE])
    expect(rounded([Number.MAX_VALUE], { whole: 2 ** 1022, scale: 1 })).toEqual([Number.MAX_VALUE])
  })

  it('is monotone, symmetric, idempotent and within half a step', () => {
    const steps = fc.oneof(
      fc.record({ whole: fc.integer({ min: 1, max: 1000 }), scale: fc.constantFrom(1, 10, 100, 1e6) }),
      fc.integer({ min: 0, max: 60 }).map((k): ValueStep => ({ whole: 1, scale: 2 ** k })),
    )
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(steps, value, value, (of, a, b) => {
        const size = of.whole / of.scale
        const near = (v: number): number => rounded([v], of)[0]
        const [low, high] = a < b ? [a, b] : [b, a]
        expect(near(low)).toBeLessThanOrEqual(near(high))
        expect(near(-a)).toBe(0 - near(a))
        expect(near(near(a))).toBe(near(a))
        expect(Math.abs(near(a) - a)).toBeLessThanOrEqual(size / 2 + Math.abs(a) * 2 ** -52)
      }),
      { numRuns: 1000 },
    )
  })
})
