import { categorical, dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { mean } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { blockSample, prlBlocks } from './prl-blocks.js'

const rows = (count: number): Int32Array => Int32Array.from({ length: count }, (_, i) => i)

/** Blocks of 1 to 9 records. */
const sizes = Array.from({ length: 300 }, (_, b) => 1 + ((b * 7) % 9))
const labels = sizes.flatMap((size, b) => new Array<string>(size).fill(`b${b}`))
const file = (order: Int32Array = rows(labels.length)): Dataset =>
  dataset([
    ['block', categorical(Array.from(order, (row) => labels[row]))],
    ['row', numeric(Float64Array.from(order))],
  ])

describe('blocks of probabilistic linkage', () => {
  const data = { data: file(), rows: rows(labels.length) }

  it('are all used if they are few, in the order of their values', () => {
    const found = prlBlocks(data, data, ['block'], seededRng(1))
    if (typeof found === 'string') throw new Error(found)
    expect(found.of).toBe(300)
    const names = found.drawn.map((block) => labels[block.masked[0]])
    expect(names).toEqual([...new Set(labels)].sort())
    found.drawn.forEach((block) => expect([...block.masked]).toEqual([...block.originals]))
    const whole = prlBlocks(data, data, [], seededRng(1))
    if (typeof whole === 'string') throw new Error(whole)
    expect(whole.drawn.map((block) => block.masked.length)).toEqual([labels.length])
  })

  it('are sampled if they have too many pairs: the same ones for any order of the records', () => {
    const order = seededRng(2).permutation(labels.length)
    const other = { data: file(order), rows: rows(labels.length) }
    const names = [data, other].map((one) => {
      const found = prlBlocks(one, one, ['block'], seededRng(3), 300 * 530 * 0.2)
      if (typeof found === 'string') throw new Error(found)
      const column = one.data.column('block')
      if (column.kind !== 'categorical') throw new Error('no categories')
      return found.drawn.map((block) => column.levels[column.codes[block.masked[0]]])
    })
    expect(names[0].length).toBeGreaterThan(50)
    expect(names[0].length).toBeLessThan(70)
    expect(names[1]).toEqual(names[0])
  })

  it('have a share within twice the stated error, as often as it should be', () => {
    // Results of each record, more similar within a block than between blocks.
    const rng = seededRng(4)
    const found = Float64Array.from(sizes, (size, b) => size * Math.min(1, 0.3 + 0.05 * (b % 9) + 0.1 * rng.uniform()))
    const attacked = Float64Array.from(sizes)
    const total = (list: Float64Array): number => list.reduce((a, b) => a + b, 0)
    const exact = (100 * total(found)) / total(attacked)
    const of = { blocks: 300, records: labels.length }
    const z2: number[] = []
    for (let seed = 1; seed <= 200; seed++) {
      const drawn = seededRng(seed).permutation(300).subarray(0, 200)
      const [f, a] = [found, attacked].map((list) => Float64Array.from(drawn, (b) => list[b]))
      const sample = blockSample(of, f, a)
      expect(sample?.drawn).toBe(total(a))
      expect(sample?.of).toBe(labels.length)
      z2.push((((100 * total(f)) / total(a) - exact) / (sample?.standardError ?? 0)) ** 2)
    }
    expect(z2.filter((one) => one <= 4).length).toBeGreaterThan(191 - 5 * 3)
    expect(Math.abs(mean(Float64Array.from(z2)) - 1)).toBeLessThan(5 * Math.sqrt(2 / 200))
    expect(blockSample(of, found, attacked)).toBeUndefined()
  })

  it('compare by labels, missing ones with missing ones, and keep masked records without candidates', () => {
    const x = dataset([['k', categorical(['a', 'b', null, 'c'])]])
    const y = dataset([['k', categorical(['d', null, 'b', 'a'])]])
    const found = prlBlocks({ data: x, rows: rows(4) }, { data: y, rows: rows(4) }, ['k'], seededRng(1))
    if (typeof found === 'string') throw new Error(found)
    const pairs = found.drawn.map(({ masked, originals }) => [[...masked], [...originals]])
    expect(pairs).toContainEqual([[0], []])
    expect(pairs).toContainEqual([[1], [2]])
    expect(pairs).toContainEqual([[3], [0]])
    expect(found.of).toBe(4)
  })
})
