import { createRegistry, dataset, fillByBlocks, numeric, seededRng, type Dataset, type Store } from '@sdc/core'
import { measureFiles, type Measured } from '../../measure/measure.js'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { sourceOf } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'
import { measureInParts } from './measure-in-parts.js'
import type { MeasuredInParts } from './metric-values.js'

/** Metrics that need records or values in order. */
const ORDERED = ['loss/wasserstein', 'loss/pil', 'loss/rank-correlation', 'risk/rank-correlation', 'permutation/level']
const registry = createRegistry().use(standard).freeze()
const metricsOf = (ids: readonly string[]) => ids.map((use) => ({ use, params: {} }))

const drawn = (rows: number, name: string): Float64Array =>
  fillByBlocks(seededRng('orders').child(name), new Float64Array(rows), (stream, part) => stream.fillNormal(part))

/** Only ties, zeros of both signs, one outlier and a constant; some cells are missing in one file only. */
function ugly(rows: number): { readonly original: Dataset; readonly masked: Dataset } {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => drawn(rows, name))
  const original = dataset([
    ['ties', numeric(a.map((z) => Math.round(z)))],
    ['zeros', numeric(b.map((z) => (z > 1.28 ? z : z < 0 ? -0 : 0)))],
    ['far', numeric(c.map((z, i) => (i === rows - 1 ? 1e300 : z)))],
    ['constant', numeric(new Float64Array(rows).fill(0.1))],
  ])
  const masked = dataset([
    ['ties', numeric(a.map((z, i) => (i % 5 === 2 ? Number.NaN : Math.round(z + 0.5 * b[i]))))],
    ['zeros', numeric(b.map((z, i) => (z > 1.2 ? z + 0.1 * c[i] : z < 0 ? 0 : -0)))],
    ['far', numeric(c.map((z, i) => (i === 0 ? -1e300 : z + 0.1 * a[i])))],
    ['constant', numeric(drawn(rows, 'd').map(Math.sign))],
  ])
  return { original, masked }
}

interface Asked {
  readonly taskBytes?: number
  readonly store?: Store
  readonly use?: readonly string[]
}

const inParts = (
  { original, masked }: ReturnType<typeof ugly>,
  { taskBytes, store = memoryStore(), use = ORDERED }: Asked = {},
): Promise<readonly MeasuredInParts[]> =>
  measureInParts({
    registry,
    original: sourceOf(original),
    masked: sourceOf(masked),
    store,
    columns: original.names,
    metrics: metricsOf(use),
    rng: seededRng(3),
    partBlocks: 1,
    taskBytes,
  }).then(({ measured }) => measured)

const inMemory = ({ original, masked }: ReturnType<typeof ugly>, use = ORDERED): Promise<readonly Measured[]> => {
  const origin = Int32Array.from({ length: original.rows }, (_, i) => i)
  const files = { registry, original, masked, origin, columns: original.names }
  return measureFiles({ ...files, metrics: metricsOf(use), rng: seededRng(3) })
}

/** All but the numbers by record. */
const said = (measured: readonly Measured[]): unknown =>
  measured.map(({ metric: { id }, measurement: { value, reason, used, columns, tables, warnings } }) => ({
    id,
    value,
    reason,
    used,
    warnings,
    columns: columns && [...columns],
    tables: [...(tables ?? [])].map(([name, table]) => [name, table.names.map((one) => table.column(one))]),
  }))

describe('metrics that need an order, out of core', () => {
  it('have the values of both files in memory, sort no more at a time than fits into memory, and remove the orders', async () => {
    const files = ugly(20_000)
    const taskBytes = 200_000
    let most = 0
    const held = memoryStore()
    const store: Store = {
      ...held,
      put(name, pieces) {
        const all = [...pieces]
        if (name.includes('/orders/') && name.includes('/values/'))
          most = Math.max(
            most,
            all.reduce((sum, { byteLength }) => sum + byteLength, 0),
          )
        return held.put(name, all)
      },
    }
    // The others have tables that do not fit into so little memory.
    const use = ['loss/wasserstein', 'loss/rank-correlation', 'risk/rank-correlation']
    const whole = await inMemory(files, use)
    expect(whole.map(({ measurement }) => measurement.value)).not.toContain(null)
    expect(said(await inParts(files, { taskBytes, store, use }))).toEqual(said(whole))
    expect((await store.list('metrics/')).filter((name) => name.includes('/orders/'))).toEqual([])
    // A value is 8 of the 64 bytes that a record takes then; ranges are cut by a sample, and differ in size.
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan((3 * taskBytes) / 8)
  })

  it('give the reason for a missing value, for one record and for two equal ones', async () => {
    for (const rows of [1, 2]) {
      const alike = dataset([['a', numeric(new Float64Array(rows).fill(7))]])
      const files = { original: alike, masked: alike }
      const whole = await inMemory(files)
      expect(whole.map(({ measurement }) => measurement.value)).toEqual(ORDERED.map(() => null))
      expect(said(await inParts(files))).toEqual(said(whole))
    }
  })
})
