import { describe, expect, it } from 'vitest'
import { categorical, dataset, isSdcError, numeric, takeRows, type Dataset } from '@sdc/core'
import { differingColumns } from './differing-columns.js'
import { differingInBlocks } from './differing-in-blocks.js'
import { refuseShuffled } from './refuse-shuffled.js'

const cities = ['Ulm', 'Aachen', null, 'Ulm', 'Bonn', 'Aachen', 'Jena']
const original = dataset([
  ['x', numeric([1, 2.5, Number.NaN, 4, 5, 6, -0])],
  ['one', numeric([3, 3, 3, 3, 3, 3, 3])],
  ['city', categorical(cities)],
])
const changed = (name: string, column: ReturnType<Dataset['column']>): Dataset =>
  dataset(original.names.map((one) => [one, one === name ? column : original.column(one)]))
const order = Int32Array.of(1, 0, 2, 3, 4, 6, 5)

/** Returns the findings for two files, in memory and in blocks. */
function both(masked: Dataset, records: number): [whole: unknown, blocks: unknown] {
  const told = (run: () => unknown): unknown => {
    try {
      return run()
    } catch (error) {
      return isSdcError(error) ? [error.code, error.message] : error
    }
  }
  const whole = told(() => {
    refuseShuffled(original, masked, { matching: 'position' }, [])
    return differingColumns(original, masked, Int32Array.of(0, 1, 2, 3, 4, 5, 6))
  })
  const found = differingInBlocks(original.names)
  const rows = Array.from({ length: original.rows }, (_, i) => i)
  for (let at = 0; at < rows.length; at += records) {
    const block = Int32Array.from(rows.slice(at, at + records))
    found.add(takeRows(original, block), takeRows(masked, block))
  }
  return [whole, told(() => found.columns())]
}

describe('differingInBlocks', () => {
  it.each<[string, Dataset, unknown]>([
    ['nothing differs', original, []],
    ['digits that were left out', changed('x', numeric([1, 2.5000000000000004, Number.NaN, 4, 5, 6, 0])), []],
    ['numbers', changed('x', numeric([1, 2.5, Number.NaN, 4, 5, 6, 7])), ['x']],
    ['a missing value', changed('x', numeric([1, 2.5, 3, 4, 5, 6, -0])), ['x']],
    ['a category, levels in another order', changed('city', categorical([...cities.slice(0, 6), 'Bonn'])), ['city']],
    ['another kind', changed('one', categorical(['3', '3', '3', '3', '3', '3', '3'])), ['one']],
    ['values that moved beside some that did not', changed('x', takeRows(original, order).column('x')), ['x']],
    [
      'records in another order',
      takeRows(original, order),
      ['WRONG_INPUT', expect.stringContaining('in another order')],
    ],
  ])('finds the same as a comparison in memory: %s', (_, masked, expected) => {
    for (const records of [1, 3, 7]) {
      const [whole, blocks] = both(masked, records)
      expect(blocks).toEqual(whole)
      expect(blocks).toEqual(expected)
    }
  })
})
