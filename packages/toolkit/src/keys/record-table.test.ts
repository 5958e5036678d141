import { categorical, numeric, type Column } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neighbourMerger } from './merged-neighbours.js'
import { mergedRecordTables, recordCounter, recordTable } from './record-table.js'

describe('recordCounter', () => {
  it('makes the table that merging the tables of the blocks makes, for any numbers and categories', () => {
    const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-0, 0.5, 7e6, -1e300, Number.NaN))
    const record = fc.tuple(number, fc.integer({ min: -2, max: 90 }), fc.constantFrom('a', 'b', null))
    const block = fc.array(record, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), fc.boolean(), (blocks, isWhole) => {
        const counter = recordCounter()
        const merger = neighbourMerger(mergedRecordTables)
        let first = 0
        for (const rows of blocks) {
          const columns: Column[] = [
            numeric(rows.map(([value]) => (isWhole ? Math.round(value % 1000) : value))),
            numeric(rows.map(([, value]) => value)),
            categorical(
              rows.map(([, , label]) => label),
              ['a', 'b', 'c'],
            ),
          ]
          counter.add(columns, first)
          merger.add(recordTable(columns, first))
          first += rows.length
        }
        expect(counter.end()).toEqual(merger.end())
      }),
    )
  })
})
