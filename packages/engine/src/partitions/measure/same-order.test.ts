import { BLOCK, createRegistry, dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { sourceOf } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'
import { measureInParts } from './measure-in-parts.js'

const ROWS = BLOCK + 20
const registry = createRegistry().use(standard).freeze()
const valuesOf = (rows: number): Float64Array => Float64Array.from({ length: rows }, (_, i) => (i * 7919) % 65_537)

const file = (rows: number, order: (i: number) => number): Dataset => {
  const values = valuesOf(rows)
  const region = Int32Array.from(values, (_, i) => values[order(i)] % 2)
  return dataset([
    ['income', numeric(values.map((_, i) => values[order(i)] + (i % 3)))],
    ['age', numeric(values.map((_, i) => values[order(i)] % 90))],
    ['region', { kind: 'categorical', ordered: false, levels: ['a', 'b'], codes: region }],
  ])
}

const measured = (original: Dataset, masked: Dataset, columns: readonly string[]): Promise<unknown> =>
  measureInParts({
    registry,
    original: sourceOf(original),
    masked: sourceOf(masked),
    store: memoryStore(),
    columns,
    metrics: [{ use: 'risk/dbrl', params: { scale: 'separate' } }],
    rng: seededRng(1),
    partBlocks: 1,
  }).then(({ measured }) => measured)

describe('record order of two files out of core', () => {
  const same = (rows: number): Dataset => file(rows, (i) => i)
  const turned = (rows: number): Dataset => file(rows, (i) => rows - 1 - i)

  it('is refused if an unmasked column has its values in another order', async () => {
    await expect(measured(same(ROWS), turned(ROWS), ['income'])).rejects.toThrow(
      /column "age" has the same values in both files but in another order/,
    )
  })

  it('is accepted if one column has them in place, or if all are masked', async () => {
    await expect(measured(same(300), same(300), ['income'])).resolves.toHaveLength(1)
    await expect(measured(same(300), turned(300), ['income', 'age', 'region'])).resolves.toHaveLength(1)
  })
})
