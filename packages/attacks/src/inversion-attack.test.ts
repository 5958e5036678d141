import { dataset, noRoles, numeric, resolveParams, seededRng, type Dataset, type Measurement } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { inversionAttack } from './inversion-attack.js'

const file = (columns: Readonly<Record<string, readonly number[]>>): Dataset =>
  dataset(Object.entries(columns).map(([name, values]) => [name, numeric(values)]))

async function attack(
  released: Dataset,
  masked: Dataset | undefined,
  params: Readonly<Record<string, unknown>> = {},
  columns = released.names,
): Promise<Measurement> {
  return inversionAttack.attack({
    released,
    known: new Map(masked ? [['masked', masked]] : []),
    origin: new Int32Array(released.rows).fill(-1),
    columns,
    given: [],
    roles: noRoles,
    params: resolveParams(inversionAttack.params, params),
    rng: seededRng(1),
    tick() {},
  })
}

const recordColumn = ({ recordColumns }: Measurement, name: string): number[] => {
  const column = recordColumns?.column(name)
  if (column?.kind !== 'numeric') throw new Error(`no numbers ${name}`)
  return [...column.values]
}

describe('attacks/inversion', () => {
  it('recovers every record of an injective function, and a third in the worked example of rounding', async () => {
    const x = [14, 31, 12]
    const linear = await attack(file({ a: [12, 14, 31] }), file({ a: x.map((value) => 2 * value + 3) }), {
      functions: [{ kind: 'linear', a: 2, b: 3 }],
    })
    expect(linear).toMatchObject({ value: 100, used: 3, columns: new Map([['a', 100]]) })
    expect(recordColumn(linear, 'recovered a')).toEqual(x)
    const rounding = await attack(file({ a: x }), file({ a: [10, 30, 10] }), {
      functions: [{ kind: 'rounding', base: 10 }],
    })
    expect(rounding.value).toBeCloseTo(100 / 3, 12)
    expect(recordColumn(rounding, 'recovered a')).toEqual([Number.NaN, 31, Number.NaN])
    expect(recordColumn(rounding, 'candidates a')).toEqual([2, 1, 2])
    expect([...(rounding.records ?? [])]).toEqual([0, 100, 0])
  })

  it('applies functions one after another, each for its column or for all', async () => {
    const released = file({ a: [1, 2], b: [10, 20] })
    const masked = file({ a: [5, 3], b: [21, 41] })
    const functions = [
      { kind: 'linear', a: 2, b: 0 },
      { kind: 'table', pairs: [[20, 21], [40, 41]], column: 'b' }, // oxfmt-ignore
      { kind: 'linear', a: 1, b: 1, column: 'a' },
    ]
    const measured = await attack(released, masked, { functions })
    expect(measured.value).toBe(100)
    expect(recordColumn(measured, 'recovered a')).toEqual([2, 1])
    expect(recordColumn(measured, 'recovered b')).toEqual([10, 20])
  })

  it('leaves out missing cells, and counts those that no value fits', async () => {
    const released = file({ a: [1, 2, Number.NaN], b: [7, 8, 9] })
    const masked = file({ a: [1, Number.NaN, 5], b: [7, Number.NaN, 9] })
    const measured = await attack(released, masked)
    // a: 1 recovered of 2, b: 2 of 2.
    expect(measured).toMatchObject({ value: 75, used: 4 })
    expect([...(measured.records ?? [])]).toEqual([100, Number.NaN, 50])
    expect(measured.tables?.get('left-out')?.column('count')).toEqual(numeric([2, 1]))
    expect(measured.tables?.get('columns')?.column('recovered')).toEqual(numeric([1, 2]))
    expect(await attack(file({ a: [1] }), file({ a: [Number.NaN] }))).toMatchObject({ value: null, used: 0 })
    expect((await attack(released, masked, {}, [])).value).toBeNull()
  })

  it('accepts a rounded masked file within the tolerance', async () => {
    const functions = [{ kind: 'linear', a: 1 / 3, b: 0 }]
    const [released, masked] = [file({ a: [1, 2] }), file({ a: [0.67, 0.33] })]
    expect((await attack(released, masked, { functions })).value).toBe(0)
    expect((await attack(released, masked, { functions, tolerance: 0.005 })).value).toBe(100)
  })

  it('refuses to work without the masked file, and functions that do not fit the columns', async () => {
    const one = file({ a: [1], b: [1] })
    await expect(attack(one, undefined)).rejects.toMatchObject({ code: 'BAD_OPTION' })
    const rounding = { kind: 'rounding', base: 10 }
    const stray = { functions: [rounding, { ...rounding, column: 'c' }] }
    await expect(attack(one, one, stray)).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      message: expect.stringContaining('"c"'),
    })
    const short = { functions: [{ ...rounding, column: 'a' }] }
    await expect(attack(one, one, short)).rejects.toMatchObject({ code: 'BAD_PARAMETER', place: { column: 'b' } })
    await expect(attack(one, one, { functions: [{ kind: 'rounding', base: 0 }] })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
    })
    await expect(attack(one, one, { functions: [{ kind: 'noise' }] })).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
  })
})
