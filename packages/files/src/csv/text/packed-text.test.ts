import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packedText } from './packed-text.js'

it('returns every text, in any order', () => {
  const packed = packedText()
  const kept = new Map<number, string>()
  for (let record = 0; record < 30_000; record++) {
    if (record % 3 === 1) continue
    kept.set(record, 'x'.repeat(record % 5) + record)
    packed.push(record, 'x'.repeat(record % 5) + record)
  }
  expect(packed.size).toBe(kept.size)
  for (let record = 0; record < 30_000; record++) expect(packed.get(record)).toBe(kept.get(record))
  fc.assert(fc.property(fc.integer({ min: -1, max: 30_001 }), (record) => packed.get(record) === kept.get(record)))
  expect(packedText().get(0)).toBeUndefined()
})
