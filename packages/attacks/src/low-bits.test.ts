import {
  dataset,
  numeric,
  numericValues,
  resolveParams,
  seededRng,
  noRoles,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lowBitsAttack } from './low-bits-attack.js'
import { boundByLastBit, canBeSum, isZeroForCertain, touchedByDigits } from './low-bits.js'

const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })
const whole = { step: 1, least: 1, negative: false }

describe('canBeSum', () => {
  it('holds for every sum', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, (x, e) => {
        expect(canBeSum(x, x + e)).toBe(true)
        expect(canBeSum(0, x)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('is false if no noise makes the value: brute force over the noises near the difference', () => {
    const small = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.double({ min: -4, max: 4, noNaN: true }))
    fc.assert(
      fc.property(small, ([x, y]) => {
        if (y === 0) return
        // All doubles e of the size of y − x are multiples of this; a sum farther off is another y.
        const unit = 2 ** (Math.floor(Math.log2(Math.abs(y - x) || 1)) - 54)
        const near = Array.from({ length: 41 }, (_, k) => y - x + (k - 20) * unit)
        expect(canBeSum(x, y)).toBe(near.some((e) => x + e === y))
      }),
      { numRuns: 2000 },
    )
  })

  it('is true for 1 and a small sum only if that is a multiple of 2⁻⁵³', () => {
    expect(canBeSum(1, 2 ** -53)).toBe(true)
    expect(canBeSum(1, 2 ** -54)).toBe(false)
    expect(canBeSum(1, 0.25 + 2 ** -54)).toBe(false)
    expect(canBeSum(1, 1)).toBe(true)
  })
})

describe('boundByLastBit', () => {
  it('is no lower than any original', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, (x, e) => {
        if (x + e !== 0) expect(Math.abs(x)).toBeLessThan(boundByLastBit(x + e))
      }),
      { numRuns: 2000 },
    )
  })

  it('is 2⁵³ times the last bit beyond the value', () => {
    expect(boundByLastBit(1)).toBe(1 + 2 ** 53)
    expect(boundByLastBit(-1.5)).toBe(1.5 + 2 ** 52)
    expect(boundByLastBit(0.5 + 2 ** -53)).toBe(0.5 + 2 ** -53 + 1)
    expect(boundByLastBit(5e-324)).toBe(2 ** -1021)
  })
})

describe('isZeroForCertain', () => {
  it('is never true for another amount, for any noise', () => {
    const step = fc.constantFrom(1, 0.01, 5, 0.25)
    fc.assert(
      fc.property(
        step,
        fc.integer({ min: 1, max: 1e6 }),
        anyNumber,
        fc.integer({ min: -40, max: 0 }),
        (of, k, e, p) => {
          const x = k * of
          const known = { step: of, least: of, negative: false }
          expect(isZeroForCertain(x + e * 2 ** p, known)).toBe(false)
          expect(isZeroForCertain(e * 2 ** p - x, { ...known, negative: true })).toBe(false)
          // A sum that almost cancels has few bits left.
          expect(isZeroForCertain(x + (-x + e * 2 ** (p - 30)), known)).toBe(false)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('is true for small noise on 0, more often for a larger least amount', () => {
    const rng = seededRng('zeros')
    const noise = Array.from({ length: 1000 }, () => 50 * rng.normal())
    const named = (least: number): number =>
      noise.filter((e) => isZeroForCertain(e, { step: 1, least, negative: false })).length
    expect(named(1)).toBeGreaterThan(5)
    expect(named(100)).toBeGreaterThan(named(1) + 300)
    expect(noise.filter((e) => isZeroForCertain(Math.round(e), whole))).toEqual([])
  })
})

describe('touchedByDigits', () => {
  it('separates short from long fractions, and leaves 0 undecided', () => {
    expect([...touchedByDigits(Float64Array.from([1.25, Math.PI, 0, Number.NaN, 12]))]).toEqual([0, 1, -1, -1, 0])
  })

  it('is undecided for one kind only, or as few as by chance', () => {
    expect([...touchedByDigits(Float64Array.from([1, 2.5, 0]))]).toEqual([-1, -1, -1])
    expect([...touchedByDigits(Float64Array.from([Math.PI, Math.E]))]).toEqual([-1, -1])
    const rng = seededRng('long')
    const long = Float64Array.from({ length: 300 }, (_, i) => (i === 0 ? 2 : rng.normal()))
    expect(touchedByDigits(long).every((one) => one === -1)).toBe(true)
  })
})

describe('attacks/low-bits', () => {
  const attack = async (released: Dataset, original?: Dataset): Promise<Measurement> =>
    lowBitsAttack.attack({
      released,
      known: new Map(original ? [['original', original]] : []),
      origin: new Int32Array(released.rows).fill(-1),
      columns: released.names,
      given: [],
      roles: noRoles,
      params: resolveParams(lowBitsAttack.params, {}),
      rng: seededRng(1),
      tick() {},
    })
  const small = 0.25 + 2 ** -54
  const file = (a: readonly number[]): Dataset => dataset([['a', numeric(a)]])

  it('counts its findings, and the correct ones', async () => {
    const found = await attack(file([small, 7, 3.3, Number.NaN]), file([0, 7, 3, 1]))
    expect(found).toMatchObject({ value: 100, used: 3, columns: new Map([['a', 100]]) })
    const columns = found.tables?.get('columns')
    const of = (name: string): number => numericValues(columns ?? dataset([]), name)[0]
    // 3.3 has few digits although it was changed: it is classified wrongly.
    expect(['cells', 'named 0', 'correctly named 0', 'told apart', 'correctly told apart'].map(of)).toEqual([
      3, 1, 1, 3, 2,
    ])
    const bound = found.recordColumns && numericValues(found.recordColumns, 'size below a')
    expect(bound?.[0]).toBe(small + 0.5)
    expect(bound?.[3]).toBeNaN()
  })

  it('does not claim to be right without the original, and refuses one of another length', async () => {
    const found = await attack(file([small, 7]))
    expect(numericValues(found.tables?.get('columns') ?? dataset([]), 'correctly named 0')[0]).toBeNaN()
    await expect(attack(file([1]), file([1, 2]))).rejects.toMatchObject({ code: 'LENGTH_MISMATCH' })
  })

  it('has no value without cells', async () => {
    expect((await attack(file([Number.NaN]))).value).toBeNull()
  })
})
