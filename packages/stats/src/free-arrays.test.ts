import { expect, it } from 'vitest'
import { freeArrays } from './free-arrays.js'

it('empties arrays where the engine can, and leaves others', () => {
  const [freed, other] = [Float64Array.of(1, 2), Float64Array.of(3, 4)]
  const canFree = 'transfer' in ArrayBuffer.prototype
  freeArrays(freed)
  expect([freed.length, freed.buffer.byteLength]).toEqual(canFree ? [0, 0] : [2, 16])
  expect([...other]).toEqual([3, 4])
})
