import { describe, expect, it } from 'vitest'
import { createRegistry, dataset, numeric, numericValues, seededRng, type Dataset } from '@sdc/core'
import { replicateRng } from '../run/run.js'
import standard from '@sdc/standard'
import { planParts, runInParts, type PartsPlan } from './run-in-parts.js'
import { sourceOf } from './source/source.js'
import { memoryStore } from './tasks/store.js'

const written: Dataset[] = []
const planOf = (file: Dataset): PartsPlan => ({
  registry: createRegistry().use(standard).freeze(),
  source: sourceOf(file),
  sink: {
    async write(_part, _blocks, data) {
      for await (const one of data) written.push(one.data)
    },
    close: () => Promise.resolve(),
  },
  store: memoryStore(),
  steps: [{ use: 'noise/additive', columns: ['a', 'c'], by: [], params: {}, smallGroups: 'error' }],
  rng: replicateRng(seededRng(1)),
  partBlocks: 1 << 10,
  ranges: 1,
})

describe('planParts', () => {
  it('refuses more records than can be numbered', () => {
    const plan = planOf(
      dataset([
        ['a', numeric([1, 2])],
        ['c', numeric([1, 2])],
      ]),
    )
    const planned =
      (rows: number): (() => unknown) =>
      () =>
        planParts({ ...plan, source: { ...plan.source, rows } })
    expect(planned(2 ** 31)).not.toThrow()
    expect(planned(2 ** 31 + 1)).toThrow(/the file has 2147483649 records, but at most 2147483648 are allowed/)
  })
})

describe('runInParts', () => {
  it('counts changed and negative values of each column', async () => {
    const values = (first: number): number[] => Array.from({ length: 40 }, (_, i) => first + i * i)
    const file = dataset([
      ['a', numeric(values(0))],
      ['b', numeric(values(-100))],
      ['c', numeric(values(5000))],
    ])
    const { written: outcomes } = await runInParts(planOf(file))
    const count = (name: string, is: (after: number, before: number) => boolean): number =>
      numericValues(written[0], name).filter((after, i) => is(after, numericValues(file, name)[i])).length
    const counted = ['a', 'b', 'c'].map((name) => outcomes.get(name))
    expect(counted).toMatchObject(
      ['a', 'b', 'c'].map((name) => ({
        changed: count(name, (after, before) => after !== before),
        moved: 0,
        negative: name === 'b' ? 0 : count(name, (after) => after < 0),
      })),
    )
    expect(counted.map((one) => one && one.changed > 0)).toEqual([true, false, true])
    expect(counted[0]?.negative).toBeGreaterThan(0)
  })
})

describe('persons', () => {
  it('are not masked out of core by methods that count them or draw once for each', () => {
    const plan = planOf(
      dataset([
        ['a', numeric([1, 1])],
        ['c', numeric([1, 2])],
        ['id', numeric([1, 1])],
      ]),
    )
    const schema = {
      columns: { id: { role: 'person' }, a: { level: 'person' }, c: { level: 'record' } },
    } as PartsPlan['schema']
    expect(() => planParts({ ...plan, schema })).toThrow('a person has one value in all its records')
    const open = { columns: { id: { role: 'person' } } } as PartsPlan['schema']
    expect(() => planParts({ ...plan, schema: open })).toThrow('not known whether values of a, c are the same')
    const groups = { ...plan.steps[0], use: 'microaggregation/individual-ranking', columns: ['c'] }
    expect(() => planParts({ ...plan, schema, steps: [groups] })).toThrow('it counts persons')
    expect(() => planParts({ ...plan, steps: [groups] })).not.toThrow()
  })
})
