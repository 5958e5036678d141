import { dataset, numeric, seededRng, type Column } from '@sdc/core'
import { openBeside } from '@sdc/engine'
import { sourceOf } from '@sdc/engine/partitions'
import { describe, expect, it } from 'vitest'
import { patternsInBlocks } from './patterns-in-blocks.js'

describe('patternsInBlocks', () => {
  it.each([5, 60])('finds the same as for the file in memory, with %i columns', async (count) => {
    for (const share of [0, 0.002, 0.02, 0.3]) {
      const rng = seededRng(count)
      const data = dataset(
        Array.from({ length: count }, (_, j): [string, Column] => [
          `v${j}`,
          numeric(Array.from({ length: 700 }, () => (rng.uniform() < (j % 3 === 0 ? share : 0) ? Number.NaN : 1))),
        ]),
      )
      const inMemory = openBeside(data, []).filter(({ sentence }) => sentence.includes('missing cells'))
      expect(await patternsInBlocks(sourceOf(data), data.names)).toEqual(inMemory)
      expect(inMemory.length).toBe(count === 60 && share > 0 ? 1 : 0)
    }
    expect(await patternsInBlocks(sourceOf(dataset([['v', numeric([])]])), ['v'])).toEqual([])
  })
})
