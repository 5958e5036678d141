import { describe, expect, it } from 'vitest'
import { createRegistry, dataset, numeric, seededRng } from '@sdc/core'
import { replicateRng } from '@sdc/engine'
import standard from '@sdc/standard'
import { planParts } from './run-in-parts.js'
import { sourceOf } from './files/source.js'
import { memoryStore } from './work/store.js'

describe('planParts', () => {
  it('refuses more records than are numbered', () => {
    const source = sourceOf(dataset([['a', numeric([1, 2])]]))
    const planOf = (rows: number): (() => unknown) => {
      const step = { use: 'noise/additive', columns: ['a'], by: [], params: {}, smallGroups: 'error' as const }
      const sink = { write: () => Promise.resolve(), close: () => Promise.resolve() }
      const registry = createRegistry().use(standard).freeze()
      const rng = replicateRng(seededRng(1))
      const rest = { registry, sink, store: memoryStore(), steps: [step], rng, partBlocks: 1 << 10, ranges: 1 }
      return () => planParts({ ...rest, source: { ...source, rows } })
    }
    expect(planOf(2 ** 31)).not.toThrow()
    expect(planOf(2 ** 31 + 1)).toThrow(/the file has 2147483649 records, and 2147483648 are the most/)
  })
})
