import { filesInMemory, readInMemory } from '@sdc/toolkit/internal'
import { dataset, numeric, numericValues } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readChangePlaces } from './change-places.js'

describe('readChangePlaces', () => {
  it('finds the change at any place of the sorted order, for so many pairs that they are counted in classes', () => {
    const change = fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 0, max: 9 }))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 30 }), fc.constantFrom(200_001, 1e7), (list, most) => {
        const file = dataset([['change', numeric([...list, Number.NaN])]])
        const read = Object.assign((block: { readonly masked: typeof file }) => numericValues(block.masked, 'change'), {
          orders: [],
        })
        const rows = Int32Array.from({ length: file.rows }, (_, i) => i)
        const pairs = { masked: rows, original: rows }
        const places = readChangePlaces([read], [most], () => [...list.keys()])
        const [at] = readInMemory(places, filesInMemory(file, file, pairs))
        const sorted = [...list].sort((a, b) => a - b)
        expect(sorted.map((_, place) => at(place))).toEqual(sorted)
      }),
    )
  })
})
