import { BLOCK, createRegistry, dataset, fillByBlocks, numeric, seededRng, type Dataset } from '@sdc/core'
import { measureFiles } from '../../measure/measure.js'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { sourceOf } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'
import { measureInParts } from './measure-in-parts.js'
import { said } from './two-files.fixture.js'

const registry = createRegistry().use(standard).freeze()
const modes = ['rank', 'rank-original', 'sd', 'relative'] as const
const metrics = modes.map((mode) => ({ use: 'risk/interval-disclosure', params: { mode } }))

const drawn = (rows: number, name: string): Float64Array =>
  fillByBlocks(seededRng('intervals').child(name), new Float64Array(rows), (stream, part) => stream.fillNormal(part))

/** Values outside every window: those above the middle are moved below it, and vice versa. */
const beyond = (values: Float64Array): Float64Array => values.map((z) => (z > 0 ? z - 3 : z + 3))

const holes = (values: Float64Array, every: number): Float64Array =>
  values.map((value, i) => (i % every === 1 ? Number.NaN : value))

/** Both files; all but two columns are far from the original, so that interval disclosure is below chance. */
function files(rows: number, kept?: readonly string[]): readonly [Dataset, Dataset] {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => drawn(rows, name))
  const tied = b.map((z) => Math.round(2 * z))
  const zeros = c.map((z) => (z > 1.28 ? z : z < 0 ? -0 : 0))
  const huge = a.map((z, i) => (i === 3 ? 1e12 : z))
  const none = new Float64Array(rows).fill(Number.NaN)
  const columns = (of: readonly Float64Array[]): Dataset =>
    dataset(
      of
        .map((values, j) => [`c${j}`, numeric(values)] as const)
        .filter(([name]) => kept === undefined || kept.includes(name)),
    )
  return [
    columns([a, holes(b, 9), holes(tied, 7), zeros, huge, tied, none, new Float64Array(rows).fill(0.1)]),
    columns([beyond(a), holes(beyond(b), 5), beyond(tied), zeros, beyond(huge), holes(beyond(tied), 3), a, b]),
  ]
}

describe('interval disclosure out of core', () => {
  /** Values and warnings of the files out of core and in memory, by metric. */
  const both = async (
    rows: number,
    taskBytes?: number,
    kept?: readonly string[],
    partBlocks = 1,
  ): Promise<readonly (readonly [unknown, unknown])[]> => {
    const [original, masked] = files(rows, kept)
    const origin = Int32Array.from({ length: rows }, (_, i) => i)
    const what = { registry, columns: original.names, metrics, rng: seededRng(1) }
    const whole = await measureFiles({ ...what, original, masked, origin })
    const sources = { original: sourceOf(original), masked: sourceOf(masked), store: memoryStore() }
    const { measured: found } = await measureInParts({ ...what, ...sources, partBlocks, taskBytes })
    return found.map((one, m) => [said(one), said(whole[m])])
  }

  it('equals that of both files in memory, with its warning, for ranks in many ranges', async () => {
    const found = await both(3000, 20_000)
    for (const [parts, memory] of found) expect(parts).toEqual(memory)
    // By rank it is below chance; the warning gives the amount for columns with and without missing values.
    expect(found[0][0]).toMatchObject({ warnings: [expect.stringMatching(/below the \d+\.\d % .standard error/)] })
  })

  it.each([1, 2])('equals that of two blocks in memory, in partitions of %d', async (partBlocks) => {
    for (const [parts, memory] of await both(BLOCK + 700, 700_000, ['c1'], partBlocks)) expect(parts).toEqual(memory)
  })

  it.each([40, 9, 2, 1])('gives the same warnings as in memory for %d records', async (rows) => {
    for (const [parts, memory] of await both(rows)) expect(parts).toEqual(memory)
  })
})
