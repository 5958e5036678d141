import { dataset, noRoles, numeric, resolveParams, seededRng, type Dataset, type Measurement } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { boundsAttack } from './bounds-attack.js'

const file = (columns: Readonly<Record<string, readonly number[]>>): Dataset =>
  dataset(Object.entries(columns).map(([name, values]) => [name, numeric(values)]))

async function attack(people: Dataset, released: Dataset, params: object, origin?: Int32Array): Promise<Measurement> {
  return boundsAttack.attack({
    released,
    known: new Map([['people', people]]),
    origin: origin ?? new Int32Array(released.rows).fill(-1),
    columns: released.names,
    given: [],
    roles: noRoles,
    params: resolveParams(boundsAttack.params, params as Record<string, unknown>),
    rng: seededRng(1),
    tick: () => {},
  })
}

describe('attacks/bounds', () => {
  it('finds the people that fit one record, by hand and by each law', async () => {
    const people = file({ a: [100, 200, 150], b: [10, 10, Number.NaN] })
    const released = file({ a: [105, 190, 160], b: [9, 11, 30] })
    const narrow = await attack(people, released, { law: 'ratio', width: 0.1 }, Int32Array.of(0, 1, 2))
    expect([...(narrow.records ?? [])]).toEqual([1, 1, 1])
    const counts = narrow.tables?.get('people')?.column('value')
    expect(counts?.kind === 'numeric' && [...counts.values].slice(0, 3)).toEqual([3, 3, 3])
    expect([...((await attack(people, released, { law: 'difference', width: 60 })).records ?? [])]).toEqual([2, 2, 3])
    expect([...((await attack(people, released, { law: 'difference', width: 1 })).records ?? [])]).toEqual([0, 0, 0])
    expect([...((await attack(people, released, { law: 'ranks', width: 0 })).records ?? [])]).toEqual([0, 0, 0])
    expect([...((await attack(people, released, { law: 'ranks', width: 3 })).records ?? [])]).toEqual([3, 3, 3])
  })

  it('names nearly all people under multiplicative noise in six columns', async () => {
    const rng = seededRng(8)
    const x = Object.fromEntries(
      [...'abcdef'].map((name) => [name, Array.from({ length: 300 }, () => Math.exp(3 * rng.normal()))]),
    )
    const y = Object.fromEntries(
      Object.entries(x).map(([name, values]) => [name, values.map((one) => one * (1 + 0.4 * (2 * rng.uniform() - 1)))]),
    )
    const { value } = await attack(file(x), file(y), { width: 0.4 })
    expect(value).toBeGreaterThan(90)
  })

  it('has no value without people or numbers', async () => {
    expect((await attack(file({}), file({ a: [1] }), {})).value).toBeNull()
    expect((await attack(file({ b: [1] }), file({ a: [1] }), {})).value).toBeNull()
    expect((await attack(file({ a: [1] }), file({ a: [] }), {})).value).toBe(0)
  })
})
