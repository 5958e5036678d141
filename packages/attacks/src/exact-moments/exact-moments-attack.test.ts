import {
  categorical,
  dataset,
  noRoles,
  numeric,
  numericValues,
  resolveParams,
  seededRng,
  takeRows,
  type Column,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { exactMomentsAttack } from './exact-moments-attack.js'

const file = (columns: Readonly<Record<string, readonly number[] | readonly string[]>>): Dataset =>
  dataset(
    Object.entries(columns).map(([name, values]): [string, Column] => [
      name,
      typeof values[0] === 'string' ? categorical(values as readonly string[]) : numeric(values as readonly number[]),
    ]),
  )

async function attack(
  released: Dataset,
  columns: readonly string[],
  params: Readonly<Record<string, unknown>> = {},
  known: Readonly<Record<string, Dataset>> = {},
  given: readonly string[] = [],
): Promise<Measurement> {
  return exactMomentsAttack.attack({
    released,
    known: new Map(Object.entries(known)),
    origin: new Int32Array(released.rows).fill(-1),
    columns,
    given,
    roles: noRoles,
    params: resolveParams(exactMomentsAttack.params, params),
    rng: seededRng(1),
    tick() {},
  })
}

const tableColumn = ({ tables }: Measurement, name: string, of = 'columns'): number[] => {
  const table = tables?.get(of)
  return table ? [...numericValues(table, name)] : []
}
const recordColumn = ({ recordColumns }: Measurement, name: string): number[] =>
  recordColumns ? [...numericValues(recordColumns, name)] : []

/** Mirrored at the mean: the same sum and sum of squares, no value the same. */
const mirrored = (x: readonly number[]): number[] => {
  const mean = x.reduce((sum, value) => sum + value, 0) / x.length
  return x.map((value) => 2 * mean - value)
}

// (3, 4, 9): no other whole numbers have the sum 16 and the sum of squares 106. (1, 5, 6) and (2, 3, 7) both have sum 12 and
// sum of squares 62.
const x = [9, 3, 4, 1, 5, 6]
const region = ['a', 'a', 'a', 'b', 'b', 'b']
const released = file({ region, x: [...mirrored(x.slice(0, 3)), ...mirrored(x.slice(3))] })
const original = file({ region, x })
const by = ['region']

describe('attacks/exact-moments', () => {
  it('recovers the only whole numbers that fit, in ascending order for indistinguishable records', async () => {
    const found = await attack(released, ['x', 'region'], { by }, { original })
    expect(found).toMatchObject({ value: 50, used: 6, columns: new Map([['x', 50]]) })
    expect(recordColumn(found, 'recovered x')).toEqual([3, 4, 9, Number.NaN, Number.NaN, Number.NaN])
    expect(recordColumn(found, 'solutions x')).toEqual([1, 1, 1, 2, 2, 2])
    expect(tableColumn(found, 'two solutions')).toEqual([3])
    expect(tableColumn(found, 'right')).toEqual([3])
    expect(tableColumn(found, 'step')).toEqual([1])
    expect(tableColumn(found, 'unknown records', 'groups')).toEqual([3])
    expect(tableColumn(found, 'solved', 'groups')).toEqual([1])
  })

  it('counts wrong values as not right', async () => {
    const other = file({ region, x: [9, 3, 5, 1, 5, 6] })
    expect(tableColumn(await attack(released, ['x'], { by }, { original: other }), 'right')).toEqual([2])
  })

  it('subtracts known records, and leaves one more solution to the others', async () => {
    const known = takeRows(original, Int32Array.of(3, 0))
    const found = await attack(released, ['x'], { by }, { known, original })
    expect(found).toMatchObject({ value: 100, used: 4 })
    expect(tableColumn(found, 'right')).toEqual([4])
    // One record of each group is known, and which of the released ones it is makes no difference.
    expect(recordColumn(found, 'recovered x').filter((value) => !Number.isNaN(value))).toEqual([3, 4, 5, 6])
    await expect(attack(released, ['x'], { by }, { known: file({ region: ['c'], x: [1] }) })).rejects.toMatchObject({
      code: 'WRONG_INPUT',
      place: { row: 1 },
    })
    const four = takeRows(original, Int32Array.of(0, 1, 2, 0))
    await expect(attack(released, ['x'], { by }, { known: four })).rejects.toMatchObject({ code: 'WRONG_INPUT' })
    expect((await attack(released, ['x'], { by }, { known: original })).reason).toMatch(/knows every record/)
  })

  it('assigns the values to records with a given column', async () => {
    // Only along d = (1, −2, 1) do values change without changing sum and product with s. The mirror image of x there,
    // x − 2(x·d)/6·d, is (16/3, 4/3, 22/3) for x = (2, 8, 4), and (6, 1, 8), whole as well, for x = (2, 9, 4).
    const s = [0, 1, 2]
    const given = async (values: readonly number[], masked: readonly number[]): Promise<Measurement> =>
      attack(file({ s, x: masked }), ['x', 's'], {}, { original: file({ s, x: values }) }, ['s'])
    const one = await given([2, 8, 4], [16 / 3, 4 / 3, 22 / 3])
    expect(recordColumn(one, 'recovered x')).toEqual([2, 8, 4])
    expect(tableColumn(one, 'right')).toEqual([3])
    const two = await given([2, 9, 4], [6, 1, 8])
    expect(two).toMatchObject({ value: 0, used: 3 })
    expect(tableColumn(two, 'two solutions')).toEqual([3])
    // The values of a category are known, not their records: sums 9 and 24, sum of squares 341, whole, are
    // 3 + 6 and 10 + 14, or 2 + 7 and 12 + 12.
    const sex = ['f', 'm', 'f', 'm']
    const found = await attack(
      file({ sex, x: [7, 12, 2, 12] }),
      ['x'],
      {},
      { original: file({ sex, x: [3, 10, 6, 14] }) },
      ['sex'],
    )
    expect(recordColumn(found, 'solutions x')).toEqual([2, 2, 2, 2])
  })

  it('finds the step of the values by their sums, and needs none for two unknown values', async () => {
    // The sum is 9.5, the sum of squares 36.375: not of tenths.
    const cents = file({ x: mirrored([1.25, 3.5, 4.75]) })
    expect(tableColumn(await attack(cents, ['x']), 'step')).toEqual([0.01])
    const thirds = [1 / 3, Math.SQRT2, Math.PI]
    const none = await attack(file({ x: mirrored(thirds) }), ['x'])
    expect(tableColumn(none, 'step')).toEqual([Number.NaN])
    expect(tableColumn(none, 'search given up')).toEqual([3])
    const known = { known: file({ x: [Math.PI] }), original: file({ x: thirds }) }
    expect(await attack(file({ x: mirrored(thirds) }), ['x'], {}, known)).toMatchObject({ value: 100, used: 2 })
  })

  it('reports if no values fit, and if only means are known', async () => {
    const off = await attack(file({ region, x: [9, 3.5, 4, 1.5, 5, 6] }), ['x'], { by, unit: 1 })
    expect(off.value).toBe(0)
    expect(tableColumn(off, 'count', 'left-out')).toEqual([6])
    const means = await attack(released, ['x'], { by, moments: 'means' })
    expect(means.value).toBe(0)
    expect(tableColumn(means, 'search given up')).toEqual([6])
    const known = { known: takeRows(original, Int32Array.of(0, 1, 3, 4)) }
    expect((await attack(released, ['x'], { by, moments: 'means' }, known)).value).toBe(100)
    expect((await attack(released, [], { by })).reason).toMatch(/no column/)
  })
})
