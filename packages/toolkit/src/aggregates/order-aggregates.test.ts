import { dataset, numeric, numericValues } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filesInMemory } from '../plan/files-in-memory.js'
import { readInMemory } from '../plan/read-in-memory.js'
import { readPlaces } from './order-aggregates.js'

describe('readPlaces', () => {
  it('finds the values of any places, as sorting does', () => {
    const few = fc.constantFrom(-0, 0, 1, 1 + 2 ** -52, -1, 5e-324, -5e-324, Infinity, -Infinity, Number.NaN)
    fc.assert(
      fc.property(fc.array(fc.oneof(few, fc.double()), { maxLength: 50 }), fc.array(fc.nat(60)), (values, places) => {
        const file = dataset([['v', numeric(values)]])
        const reads = readPlaces('original', [(block) => numericValues(block.original, 'v')], () => places)
        const [{ count, at }] = readInMemory(reads, filesInMemory(file, file)).columns
        const sorted = Float64Array.from(values.filter((value) => value === value).map((value) => value + 0)).sort()
        expect(count).toBe(sorted.length)
        for (const place of places) expect(at(place)).toBe(place < sorted.length ? sorted[place] : Number.NaN)
      }),
    )
  })
})
