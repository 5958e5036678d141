import { referenceFile } from '@sdc/testing/reference'
import { describe, expect, it } from 'vitest'
import * as mathematics from './index.js'

const { cbrt, cos, exp, expm1, hypot, log, log1p, log2, log10, pow, powerOfTwo, sin, tanh } = mathematics
const functions = { exp, log, log2, log10, log1p, expm1, sin, cos, tanh, cbrt, pow, hypot }
type Name = keyof typeof functions

/** Values by another program: arguments, the double nearest to the value, and the rest of the value. */
const reference: Record<Name, number[][]> = referenceFile('mathematics/mathematics.json')

/** The distance of a number from the next. */
function lastPlace(x: number): number {
  let k = -1074
  while (k < 971 && 2 ** (k + 53) <= Math.abs(x)) k++
  return 2 ** k
}

/** The greatest error in units of the last place. */
function greatestError(name: Name): number {
  let greatest = 0
  for (const row of reference[name]) {
    const [low = 0, high = 0] = row.slice(-2).reverse()
    const got = (functions[name] as (...x: number[]) => number)(...row.slice(0, -2))
    const error = Math.abs(got - high - low) / lastPlace(high)
    if (!(error <= greatest)) greatest = error
    if (Number.isNaN(error)) return error
  }
  return greatest
}

describe('elementary functions', () => {
  it.each(
    (Object.keys(functions) as Name[]).map((name) => [name, { tanh: 2, hypot: 1.2 }[name as string] ?? 1] as const),
  )('%s is within %d of a unit of the last place', (name, units) => {
    expect(reference[name].length).toBeGreaterThan(100)
    expect(greatestError(name)).toBeLessThan(units)
  })

  const ends = [0, -0, 1, -1, 2, -2, 0.5, -0.5, 3, -3, Infinity, -Infinity, Number.NaN, 1e300, -1e300, 5e-324, -5e-324]

  // The specification of the language says what these are, so here the built-in functions may be asked.
  it.each(Object.keys(functions) as Name[])('%s has the special values of the language', (name) => {
    const [ours, theirs] = [functions[name], Math[name]] as ((...x: number[]) => number)[]
    const special = (x: number): boolean => !Number.isFinite(x) || x === 0 || x === 1 || x === -1
    let compared = 0
    for (const x of ends) {
      for (const y of ours.length > 1 ? ends : [0]) {
        const expected = theirs(x, y)
        if (!special(expected)) continue
        compared++
        expect([x, y, ours(x, y)]).toEqual([x, y, expected])
      }
    }
    expect(compared).toBeGreaterThan(3)
  })

  it('powers of 2 are exact, and so are their logarithms', () => {
    for (let k = -1074, power = Number.MIN_VALUE; k <= 1023; k++, power *= 2) {
      if (!(powerOfTwo(k) === power && log2(power) === k && pow(2, k) === power)) expect.fail(`2^${k}`)
    }
    expect([powerOfTwo(-1075), powerOfTwo(1024)]).toEqual([0, Infinity])
  })

  it('whole logarithms to base 10, cubes and small powers are whole', () => {
    for (let k = 0; k <= 22; k++) expect([log10(Number(`1e${k}`)), pow(10, k)]).toEqual([k, Number(`1e${k}`)])
    for (let x = -200; x <= 200; x++) {
      expect(cbrt(x * x * x)).toBe(x)
      expect([pow(x, 2), pow(x, 3), pow(x, 4)]).toEqual([x * x, x * x * x, x * x * x * x])
    }
    expect(hypot(3e200, 4e200) / 1e200).toBeCloseTo(5, 15)
    expect(hypot(3, 4)).toBe(5)
  })

  it('are odd or even, and increase in the right ranges', () => {
    let before = [0, 0, 0, -Infinity]
    for (let i = 1; i <= 20_000; i++) {
      const x = i / 977
      const isOdd = sin(-x) === -sin(x) && tanh(-x) === -tanh(x) && cbrt(-x) === -cbrt(x)
      if (!(isOdd && cos(-x) === cos(x))) expect.fail(`at ${x}`)
      const now = [exp(x), expm1(x), log1p(x), log(x)]
      if (!now.every((value, j) => value > before[j])) expect.fail(`from ${x - 1 / 977} to ${x}`)
      before = now
    }
  })
})
