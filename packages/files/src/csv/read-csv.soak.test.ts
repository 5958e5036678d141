import { type CategoricalColumn } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { readCsv } from './read-csv.js'

describe('types', () => {
  it('may have a million categories', () => {
    const lines = Array.from({ length: 1_000_000 }, (_, i) => `person number ${i}`)
    const column = readCsv(`id\n${lines.join('\n')}\n`).dataset.column('id') as CategoricalColumn
    expect(column.levels.length).toBe(1_000_000)
    expect(column.levels[999_999]).toBe('person number 999999')
    expect(column.codes[123_456]).toBe(123_456)
  })
})
