import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BLOCK, dataset, numeric, type BlockRange } from '@sdc/core'
import { expect, it } from 'vitest'
import { folderStore } from '@sdc/files/node'
import { sharedBlocks } from './shared-blocks.js'
import { partsOf, sourceOf } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'
import { columnOfBlock, putColumn, sharedColumn } from './stored-columns.js'

it('sharedBlocks: a block overwrites the one before, equals a block in its own memory, and copies are kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-shared-'))
  const values = Float64Array.from({ length: BLOCK + 3 }, (_, i) => [-0, Number.NaN, i / 3][i % 3])
  const source = sourceOf(dataset([['x', numeric(values)]]))
  const blocks: readonly BlockRange[] = [
    { index: 0, first: 0, end: BLOCK },
    { index: 1, first: BLOCK, end: BLOCK + 3 },
  ]
  try {
    for (const store of [memoryStore(), folderStore(folder)]) {
      const around = { source, store, parts: partsOf(BLOCK + 3, 2), partBlocks: 2 }
      const whole = blocks.map(({ first, end }) => numeric(values.subarray(first, end)))
      await putColumn(around, '0', 'x', 0, whole)
      const shared = sharedBlocks()
      const first = sharedColumn(around, '0', 'x', blocks[0], shared)
      expect(first).toEqual(await columnOfBlock(around, '0', 'x', blocks[0]))
      const kept = shared.keptColumn(first)
      const second = sharedColumn(around, '0', 'x', blocks[1], shared)
      expect(second).toEqual(whole[1])
      expect(kept).toEqual(numeric(values.slice(0, BLOCK)))
      expect(first).not.toEqual(kept)
      expect(shared.kept(values)).toBe(values)
      const beyond: BlockRange = { index: 1, first: BLOCK, end: BLOCK + 4 }
      expect(() => sharedColumn(around, '0', 'x', beyond, shared)).toThrow()
      expect(() => sharedColumn(around, '1', 'x', blocks[0], shared)).toThrow()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
