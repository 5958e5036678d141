import { categorical, dataset, numeric, seededRng, takeRows, toRows } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { inCanonicalOrder } from './canonical-order.js'

const rng = seededRng('order')
const file = dataset([
  ['x', numeric(Float64Array.from({ length: 50 }, (_, i) => (i % 9 === 0 ? Number.NaN : rng.int(4) - 1)))],
  ['level', categorical(Array.from({ length: 50 }, (_, i) => (i % 7 === 0 ? null : ['b', 'a', 'c'][rng.int(3)])))],
  ['id', numeric(Float64Array.from({ length: 50 }, (_, i) => i))],
])

describe('inCanonicalOrder', () => {
  it('gives the same records for every order of the file and of its levels', () => {
    const names = ['x', 'level', 'id']
    const sorted = toRows(inCanonicalOrder(file, names))
    for (let draw = 0; draw < 5; draw++) {
      const moved = takeRows(file, rng.permutation(file.rows))
      const again = dataset(
        moved.names.map((name) => {
          const column = moved.column(name)
          if (column.kind === 'numeric') return [name, column] as const
          const texts = Array.from(column.codes, (code) => column.levels[code] ?? null)
          return [name, categorical(texts, ['c', 'b', 'a'])] as const
        }),
      )
      expect(toRows(inCanonicalOrder(again, names))).toEqual(sorted)
    }
    expect(sorted.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))).toEqual([...Array(50).keys()])
    expect(sorted[0].x).toBe(-1)
    expect(sorted.at(-1)?.x).toBeNull()
  })

  it('keeps the order of the file for equal records', () => {
    expect(toRows(inCanonicalOrder(file, []))).toEqual(toRows(file))
    expect(inCanonicalOrder(takeRows(file, new Int32Array(0)), ['x']).rows).toBe(0)
  })
})
