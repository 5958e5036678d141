import { categorical, dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { mostNegatives, negativesSentence, newNegatives } from './new-negatives.js'

const original = dataset([
  ['income', numeric([0, 3, Number.NaN, 5])],
  ['balance', numeric([-1, 3, 4, 5])],
  ['job', categorical(['a', 'b', 'a', 'b'])],
])
const masked = (income: number[]): { data: ReturnType<typeof dataset> } => ({
  data: dataset([
    ['income', numeric(income)],
    ['balance', numeric([-9, -9, -9, -9])],
    ['job', categorical(['a', 'b', 'a', 'b'])],
  ]),
})

describe('newNegatives', () => {
  it('counts negative values by column, and takes the most over several files and runs', () => {
    const files = [masked([-1, 2, Number.NaN, 4]), masked([-1, -2, Number.NaN, 0])]
    const found = newNegatives(original, files, ['income', 'balance', 'job'])
    expect(found).toEqual([{ column: 'income', values: 2 }])
    expect(newNegatives(original, [masked([1, 2, Number.NaN, 0])], ['income'])).toEqual([])
    expect(mostNegatives(found, [], [{ column: 'income', values: 1 }])).toEqual(found)
  })

  it('puts them into one sentence that begins with the column', () => {
    expect(negativesSentence([])).toEqual([])
    expect(negativesSentence([{ column: 'income', values: 36 }])).toEqual([
      'income: 36 negative values where the original has none (schema: min: 0 keeps them out).',
    ])
    const two = [
      { column: 'income', values: 36 },
      { column: 'age', values: 2 },
    ]
    expect(negativesSentence(two, 5)[0]).toMatch(/^income: up to 36, age: up to 2 negative values in a run where/)
  })
})
