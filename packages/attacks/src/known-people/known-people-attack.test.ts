import {
  categorical,
  dataset,
  noRoles,
  numeric,
  resolveParams,
  seededRng,
  type Column,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { knownPeopleAttack } from './known-people-attack.js'

type Row = readonly [number | null, string | null]

const fileOf = (rows: readonly Row[]): Dataset =>
  dataset([
    ['age', numeric(rows.map(([age]) => age ?? Number.NaN))],
    ['sex', categorical(rows.map(([, sex]) => sex))],
  ])

async function attack(
  released: Dataset,
  people: Dataset | undefined,
  by = 'values',
  columns: readonly string[] = ['age', 'sex'],
): Promise<Measurement> {
  return knownPeopleAttack.attack({
    released,
    known: new Map(people ? [['people', people]] : []),
    origin: new Int32Array(released.rows).fill(-1),
    columns,
    given: [],
    roles: noRoles,
    params: resolveParams(knownPeopleAttack.params, { by }),
    rng: seededRng(1),
    tick: () => {},
  })
}

describe('attacks/known-people', () => {
  it('counts every pair, in each way', async () => {
    const rng = seededRng(4)
    const people = Array.from({ length: 150 }, (): Row => [
      rng.uniform() < 0.1 ? null : rng.int(9),
      rng.uniform() < 0.1 ? null : 'fm'[rng.int(2)],
    ])
    const released = people
      .slice(5)
      .map(([age, sex]): Row => [rng.uniform() < 0.2 ? null : age, rng.uniform() < 0.2 ? '*' : sex])
    const known = (cell: unknown): boolean => cell !== null && cell !== '*'
    const values = (a: Row, b: Row): boolean => a.every((cell, j) => !known(cell) || !known(b[j]) || cell === b[j])
    const missing = (a: Row, b: Row): boolean => a.every((cell, j) => (cell === null) === (b[j] === null))
    const fits = { values, missing, both: (a: Row, b: Row): boolean => values(a, b) && missing(a, b) }
    for (const [by, holds] of Object.entries(fits)) {
      const expected = people.map((one) => released.filter((other) => holds(one, other)).length)
      const { records, value } = await attack(fileOf(released), fileOf(people), by)
      expect([...(records ?? [])]).toEqual(expected)
      expect(value).toBeCloseTo((100 * expected.filter((F) => F === 1).length) / 150, 12)
    }
  })

  it('has no value without people, without a shared column, and for classes instead of numbers', async () => {
    const file = fileOf([[1, 'f'], [2, 'm']]) // oxfmt-ignore
    await expect(attack(file, undefined)).rejects.toMatchObject({ code: 'BAD_OPTION' })
    expect((await attack(file, fileOf([]))).value).toBeNull()
    expect((await attack(file, dataset([['x', numeric([1])] as [string, Column]]))).value).toBeNull()
    const classes = dataset([['age', categorical(['young', 'old'])]])
    expect((await attack(classes, file, 'values', ['age'])).reason).toContain('categorical in the other')
  })
})
