import { categorical, dataset, numeric, seededRng, takeRows, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { chancePositions } from './chance-positions.js'

const N = 300
const people = (seed: number): Dataset => {
  const rng = seededRng(seed)
  return dataset([
    ['x', numeric(Array.from({ length: N }, () => rng.normal()))],
    ['c', categorical(Array.from({ length: N }, () => ['a', 'b', 'c'][rng.int(3)]))],
    ['k', categorical(Array.from({ length: N }, () => 'same'))],
  ])
}
const at = { matching: 'position' } as const

describe('chancePositions', () => {
  it('warns if records at the same position agree by chance only: new records, or another order', () => {
    const x = people(1)
    const warned = chancePositions(x, people(2), at)
    expect(warned).toEqual([expect.objectContaining({ kind: 'warning' })])
    expect(chancePositions(x, takeRows(x, seededRng(3).permutation(N)), at)).toEqual(warned)
  })

  it('does not warn if one column agrees, if a link is known, or of few records', () => {
    const [x, y] = [people(1), people(2)]
    const half = dataset([
      ['x', y.column('x')],
      ['c', x.column('c')],
    ])
    expect(chancePositions(x, half, at)).toEqual([])
    const noisy = numeric(noise(x))
    expect(chancePositions(x, dataset([['x', noisy]]), at)).toEqual([])
    expect(chancePositions(x, y, { matching: 'key' })).toEqual([])
    const few = Int32Array.from({ length: 50 }, (_, i) => i)
    expect(chancePositions(takeRows(x, few), takeRows(y, few), at)).toEqual([])
    const constant = dataset([['k', x.column('k')]])
    expect(chancePositions(constant, constant, at)).toEqual([])
  })
})

/** Adds noise of twice the standard deviation to the numbers. */
function noise(file: Dataset): Float64Array {
  const column = file.column('x')
  const rng = seededRng(8)
  return column.kind === 'numeric' ? column.values.map((value) => value + 2 * rng.normal()) : new Float64Array(0)
}
