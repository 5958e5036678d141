import { expect, it } from 'vitest'
import { freeArrays } from './free-arrays.js'

it('empties large arrays if the engine can, and leaves others', () => {
  const [freed, small, other] = [2 ** 21, 2, 2 ** 21].map((length) => new Float64Array(length).fill(3))
  const canFree = 'transfer' in ArrayBuffer.prototype
  freeArrays(freed, small)
  expect([freed.length, freed.buffer.byteLength]).toEqual(canFree ? [0, 0] : [2 ** 21, 2 ** 24])
  expect([...small, other.length, other[2 ** 21 - 1]]).toEqual([3, 3, 2 ** 21, 3])
})
