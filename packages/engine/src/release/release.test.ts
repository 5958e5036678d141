import { categorical, dataset, keyedRng, numeric, type Column, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { numbersUpTo } from '../bind/in-place.js'
import { release } from './release.js'

const rng = keyedRng(new Uint8Array(32).fill(7))
const numbers = numeric(Float64Array.from({ length: 2100 }, (_, i) => (i === 5 ? Number.NaN : i / 4)))
const labels = categorical(Array.from({ length: 2100 }, (_, i) => (i === 9 ? null : `l${i % 7}`)))

/** File of a number of columns; the tests read the last two. */
const fileOf = (columns: number): Dataset => {
  const others = Array.from({ length: columns - 2 }, (_, j): [string, Column] => [`c${j}`, numbers])
  return dataset([...others, ['number', numbers], ['label', labels]])
}
const released = (columns: number): ReturnType<typeof release> => {
  const data = fileOf(columns)
  return release({ data, origin: numbersUpTo(data.rows) }, { columns: { c0: { role: 'identifier' } } }, rng)
}

describe('release', () => {
  it('gives the same file whether its columns are in memory or not', () => {
    const [small, large] = [released(3), released(2000)]
    expect(large.data.names).toEqual(fileOf(2000).names.slice(1))
    expect(large.origin).toEqual(small.origin)
    expect([...small.origin].sort((a, b) => a - b)).toEqual([...numbersUpTo(fileOf(3).rows)])
    expect([...small.origin]).not.toEqual([...numbersUpTo(fileOf(3).rows)])
    for (const name of ['number', 'label']) expect(large.data.column(name)).toEqual(small.data.column(name))
    const column = large.data.column('number')
    if (column.kind !== 'numeric') throw new Error('it is numbers')
    expect(column.values).toEqual(Float64Array.from(large.origin, (row) => numbers.values[row]))
    // Sorted once per column, and not stored by the file.
    expect(column.values).toBe(column.values)
    expect(large.data.column('number')).not.toBe(column)
    expect(() => large.data.column('c0')).toThrow(/no column/)
  })
})
