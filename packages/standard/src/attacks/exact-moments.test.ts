import { categorical, dataset, noRoles, numeric, numericValues, seededRng, takeRows, type Dataset } from '@sdc/core'
import { parseStep, replicateRng, runAttack, runSteps, type AttackRun } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import { registry } from './attacked.fixture.js'

/** n people in districts of equal size: age and hours in whole numbers, and a wage in cents that depends on them. */
function districts(n: number, size: number): Dataset {
  const rng = seededRng('districts')
  const age = Array.from({ length: n }, () => 18 + rng.int(63))
  const hours = age.map(() => 5 + rng.int(44))
  const wage = hours.map((one, i) => Math.round(100 * one * (8 + age[i] / 10 + 2 * rng.normal())) / 100)
  return dataset([
    ['district', categorical(age.map((_, i) => `d${Math.floor(i / size)}`))],
    ['age', numeric(age)],
    ['hours', numeric(hours)],
    ['wage', numeric(wage)],
  ])
}

interface Masking {
  readonly use: string
  readonly params?: object
  readonly columns: readonly string[]
  readonly given?: readonly string[]
  readonly by?: readonly string[]
}

async function mask(data: Dataset, step: Masking): Promise<Dataset> {
  const rng = replicateRng(seededRng(1))
  const { files } = await runSteps({ registry, original: data, steps: [parseStep(step)], rng })
  return files[0].data
}

/** Results of an intruder who knows these records; the original is used to count the correct ones. */
async function attacked(
  released: Dataset,
  original: Dataset,
  { columns, given = [], by = [] }: Masking,
  known?: Dataset,
  params: object = {},
): Promise<Record<string, readonly number[]>> {
  const { measurement }: AttackRun = await runAttack({
    registry,
    attack: 'attacks/exact-moments',
    released,
    known: new Map([['original', original], ...(known ? [['known', known] as const] : [])]),
    columns,
    given,
    roles: noRoles,
    params: { by, ...params },
    rng: seededRng(1),
  })
  const table = measurement.tables?.get('columns')
  return Object.fromEntries(
    ['cells', 'recovered', 'two solutions', 'right'].map((name) => [
      name,
      table ? [...numericValues(table, name)] : [],
    ]),
  )
}

const rows = (from: number, to: number): Int32Array => Int32Array.from({ length: to - from }, (_, i) => from + i)

describe('exact moments in small groups', () => {
  it.each([
    ['linear/sblm', { fewRecords: 'given-only' }],
    ['linear/romm', { similarity: 0 }],
  ])('%s in groups of 3 discloses ages to an intruder without prior knowledge', async (use, params) => {
    const people = districts(150, 3)
    const step = { use, params, columns: ['age'], by: ['district'] }
    const found = await attacked(await mask(people, step), people, step)
    // Numbers stated in docs/attacks.md: every recovered value is correct.
    expect(found).toEqual({ cells: [150], recovered: [72], 'two solutions': [33], right: [72] })
  })

  it('with a given column ages are linked to their records, in groups of 4', async () => {
    const people = districts(200, 4)
    const step = { use: 'linear/romm', columns: ['age'], given: ['hours'], by: ['district'] }
    const found = await attacked(await mask(people, step), people, step)
    // Few groups of four work the same hours: with the ages their owners are known.
    expect(found).toEqual({ cells: [200], recovered: [120], 'two solutions': [56], right: [120] })
  })

  it('several columns are solved together: combinations that contradict each other are excluded', async () => {
    const people = districts(200, 4)
    const step = { use: 'linear/romm', columns: ['age', 'hours'], by: ['district'] }
    const released = await mask(people, step)
    const one = await attacked(released, people, { ...step, columns: ['age'] })
    const both = await attacked(released, people, step)
    expect(one).toMatchObject({ recovered: [0], 'two solutions': [4] })
    expect(both).toMatchObject({ recovered: [20, 28], 'two solutions': [76, 76], right: [20, 28] })
  })

  it('finds nothing in groups of 20', async () => {
    const people = districts(200, 20)
    const step = { use: 'linear/sblm', columns: ['age', 'hours'], by: ['district'] }
    const found = await attacked(await mask(people, step), people, step)
    expect(found).toMatchObject({ recovered: [0, 0], 'two solutions': [0, 0] })
  })
})

describe('exact moments, with all records known except a few', () => {
  const people = districts(1000, 1000)

  it('discloses two of 1,000, not one, and one more for every given column', async () => {
    const step = { use: 'linear/sblm', columns: ['wage', 'age'] }
    const released = await mask(people, step)
    const two = await attacked(released, people, step, takeRows(people, rows(2, 1000)))
    expect(two).toEqual({ cells: [2, 2], recovered: [2, 2], 'two solutions': [0, 0], right: [2, 2] })
    const given = { ...step, given: ['hours'] }
    const three = await attacked(await mask(people, given), people, given, takeRows(people, rows(3, 1000)))
    expect(three).toEqual({ cells: [3, 3], recovered: [3, 3], 'two solutions': [0, 0], right: [3, 3] })
  })

  it('exact noise discloses two as well, if its variance is known', async () => {
    for (const use of ['noise/additive', 'noise/correlated']) {
      const step = { use, columns: ['wage', 'age'], params: { relativeVariance: 0.1, exact: true } }
      const released = await mask(people, step)
      const found = await attacked(released, people, step, takeRows(people, rows(2, 1000)), { inflation: 1.1 })
      expect(found, use).toMatchObject({ recovered: [2, 2], right: [2, 2] })
    }
  })
})
