import { describe, expect, it } from 'vitest'
import { equalArrays } from './equal-arrays.js'

const numbers = [0, -0, Number.NaN, 1e12, -1]

describe('arrays of numbers', () => {
  it.each([Float64Array, Float32Array, Int32Array, Uint8Array])(
    'are equal if they have one type and the same numbers',
    (Type) => {
      expect(equalArrays(Type.from(numbers), Type.from(numbers))).toBe(true)
      expect(equalArrays(Type.from([9, ...numbers]).subarray(1), Type.from(numbers))).toBe(true)
      expect(equalArrays(new Type(0), new Type(0))).toBe(true)
    },
  )

  it.each([
    ['a number is another', Float64Array.of(1, 2), Float64Array.of(1, 3)],
    ['a zero has another sign', Float64Array.of(0), Float64Array.of(-0)],
    ['one is missing', Float64Array.of(1), Float64Array.of(Number.NaN)],
    ['one is longer', Float64Array.of(1), Float64Array.of(1, 1)],
    ['one is of another type', Float64Array.of(1), Float32Array.of(1)],
    ['one is a plain array', Float64Array.of(1), [1]],
    ['an element is an object', [{}], [{}]],
    ['an element is not there', [undefined, 1], [undefined, 1]],
    ['an element of two is another', [1, 'a', true], [1, 'a', false]],
    ['one has more than elements', Object.assign([1], { more: 2 }), [1]],
    ['one is a view of bytes', new DataView(new ArrayBuffer(8)), new DataView(new ArrayBuffer(8))],
  ])('are left to vitest where %s', (_, one, other) => {
    expect(equalArrays(one, other)).toBeUndefined()
    expect(equalArrays(other, one)).toBeUndefined()
  })

  it('are equal if they contain the same numbers, texts and booleans', () => {
    expect(equalArrays([...numbers, 'a', true], [...numbers, 'a', true])).toBe(true)
    expect(equalArrays([], [])).toBe(true)
  })

  it('are compared by this in every matcher, also within other objects, and differ if signs differ', () => {
    const thousands = new Float64Array(40_000).fill(0)
    const other = thousands.slice().fill(-0, 39_999)
    expect({ of: [thousands] }).toEqual({ of: [thousands.slice()] })
    expect({ of: [thousands] }).toStrictEqual({ of: [thousands.slice()] })
    expect({ of: [thousands] }).not.toEqual({ of: [other] })
    expect(thousands).not.toStrictEqual(other)
    expect(Float64Array.of(1)).not.toEqual(Int32Array.of(1))
    expect([...thousands]).not.toEqual([...other])
    expect(Object.assign([1], { more: 2 })).not.toEqual([1])
    expect(new Array<number>(1)).not.toStrictEqual([undefined])
  })
})
