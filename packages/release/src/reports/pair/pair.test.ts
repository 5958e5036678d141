import { categorical, dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { changesByColumn, differing, nextChanged } from './changed-cells.js'
import { linkedRows } from './linked-rows.js'
import { twoColumns } from './two-columns.js'

const original = dataset([
  ['x', numeric([1, 2, Number.NaN, 4])],
  ['sex', categorical(['f', 'm', 'm', null])],
  ['name', categorical(['a', 'b', 'c', 'd'])],
])
const masked = dataset([
  ['x', numeric([4, Number.NaN, 2.5])],
  ['sex', categorical(['m', 'm', 'f'])],
  ['new', numeric([1, 2, 3])],
])
/** Record 3 of the original is masked record 0, record 2 is 1, record 1 is 2; record 0 was removed. */
const rows = linkedRows(4, Int32Array.of(3, 2, 1))

describe('linkedRows', () => {
  it('lists the records of the original in their order, with removed, repeated and added ones', () => {
    expect([[...rows.original], [...rows.masked]]).toEqual([
      [0, 1, 2, 3],
      [-1, 2, 1, 0],
    ])
    const repeated = linkedRows(2, Int32Array.of(1, -1, 1))
    expect([[...repeated.original], [...repeated.masked]]).toEqual([
      [0, 1, 1, -1],
      [-1, 0, 2, 1],
    ])
  })

  it('lists the masked records alone if none is linked', () => {
    const unlinked = linkedRows(3, Int32Array.of(-1, -1))
    expect([[...unlinked.original], [...unlinked.masked]]).toEqual([
      [-1, -1],
      [0, 1],
    ])
  })
})

describe('changesByColumn', () => {
  it('counts changed values of linked records; two missing values are equal', () => {
    expect(changesByColumn(original, masked, rows)).toEqual([
      { name: 'x', in: 'both', changed: 1 },
      { name: 'sex', in: 'both', changed: 2 },
      { name: 'name', in: 'original', changed: 0 },
      { name: 'new', in: 'masked', changed: 0 },
    ])
  })

  it('compares categories by their names, regardless of their codes, and other kinds by their texts', () => {
    const differs = differing(categorical(['a', 'b']), categorical(['b', 'a', 'z']))
    expect([differs(0, 1), differs(1, 0), differs(0, 0), differs(0, 2)]).toEqual([false, false, true, true])
    const recoded = differing(numeric([1, 2, Number.NaN]), categorical(['1', '2–3', null]))
    expect([recoded(0, 0), recoded(1, 1), recoded(2, 2)]).toEqual([false, true, false])
  })
})

it('nextChanged finds the next row with a change, and none after the last', () => {
  const x = differing(original.column('x'), masked.column('x'))
  expect(nextChanged([x], rows, 0)).toBe(1)
  expect(nextChanged([x], rows, 2)).toBeUndefined()
})

describe('twoColumns', () => {
  it('has points and correlations for two numbers', () => {
    const x = numeric([1, 2, 3, Number.NaN])
    const found = twoColumns([x, numeric([2, 4, 6, 1])], [x, numeric([6, 4, 2, 1])])
    if (found?.kind !== 'numbers') throw new Error('not a cloud')
    expect([found.x.least, found.x.most, found.y.least, found.y.most]).toEqual([1, 3, 1, 6])
    expect(found.before.points).toEqual([
      [1, 2],
      [2, 4],
      [3, 6],
    ])
    expect(found.before.pearson).toBeCloseTo(1, 12)
    expect([found.after.pearson, found.after.spearman].map((one) => one?.toFixed(12))).toEqual(
      Array(2).fill('-1.000000000000'),
    )
    expect(found.before.records).toBe(3)
  })

  it('has quantiles by category, with missing ones as a level', () => {
    const group = categorical(['b', 'a', 'b', null])
    const found = twoColumns([group, numeric([1, 5, 3, 9])], [group, numeric([1, 5, 4, Number.NaN])])
    if (found?.kind !== 'boxes') throw new Error('no boxes')
    expect(found.levels).toEqual(['b', 'a', 'missing'])
    expect(found.before.map(({ records, at }) => [records, at?.[2]])).toEqual([
      [2, 2],
      [1, 5],
      [1, 9],
    ])
    expect(found.after[0].at?.[2]).toBe(2.5)
    expect(found.after[2]).toEqual({ records: 0 })
  })

  it('counts two categories, with codes in their order and rare levels combined', () => {
    const many = categorical(Array.from({ length: 30 }, (_, i) => String(i < 16 ? 10 : i)))
    const half = categorical(Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? 'x' : 'y')))
    const found = twoColumns([many, half], [many, half])
    if (found?.kind !== 'table') throw new Error('no table')
    expect(found.rows).toEqual(['10', ...Array.from({ length: 10 }, (_, i) => String(16 + i)), '4 other levels'])
    expect(found.before[0]).toEqual([8, 8])
    expect(found.before.at(-1)).toEqual([2, 2])
  })

  it('has no picture for a column that changed its kind', () => {
    expect(twoColumns([numeric([1]), numeric([1])], [categorical(['1–2']), numeric([1])])).toBeUndefined()
  })
})
