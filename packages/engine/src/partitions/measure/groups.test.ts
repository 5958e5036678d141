import { dataset, numeric, numericValues, seededRng, takeRows, type Dataset } from '@sdc/core'
import { matchByKey } from '../../measure/match.js'
import { measureByGroup, type GroupMeasured, type MeasureFilesInput } from '../../measure/measure.js'
import { describe, expect, it } from 'vitest'
import { sourceOf } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'
import { measureInParts, type MeasurePlan } from './measure-in-parts.js'
import { control, masked, metrics, original, people, population, registry, roles } from './small-files.fixture.js'
import * as long from './two-files.fixture.js'

const asked = { registry, columns: ['income', 'wealth', 'job'], roles, metrics }

const inMemory = (by: readonly string[], more: Partial<MeasureFilesInput> = {}): Promise<readonly GroupMeasured[]> => {
  const origin = Int32Array.from({ length: masked.rows }, (_, i) => i)
  return measureByGroup({ ...asked, original, masked, origin, rng: seededRng(3), ...more }, by)
}
const outOfCore = async (
  by: readonly string[],
  more: Partial<MeasurePlan> = {},
): Promise<readonly GroupMeasured[] | undefined> => {
  const files = { original: sourceOf(original), masked: sourceOf(masked), store: memoryStore() }
  const plan = { ...asked, ...files, by, rng: seededRng(3), partBlocks: 1, ...more }
  return (await measureInParts(plan)).groups
}

const shown = (groups: readonly GroupMeasured[] | undefined): unknown =>
  groups?.map(({ group, records, measured }) => ({ group, records, measured: measured.map(long.said) }))

/** The records of the masked file in another order, without some, and with strangers. */
function moved(data: Dataset): Dataset {
  const order = Int32Array.from({ length: data.rows - 40 }, (_, i) => (7 * i) % data.rows)
  const after = takeRows(data, order)
  const ids = numericValues(after, 'id').map((id, i) => (i % 9 === 4 ? -1 - i : id))
  return dataset(after.names.map((name) => [name, name === 'id' ? numeric(ids) : after.column(name)]))
}

describe('groups of records of two files out of core', () => {
  it('have the values of files in memory, also for groups of three records', async () => {
    const others = { population: sourceOf(population), control: sourceOf(control) }
    const memory = await inMemory(['region'], { population, control })
    expect(shown(await outOfCore(['region'], others))).toEqual(shown(memory))
    const small = await inMemory(['region', 'age'])
    expect(small.some(({ records }) => records === 3)).toBe(true)
    expect(shown(await outOfCore(['region', 'age']))).toEqual(shown(small))
  })

  it('have them if a key links the records: strangers belong to the group of their own values', async () => {
    const after = moved(masked)
    const memory = await inMemory(['region'], { masked: after, origin: matchByKey(original, after, 'id') })
    expect(shown(await outOfCore(['region'], { masked: sourceOf(after), link: { key: 'id' } }))).toEqual(shown(memory))
  })

  it('have them if they are too large for a task, with one block per partition', async () => {
    const [before, noise] = [people('large', 160_000), people('noise', 160_000)]
    const changed = numericValues(before, 'income').map((x, i) => x + 0.3 * numericValues(noise, 'wealth')[i])
    const after = dataset(
      before.names.map((name) => [name, name === 'income' ? numeric(changed) : before.column(name)]),
    )
    const ids = ['loss/il1s', 'loss/correlation', 'risk/k-anonymity', 'loss/wasserstein', 'permutation/level']
    const of = {
      columns: ['income'],
      metrics: ids.map((use) => ({ use, params: {} })),
    }
    const more = { taskBytes: 8_000_000, original: sourceOf(before) }
    const same = await inMemory(['region'], {
      ...of,
      original: before,
      masked: after,
      origin: Int32Array.from({ length: before.rows }, (_, i) => i),
    })
    expect(shown(await outOfCore(['region'], { ...of, ...more, masked: sourceOf(after) }))).toEqual(shown(same))
    const other = moved(after)
    const origin = matchByKey(before, other, 'id')
    const linked = await inMemory(['region'], { ...of, original: before, masked: other, origin })
    const link = { key: 'id' }
    expect(shown(await outOfCore(['region'], { ...of, ...more, masked: sourceOf(other), link }))).toEqual(shown(linked))
  })

  it('are refused for columns that are measured, or that the file lacks', async () => {
    await expect(outOfCore(['job'])).rejects.toThrow('named both to be measured and as a group column')
    await expect(outOfCore(['town'])).rejects.toThrow('no column "town"')
  })
})
