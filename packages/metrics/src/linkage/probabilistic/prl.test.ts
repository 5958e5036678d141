import {
  categorical,
  dataset,
  measureInput,
  numeric,
  resolveParams,
  seededRng,
  takeRows,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { normals, tableColumn } from '../../testing/run.fixture.js'
import { prlMetric } from './prl.js'
import { measureByPlan } from '@sdc/toolkit'

type Params = Readonly<Record<string, unknown>>

const measured = async (
  original: Dataset,
  masked: Dataset,
  params: Params = {},
  origin: Int32Array = Int32Array.from({ length: masked.rows }, (_, i) => i),
  seed = 1,
): Promise<Measurement> =>
  measureByPlan(
    prlMetric,
    measureInput(original, masked, {
      origin,
      columns: original.names.filter((name) => name !== 'block'),
      params: resolveParams(prlMetric.params, params),
      rng: seededRng(seed),
    }),
  )

const fileOf = (columns: ReadonlyMap<string, ArrayLike<number>>): Dataset =>
  dataset([...columns].map(([name, values]) => [name, numeric(Float64Array.from(values))]))

const shuffled = (file: Dataset, seed: number): { readonly file: Dataset; readonly order: Int32Array } => {
  const order = seededRng(seed).permutation(file.rows)
  return { file: takeRows(file, order), order }
}

const noisy = (x: ReadonlyMap<string, Float64Array>, sd: number, seed: number): Map<string, Float64Array> => {
  const noise = normals([...x.values()][0].length, x.size, seed)
  const drawn = [...noise.values()]
  return new Map([...x].map(([name, values], j) => [name, values.map((v, i) => v + sd * drawn[j][i])]))
}

const texts = ({ tables }: Measurement, name: string, column: string): (string | null)[] => {
  const held = tables?.get(name)?.column(column)
  if (held?.kind !== 'categorical') throw new Error(`no texts ${column} in table ${name}`)
  return Array.from(held.codes, (code) => (code < 0 ? null : held.levels[code]))
}

describe('risk/prl', () => {
  it('finds all records of an unmasked file with unique patterns, for numbers and categories', async () => {
    const n = 60
    const names = Array.from({ length: n }, (_, i) => `p${(i * 7) % n}`)
    const file = dataset([
      ['c', categorical(names)],
      ['n', numeric(Float64Array.from({ length: n }, (_, i) => (i * 13) % n))],
    ])
    const { value, used, records } = await measured(file, file, { agree: 'equal' })
    expect(value).toBe(100)
    expect(used).toBe(n)
    expect(new Set(records)).toEqual(new Set([1]))
    // Both together distinguish all records, neither does alone.
    const pair = dataset([
      ['a', categorical(names.map((_, i) => `a${i % 6}`))],
      ['b', categorical(names.map((_, i) => `b${Math.floor(i / 6)}`))],
    ])
    // By a alone there are ten of each, one by a and b: (1/10 + 1)/2.
    expect((await measured(pair, pair)).value).toBeCloseTo(55, 10)
  })

  it.each([{}, { weights: 'em' }, { agree: 'bins', bins: 50 }, { agree: 'ranks' }])(
    'finds the chance share for an independent file, in file order and shuffled: %o',
    async (params) => {
      const n = 300
      const x = fileOf(normals(n, 7, 1))
      const y = fileOf(normals(n, 7, 2))
      const origin = Int32Array.from({ length: n }, (_, i) => i)
      const { file, order } = shuffled(y, 3)
      for (const one of [await measured(x, y, params, origin), await measured(x, file, params, order)]) {
        // The matching is exchangeable except for m and u, so P(13 hits or more) ≤ 1/13! for each number of keys.
        for (const percent of tableColumn(one, 'keys', 'greatest of the orders'))
          expect(percent).toBeLessThan((100 * 13) / n)
        expect(tableColumn(one, 'keys', 'percent by chance')[0]).toBeCloseTo(100 / n, 12)
      }
    },
  )

  it('does not depend on the order of either file', async () => {
    const x = normals(150, 4, 4)
    const [original, masked] = [fileOf(x), fileOf(noisy(x, 0.1, 5))]
    for (const params of [{}, { weights: 'em' }, { agree: 'bins', bins: 5 }, { agree: 'equal' }]) {
      const { value } = await measured(original, masked, params)
      const [a, b] = [shuffled(original, 6), shuffled(masked, 7)]
      const placeOf = new Int32Array(150)
      a.order.forEach((row, at) => (placeOf[row] = at))
      const other = await measured(
        a.file,
        b.file,
        params,
        b.order.map((row) => placeOf[row]),
      )
      expect(other.value).toBeCloseTo(value ?? Number.NaN, 10)
    }
  })

  it('reports the agreements, their probabilities, and the decisions', async () => {
    const x = normals(80, 3, 1)
    const y = noisy(x, 0.2, 2)
    const one = await measured(fileOf(x), fileOf(y), { falseLink: 0.01, falseNonLink: 0.1 })
    const columns = [...x.keys()]
    const near = columns.map((name) => {
      const [a, b] = [x.get(name) ?? [], y.get(name) ?? []]
      const sd = Math.sqrt(fileSquares(a) / 79)
      return (i: number, t: number): boolean => Math.abs(a[i] - b[t]) <= 0.1 * sd
    })
    near.forEach((agrees, j) => {
      let [own, other] = [0, 0]
      for (let i = 0; i < 80; i++)
        for (let t = 0; t < 80; t++)
          if (agrees(i, t)) {
            if (i === t) own++
            else other++
          }
      expect(tableColumn(one, 'agreement', 'm')[j]).toBeCloseTo(own / 80, 12)
      expect(tableColumn(one, 'agreement', 'u')[j]).toBeCloseTo(other / (80 * 79), 12)
      expect(tableColumn(one, 'agreement', 'weight if they agree')[j]).toBeCloseTo(
        Math.log2(own / 80 / (other / 6320)),
        10,
      )
    })
    expect(texts(one, 'agreement', 'two values agree')[0]).toMatch(/^within 0.1 standard deviations, which are /)
    expect(tableColumn(one, 'decisions', 'pairs').reduce((a, b) => a + b)).toBe(6400)
    expect(tableColumn(one, 'decisions', 'true pairs').reduce((a, b) => a + b)).toBe(80)
    const weights = tableColumn(one, 'patterns', 'weight')
    expect(weights).toEqual([...weights].sort((a, b) => b - a))
    expect(texts(one, 'patterns', 'pattern')[0]).toBe('111')
    expect(texts(one, 'patterns', 'decision')[0]).toBe('link')
    expect(one.warnings).toBeUndefined()
  })

  it('warns of a key that does not agree more often in true pairs', async () => {
    const x = normals(100, 2, 1)
    const apart = new Map([...x].map(([name, v], j) => [name, j === 1 ? v.map((one) => one + 50) : v]))
    const { warnings = [], value } = await measured(fileOf(x), fileOf(apart))
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/column "v2" agrees no more often .* gives no information on links/)
    expect(value).not.toBeNull()
  })

  it('weights: em uses the first three keys for fewer, and needs three; given weights are used', async () => {
    const x = normals(120, 4, 1)
    const [original, masked] = [fileOf(x), fileOf(noisy(x, 0.05, 2))]
    const em = await measured(original, masked, { weights: 'em' })
    const rounds = tableColumn(em, 'keys', 'iterations of EM')
    expect(rounds[0]).toBe(rounds[2])
    expect(rounds[1]).toBe(rounds[2])
    expect(Math.min(...rounds)).toBeGreaterThan(1)
    const byPairs = await measured(original, masked)
    const [m, u] = ['m', 'u'].map((name) => tableColumn(byPairs, 'agreement', name).map((c) => Math.min(c, 1 - 1e-6)))
    expect((await measured(original, masked, { weights: 'given', m, u })).value).toBeCloseTo(
      byPairs.value ?? Number.NaN,
      9,
    )
    const two = fileOf(normals(50, 2, 1))
    expect((await measured(two, two, { weights: 'em' })).reason).toBe(
      'weights: em needs three columns, there are 2. Use weights: true-pairs',
    )
    await expect(measured(original, masked, { weights: 'given', m })).rejects.toThrow(/given needs u .* it is missing/)
    await expect(measured(original, masked, { weights: 'given', m: [0.9], u })).rejects.toThrow(/needs m .* it has 1/)
  })

  it('links any numbers of records, without credit for those that lack an original', async () => {
    const x = normals(40, 3, 1)
    const original = fileOf(x)
    const some = Int32Array.from({ length: 30 }, (_, i) => i)
    const fewer = await measured(original, takeRows(original, some), { agree: 'equal' }, some)
    expect(fewer.value).toBe(100)
    expect(fewer.used).toBe(30)
    const twice = Int32Array.from({ length: 60 }, (_, i) => i % 40)
    const more = await measured(original, takeRows(original, twice), { agree: 'equal' }, twice)
    // 40 of 60 records can have an original of their own; the 20 that occur twice, either one.
    expect(more.value).toBeCloseTo((100 * 40) / 60, 9)
    expect(more.used).toBe(60)
    const unknown = some.map((row, i) => (i < 10 ? -1 : row))
    const half = await measured(original, takeRows(original, some), { agree: 'equal' }, unknown)
    expect(half.used).toBe(20)
    expect(half.value).toBe(100)
    expect(tableColumn(half, 'left-out', 'count')).toEqual([10, 0, 0])
    expect([...(half.records ?? [])].filter(Number.isNaN)).toHaveLength(10)
  })

  it.each([
    ['no link', [1, 2, 3, 4], [-1, -1, -1, -1], /the origins of all masked records are unknown/],
    ['one record', [1, 2, 3, 4], [0, -1, -1, -1], /1 of 4 masked records have a known original/],
    ['a constant', [7, 7, 7, 7], [0, 1, 2, 3], /no column has two different values/],
    ['nothing but missing values', [Number.NaN, Number.NaN, Number.NaN, Number.NaN], [0, 1, 2, 3], /no column has two/],
    ['missing values', [1, Number.NaN, Number.NaN, Number.NaN], [0, 1, 2, 3], /no column has two/],
  ])('%s: null with the reason', async (_, values, origin, reason) => {
    const file = dataset([['a', numeric(values)]])
    const one = await measured(file, file, {}, Int32Array.from(origin))
    expect(one.value).toBeNull()
    expect(one.reason).toMatch(reason)
  })

  it('leaves out records with a missing key, and constant columns', async () => {
    const original = dataset([
      ['a', numeric([1, 2, 3, 4, 5])],
      ['b', categorical(['x', null, 'y', 'z', 'x'])],
      ['c', categorical(['k', 'k', null, 'k', 'k'])],
    ])
    const masked = dataset([
      ['a', numeric([1, 2, Number.NaN, 4, 5])],
      ['b', original.column('b')],
      ['c', original.column('c')],
    ])
    const one = await measured(original, masked, { agree: 'equal' })
    expect(one.used).toBe(3)
    expect(tableColumn(one, 'left-out', 'count')).toEqual([0, 2, 1])
    expect(one.value).toBe(100)
  })
})

function fileSquares(values: ArrayLike<number>): number {
  const list = Array.from(values)
  const mean = list.reduce((a, b) => a + b, 0) / list.length
  return list.reduce((sum, v) => sum + (v - mean) ** 2, 0)
}

describe('risk/prl in blocks', () => {
  const withBlocks = (columns: ReadonlyMap<string, Float64Array>, block: (i: number) => string): Dataset =>
    dataset([...fileEntries(columns), ['block', categorical(Array.from(columns.get('v1') ?? [], (_, i) => block(i)))]])
  const fileEntries = (columns: ReadonlyMap<string, Float64Array>) =>
    [...columns].map(([name, values]) => [name, numeric(values)] as const)

  it('compares records only within a block; a record with its original in another block is not found', async () => {
    const x = normals(90, 2, 1)
    const original = withBlocks(x, (i) => `b${i % 3}`)
    const masked = withBlocks(x, (i) => (i < 9 ? 'other' : `b${i % 3}`))
    const one = await measured(original, masked, { agree: 'equal', blocks: ['block'] })
    expect(one.used).toBe(90)
    expect(one.value).toBeCloseTo((100 * 81) / 90, 9)
    expect([...(one.records ?? [])].slice(0, 10)).toEqual([...new Array<number>(9).fill(0), 1])
    expect(tableColumn(one, 'linkage', 'value').slice(-2)).toEqual([4, 4])
    expect(tableColumn(one, 'linkage', 'value')[2]).toBe(81 * 30)
    await expect(measured(original, masked, { blocks: ['nobody'] })).rejects.toThrow(/no column "nobody"/)
  })

  it('has no value for more than 5,000 records without blocks, nor for so large a block', async () => {
    const x = normals(5001, 1, 1)
    const file = withBlocks(x, () => 'all')
    expect((await measured(file, file)).reason).toMatch(/there are 5001\. Name unmasked columns .* \(blocks\)/)
    expect((await measured(file, file, { blocks: ['block'] })).reason).toMatch(
      /up to 3535 records at a time .* equal values of block has 5001/,
    )
  })
})
