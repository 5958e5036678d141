import { BLOCK, createRegistry, dataset, keyedRng, numeric } from '@sdc/core'
import { sourceOf, type PartsPlan } from '@sdc/engine/partitions'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { maskingHintsInBlocks } from './masking-hints-in-blocks.js'

const registry = createRegistry().use(standard).freeze()
const step = { use: 'noise/additive', columns: ['day', 'income'], given: undefined, by: [], params: {}, smallGroups: 'error' } as const // oxfmt-ignore

/** Income has the code −8 in the last of its blocks only. */
async function hints(blocks: number, memory = 1e9): Promise<string[]> {
  const rows = (blocks - 1) * BLOCK + 1000
  const data = dataset([
    ['day', numeric(Float64Array.from({ length: rows }, (_, i) => 20230101 + 100 * (i % 12) + (i % 28)))],
    ['income', numeric(Float64Array.from({ length: rows }, (_, i) => (i > rows - 50 ? -8 : 1000 + ((i * 37) % 5003))))],
  ])
  const source = { ...sourceOf(data), close: () => undefined }
  const plan = { registry, steps: [step], rng: keyedRng(new Uint8Array(32)) } as unknown as PartsPlan
  return (await maskingHintsInBlocks({ ...plan, source }, memory)).map(({ text }) => text)
}

describe('hints against masking columns of a large file', () => {
  it('cover all records if a few blocks are all, else give the number of records', async () => {
    expect(await hints(2)).toEqual([
      expect.stringMatching(/: day$/),
      expect.stringMatching(/income -8 in 49 records[^]*\)$/),
    ])
    const many = await hints(6)
    expect(many).toHaveLength(2)
    for (const text of many) expect(text).toMatch(/ \(from 197608 of 328680 records\)$/)
  })

  it('cover one block if the memory does not suffice for more', async () => {
    expect(await hints(2, 1e6)).toEqual([expect.stringMatching(/day \(from 65536 of 66536 records\)$/)])
  })
})
