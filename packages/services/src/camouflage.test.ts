import { categorical, dataset, numeric, resolveParams, seededRng, textsOf, type Answer, type Query } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { camouflageService } from './camouflage.js'
import { built, opened, people } from './testing.fixture.js'

const data = people(60)
const of = (name: string): Float64Array => {
  const column = data.column(name)
  return column.kind === 'numeric' ? column.values : Float64Array.from(column.codes)
}
const ages = of('age')

/** Conditions that some records meet, and these records. */
function draw(rng: ReturnType<typeof seededRng>, most = 60): { where: NonNullable<Query['where']>; rows: number[] } {
  const where: Record<string, string | [number, number]> = {}
  const low = 1 + rng.int(60)
  where.id = [low, low + rng.int(most)]
  if (rng.uniform() < 0.3) where.region = ['north', 'south', 'east'][rng.int(3)]
  if (rng.uniform() < 0.3) where.age = [18, 18 + rng.int(60)]
  const region = data.column('region')
  const rows = Array.from({ length: data.rows }, (_, i) => i).filter((i) => {
    const label = region.kind === 'categorical' ? region.levels[region.codes[i]] : ''
    return (
      i + 1 >= low &&
      i + 1 <= Number(where.id[1]) &&
      (where.region === undefined || label === where.region) &&
      (where.age === undefined || ages[i] <= Number(where.age[1]))
    )
  })
  return { where, rows }
}

describe('10,000 random queries of each kind', () => {
  it('count: exact', async () => {
    const service = await opened(data)
    const rng = seededRng('count')
    let wrong = 0
    for (let asked = 0; asked < 10_000; asked++) {
      const { where, rows } = draw(rng)
      if (service.answer({ ask: 'count', columns: [], where }).value !== rows.length) wrong++
    }
    expect(wrong).toBe(0)
  })
})

describe('a service of camouflaged columns', () => {
  it('is the same for the same random stream, and differs for another', async () => {
    const [one, same, other] = [await built(data), await built(data), await built(data, {}, { seed: 2 })]
    expect(same).toEqual(one)
    expect(other.arrays.get('vector 0 income')).not.toEqual(one.arrays.get('vector 0 income'))
    // Each column has its own weights and vectors.
    const { camouflaged } = one.json as { camouflaged: { weights: number[] }[] }
    expect(camouflaged[0].weights).not.toEqual(camouflaged[1].weights)
    const alone = await built(data, {}, { columns: ['wage'] })
    expect(alone.arrays.get('vector 1 wage')).toEqual(one.arrays.get('vector 1 wage'))
  })

  it('answers equally for all spellings of a query', async () => {
    const { answer } = await opened(data, { minimumDifference: 10 })
    const first = answer({
      ask: 'regression',
      columns: ['income', 'age', 'hours'],
      where: { id: [1, 40], age: [20, 60] },
    })
    const again = answer({
      ask: 'regression',
      columns: ['income', 'hours', 'age'],
      where: { age: [20, 60], id: [1, 40] },
    })
    expect(again).toEqual(first)
    expect(first.coefficients?.map(({ column }) => column)).toEqual([null, 'age', 'hours'])
    expect(answer({ ask: 'covariance', columns: ['wage', 'income'] })).toEqual(
      answer({ ask: 'covariance', columns: ['income', 'wage'] }),
    )
    expect(answer({ ask: 'sum', columns: ['income'], where: { id: [1, 30] } })).toEqual(
      answer({ ask: 'sum', columns: ['income'], where: { id: [0.5, 30.5] } }),
    )
  })

  it('answers a query about one record with at least the protection interval', async () => {
    const saved = await built(data)
    const { answer } = camouflageService.open({ ...saved, json: { ...(saved.json as object), minimumDifference: 0 } })
    for (let id = 1; id <= data.rows; id++) {
      const { interval = [0, 0] } = answer({ ask: 'max', columns: ['income'], where: { id } })
      const ends = [0, 1].map((j) => saved.arrays.get(`vector ${j} income`)?.[id - 1] ?? Number.NaN)
      expect(interval[0]).toBeLessThanOrEqual(Math.min(...ends))
      expect(interval[1]).toBeGreaterThanOrEqual(Math.max(...ends))
      const value = of('income')[id - 1]
      expect(interval[0]).toBeLessThan(value)
      expect(interval[1]).toBeGreaterThan(value)
      expect(answer({ ask: 'variance', columns: ['income'], where: { id } }).refused).toMatch(
        /needs at least two records/,
      )
    }
  })

  it('refuses a set of records that is similar to an answered one, and answers the same set again', async () => {
    const { answer } = await opened(data, { minimumDifference: 10 })
    const sum = (least: number, greatest: number, column = 'income'): Answer =>
      answer({ ask: 'sum', columns: [column], where: { id: [least, greatest] } })
    const first = sum(1, 30)
    expect(first.refused).toBeUndefined()
    expect(sum(1, 39)).toMatchObject({ value: null, refused: expect.stringMatching(/fewer than 10/), records: 39 })
    expect(sum(6, 34).refused).toBeDefined()
    // A refused query does not count against others; ten records are enough.
    expect(sum(1, 40).refused).toBeUndefined()
    expect(sum(1, 30)).toEqual(first)
    expect(answer({ ask: 'median', columns: ['income'], where: { id: [1, 30] } }).refused).toBeUndefined()
    // Another column has other vectors.
    expect(sum(1, 31, 'wage').refused).toBeUndefined()
    expect(answer({ ask: 'covariance', columns: ['income', 'age'], where: { id: [1, 31] } }).refused).toBeDefined()
    expect(answer({ ask: 'count', columns: [], where: { id: [1, 31] } }).value).toBe(31)
  })

  it('uses the queries from before it was opened', async () => {
    const saved = await built(data)
    const query: Query = { ask: 'sum', columns: ['income'], where: { id: [1, 30] } }
    const answer = camouflageService.open(saved).answer(query)
    const near: Query = { ...query, where: { id: [1, 31] } }
    expect(camouflageService.open(saved).answer(near).refused).toBeUndefined()
    expect(camouflageService.open(saved, [{ query, answer }]).answer(near).refused).toBeDefined()
    const { records: _, ...unsized } = answer
    expect(camouflageService.open(saved, [{ query, answer: unsized }]).answer(near).refused).toBeDefined()
    const refused = { value: null, refused: 'no' }
    expect(camouflageService.open(saved, [{ query, answer: refused }]).answer(near).refused).toBeUndefined()
    expect(camouflageService.open(saved, [{ query, answer }]).answer(query)).toEqual(answer)
  })

  it.each<[string, Query, string, RegExp]>([
    ['a column that is not camouflaged', { ask: 'sum', columns: ['age'] }, 'BAD_OPTION', /"age" is not camouflaged/],
    ['a column that is not there', { ask: 'sum', columns: ['tax'] }, 'UNKNOWN_COLUMN', /tax/],
    [
      'a condition on a camouflaged column',
      { ask: 'sum', columns: ['income'], where: { wage: [0, 5000] } },
      'BAD_OPTION',
      /"wage" is camouflaged and not allowed in a condition/,
    ],
    [
      'an empty set',
      { ask: 'sum', columns: ['income'], where: { region: 'west' } },
      'TOO_FEW_RECORDS',
      /no record meets the conditions on region/,
    ],
    ['text for a number', { ask: 'sum', columns: ['income'], where: { age: '30' } }, 'BAD_OPTION', /"age" is numeric/],
    [
      'a number for a category',
      { ask: 'sum', columns: ['income'], where: { region: [1, 2] } },
      'BAD_OPTION',
      /"region" is categorical/,
    ],
    ['a regression on categories', { ask: 'regression', columns: ['income', 'region'] }, 'NOT_NUMERIC', /3 categories/],
    [
      'a regression on what is camouflaged',
      { ask: 'regression', columns: ['income', 'wage'] },
      'BAD_OPTION',
      /"wage" is camouflaged/,
    ],
    ['a covariance of one column', { ask: 'covariance', columns: ['wage', 'wage'] }, 'BAD_OPTION', /twice/],
    ['a covariance of open columns', { ask: 'covariance', columns: ['age', 'hours'] }, 'BAD_OPTION', /not camouflaged/],
  ])('does not answer %s', async (_, query, code, message) => {
    const { answer } = await opened(data)
    expect(() => answer(query)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }))
  })

  it('leaves out missing values, and the records without them', async () => {
    const holes = dataset([
      ['income', numeric([10, Number.NaN, 30, 40])],
      ['age', numeric([1, 2, Number.NaN, 4])],
      ['region', categorical(['a', 'a', 'a', null])],
    ])
    const service = camouflageService.open(await built(holes, { minimumDifference: 0 }, { columns: ['income'], given: ['age', 'region'] })) // oxfmt-ignore
    expect(service.answer({ ask: 'sum', columns: ['income'] }).records).toBe(3)
    expect(service.answer({ ask: 'sum', columns: ['income'], where: { region: 'a' } }).records).toBe(2)
    expect(service.answer({ ask: 'sum', columns: ['income'], where: { age: [0, 9] } }).records).toBe(2)
    expect(service.answer({ ask: 'covariance', columns: ['income', 'age'] }).records).toBe(2)
  })

  it('distinguishes zeros from missing values: nine in ten zeros, each with an interval, and valid answers', async () => {
    const many = people(300, 0.9)
    const service = camouflageService.open(await built(many, { minimumDifference: 0 }))
    const values = many.column('income')
    for (let id = 1; id <= 300; id++) {
      const { interval = [0, 0] } = service.answer({ ask: 'mean', columns: ['income'], where: { id } })
      const value = values.kind === 'numeric' ? values.values[id - 1] : Number.NaN
      expect(interval[0]).toBeLessThan(value)
      expect(interval[1]).toBeGreaterThan(value)
    }
  })

  it.each<[string, number[], Record<string, unknown>, string, RegExp]>([
    ['a constant', [5, 5, 5], {}, 'CONSTANT_COLUMN', /same value/],
    ['nothing', [Number.NaN, Number.NaN], {}, 'ALL_MISSING', /no value/],
    ['an infinite value', [1, Infinity], {}, 'WRONG_INPUT', /Infinity/],
    ['a value at its bound', [0, 10, 20], { least: 0 }, 'BAD_PARAMETER', /record 1 .*exceeds the limits/],
    ['a value outside', [-1, 10, 20], { least: 0 }, 'BAD_PARAMETER', /record 1 .*is -1, outside/],
    ['bounds in the wrong order', [1, 2, 3], { least: 5, greatest: 1 }, 'BAD_PARAMETER', /not below/],
    ['an interval wider than the bounds', [10, 12, 14], { least: 9, greatest: 15, protect: 90 }, 'BAD_PARAMETER', /record 1/], // oxfmt-ignore
  ])('is not built from %s', async (_, values, params, code, message) => {
    const file = dataset([['income', numeric(values)]])
    await expect(built(file, params, { columns: ['income'], given: [] })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  it('requires at least three vectors', () => {
    expect(() => resolveParams(camouflageService.params, { vectors: 2 })).toThrow(/vectors must be .*>= 3/)
  })

  it('reports its weakness, its open columns, and its redraws', async () => {
    const { messages = [] } = await built(data)
    expect(textsOf(messages, 'warning').join('\n')).toMatch(
      /2 known values, totals or means[^]*not protected.*: age, hours, region, id/,
    )
    const bounded = await built(people(300, 0), { least: 100 }, { columns: ['income'] })
    expect(textsOf(bounded.messages ?? [], 'note').join('\n')).toMatch(/income: redrew entries \d+ times/)
    const closed = await built(data, {}, { given: [] })
    expect(textsOf(closed.messages ?? [], 'warning').join('\n')).toMatch(/only queries about all records/)
  })

  it('refuses other saved data', () => {
    const open = (saved: object): unknown =>
      camouflageService.open({ format: 'x', json: {}, arrays: new Map(), ...saved })
    expect(() => open({})).toThrow(/not a saved service/)
    const json = { rows: 2, minimumDifference: 1, camouflaged: [{ column: 'a', weights: [0.2, 0.3, 0.5] }], open: [] }
    expect(() => open({ format: 'services/camouflage@1', json })).toThrow(/"vector 0 a" is absent/)
  })
})
