import { categorical, dataset, noRoles, numeric, numericValues, seededRng, type Dataset, type Roles } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import type { SequentialParams } from './params.js'
import { drawFiles } from './draw-files.fixture.js'

const n = 1000
const rng = seededRng('ugly')
const times = <T>(of: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => of(i))

async function drawn(data: Dataset, params: Partial<SequentialParams> = {}, roles: Roles = noRoles) {
  const { files, warnings } = await drawFiles(data, params, { roles })
  return { made: files[0], warnings }
}
const textsOf = (data: Dataset, name: string): (string | undefined)[] => {
  const column = data.column(name)
  return column.kind === 'categorical' ? Array.from(column.codes, (code) => column.levels[code]) : expect.fail(name)
}

describe('synthetic/sequential of ugly columns', () => {
  it('draws constant, empty, almost empty, huge and negative columns', async () => {
    const data = dataset([
      ['constant', numeric(times(() => 7))],
      ['empty', numeric(times(() => Number.NaN))],
      ['none', categorical(times(() => null))],
      ['few', numeric(times((i) => (i % 10 === 0 ? 1 + rng.int(9) : Number.NaN)))],
      ['huge', numeric(times(() => (rng.uniform() < 0.5 ? 1 : -1) * 1.5e308 * rng.uniform()))],
      ['zero', numeric(times((i) => (i % 3 === 0 ? -0 : 0)))],
    ])
    const { made } = await drawn(data)
    expect(new Set(numericValues(made, 'constant'))).toEqual(new Set([7]))
    for (const name of ['empty', 'none']) expect(made.column(name)).toEqual(data.column(name))
    const few = numericValues(made, 'few')
    // 10 % of 1000 records, drawn twice: .05 is 3.7 standard errors.
    expect(Math.abs(few.filter(Number.isNaN).length / n - 0.9)).toBeLessThan(0.05)
    expect(numericValues(made, 'huge').every(Number.isFinite)).toBe(true)
    for (const model of ['normal', 'normal-rank'] as const) {
      const { made: other } = await drawn(data, { models: { constant: model, few: model, empty: model } })
      expect(numericValues(other, 'few').some(Number.isFinite)).toBe(true)
    }
  })

  it('draws 1,000 levels, and warns that rare ones become others', async () => {
    const many = dataset([
      ['level', categorical(times(() => `level ${rng.int(1000)}`))],
      ['sex', categorical(times((i) => (i % 2 === 0 ? 'f' : 'm')))],
    ])
    const { made, warnings } = await drawn(many)
    expect(new Set(textsOf(made, 'level')).size).toBeLessThan(10)
    expect(warnings).toEqual([
      expect.stringMatching('column "level": categories of fewer than 5 persons become others .980 of 1000'),
    ])
  })

  it('leaves a column missing that a few persons have', async () => {
    const won = (holders: number): Dataset =>
      dataset([
        ['age', numeric(times(() => 20 + rng.int(60)))],
        ['won', numeric(times((i) => (i < holders ? 777_000 + i : Number.NaN)))],
      ])
    const { made, warnings } = await drawn(won(4), { percentOfRecords: 1000 })
    expect(numericValues(made, 'won').every(Number.isNaN)).toBe(true)
    expect(warnings).toEqual([expect.stringMatching('column "won": fewer than 5 persons have a value')])
    const five = numericValues((await drawn(won(5), { percentOfRecords: 1000 })).made, 'won')
    expect(five.some(Number.isFinite)).toBe(true)
    for (let i = 0; i < 5; i++) expect(five).not.toContain(777_000 + i)
    // Five records of one person are one holder.
    const visits = won(5)
    const ids = numeric(times((i) => (i < 5 ? 0 : i)))
    const roles = { ...noRoles, person: 'id' }
    const one = await drawn(
      dataset([...visits.names.map((name) => [name, visits.column(name)] as const), ['id', ids]]),
      {},
      roles,
    )
    expect(numericValues(one.made, 'won').every(Number.isNaN)).toBe(true)
  })

  it('refuses fewer records than a leaf needs', async () => {
    const three = dataset([['sex', categorical(['f', 'm', 'f'])]])
    await expect(drawn(three)).rejects.toThrow('3 records cannot be synthesised: a leaf needs 5')
    expect((await drawn(three, { smallestLeaf: 3, smoothing: 'none' })).made.rows).toBe(3)
  })

  it('draws new categories and missing values that the original combinations lack', async () => {
    const data = dataset([
      ['a', categorical(times((i) => (i % 7 === 0 ? null : `a${i % 5}`)))],
      ['b', numeric(times((i) => (i % 11 === 0 ? Number.NaN : i % 5)))],
    ])
    for (const model of ['tree', 'sample', 'logit'] as const) {
      const { made } = await drawn(data, {
        models: { a: model, ...(model !== 'logit' && { b: model }) },
        records: 5000,
      })
      expect(made.rows).toBe(5000)
    }
  })

  it('draws whole days within the range of the original that break no rule', async () => {
    const first = times(() => 18_000 + rng.int(900))
    const last = first.map((day) => day + rng.int(20))
    const data = dataset([
      ['admission', { ...numeric(first), time: 'date' }],
      ['discharge', { ...numeric(last), time: 'date' }],
    ])
    const roles = {
      ...noRoles,
      times: new Map([
        ['admission', 'date'],
        ['discharge', 'date'],
      ] as const),
      rules: ['discharge >= admission'],
    }
    const { made } = await drawn(data, { percentOfRecords: 300 }, roles)
    const [from, to] = ['admission', 'discharge'].map((name) => numericValues(made, name))
    from.forEach((day, i) => expect(Math.round(to[i])).toBeGreaterThanOrEqual(Math.round(day)))
    expect(Math.min(...from)).toBeGreaterThanOrEqual(Math.min(...first))
    expect(Math.max(...to)).toBeLessThanOrEqual(Math.max(...last))
  })
})
