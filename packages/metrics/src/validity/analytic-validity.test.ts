import {
  categorical,
  dataset,
  measureInput,
  numeric,
  resolveParams,
  withColumns,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { eiaColumns } from '@sdc/testing/public-files'
import { sufficientNoise } from '../testing/exact-noise.fixture.js'
import { file, normals, run, tableColumn, type Columns } from '../testing/run.fixture.js'
import { analyticValidityMetric } from './analytic-validity.js'
import { measureByPlan } from '@sdc/toolkit'

const none = Number.NaN
const roles = { keys: [], confidential: [], given: [], identifiers: [] }

interface Options {
  readonly params?: Readonly<Record<string, unknown>>
  readonly given?: readonly string[]
  readonly keys?: readonly string[]
  readonly columns?: readonly string[]
}

async function measured(x: Dataset, y: Dataset, { params = {}, given = [], keys = [], columns }: Options = {}) {
  return await measureByPlan(
    analyticValidityMetric,
    measureInput(x, y, {
      origin: new Int32Array(y.rows).fill(-1),
      columns: columns ?? y.names.filter((name) => !given.includes(name)),
      roles: { ...roles, given, keys },
      params: resolveParams(analyticValidityMetric.params, params),
    }),
  )
}

/** Returns the text columns of the list of checks, and its numbers. */
function lines({ tables }: Measurement): { text: string; original: number; masked: number; difference: number }[] {
  const table = tables?.get('checks')
  if (!table) throw new Error('no list of checks')
  const text = (name: string, i: number): string => {
    const column = table.column(name)
    if (column.kind !== 'categorical') throw new Error(`${name} is no text`)
    return column.codes[i] < 0 ? '' : column.levels[column.codes[i]]
  }
  const number = (name: string, i: number): number => {
    const column = table.column(name)
    return column.kind === 'numeric' ? column.values[i] : none
  }
  return Array.from({ length: table.rows }, (_, i) => ({
    text: ['check', 'subdomain', 'column', 'beside', 'kept'].map((name) => text(name, i)).join(' | '),
    original: number('original', i),
    masked: number('masked', i),
    difference: number('difference', i),
  }))
}

const regions = (n: number): readonly string[] =>
  Array.from({ length: n }, (_, i) => ['north', 'south', 'south'][i % 3])
const withRegion = (columns: Columns, labels: readonly (string | null)[]): Dataset =>
  withColumns(file(columns), new Map([['region', categorical(labels)]]))

describe('loss/analytic-validity', () => {
  it('lists means, covariances, marginals and quantiles with their numbers', async () => {
    const a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    const b = [2, 1, 4, 3, 6, 5, 8, 7, 10, 9]
    const one = await measured(file({ a, b }), file({ a: a.map((v) => v + 1), b: b.map((v) => 2 * v) }))
    const all = lines(one)
    // Two means, three covariances, two distributions, ten quantiles.
    expect(all).toHaveLength(17)
    const sd = Math.sqrt(55 / 6)
    const at = (text: string) => all.find((line) => line.text.startsWith(text)) ?? expect.fail(text)
    expect(at('means | all records | a')).toMatchObject({
      text: 'means | all records | a |  | no',
      original: expect.closeTo(5.5, 12) as unknown,
      masked: expect.closeTo(6.5, 12) as unknown,
      difference: expect.closeTo(1 / sd, 12) as unknown,
    })
    expect(at('covariances | all records | a | a')).toMatchObject({ text: expect.stringMatching(/yes$/) as unknown })
    const between = at('covariances | all records | b | a')
    expect(between.masked).toBeCloseTo(2 * between.original, 10)
    expect(between.difference).toBeCloseTo(between.original / (55 / 6), 10)
    expect(at('quantiles | all records | a | 25 %')).toMatchObject({
      original: expect.closeTo(3.25, 12) as unknown,
      masked: expect.closeTo(4.25, 12) as unknown,
      difference: expect.closeTo(1 / sd, 12) as unknown,
    })
    expect(at('marginals | all records | a').difference).toBeCloseTo(0.1, 12)
    const failed = all.filter(({ text }) => text.endsWith('no')).length
    expect(one.value).toBeCloseTo((100 * failed) / 17, 12)
    expect(tableColumn(one, 'sections', 'checks')).toEqual([2, 3, 2, 10])
    expect(tableColumn(one, 'sections', 'failed')).toEqual([2, 2, 2, 10])
    expect(tableColumn(one, 'rule', 'value')).toEqual([0, 6, 0])
    expect(one.warnings?.[0]).toMatch(/^0 of 2 columns pass all their checks, fewer than the required 6/)
  })

  it('keeps a check whose change equals the tolerance', async () => {
    const x = file({ a: [0, 2, 4] })
    const failed = async (y: number[], params: Record<string, number>): Promise<number> =>
      ((await measured(x, file({ a: y }), { params })).value ?? none) / 100
    // Mean, variance, distribution, five quantiles: half a deviation more.
    const shifted = [1, 3, 5]
    expect(await failed(shifted, { tolerance: 0.5, shareTolerance: 0.34 })).toBe(0)
    expect(await failed(shifted, { tolerance: 0.49, shareTolerance: 0.34 })).toBeCloseTo(6 / 8, 12)
    expect(await failed(shifted, { tolerance: 0.5, shareTolerance: 0.33 })).toBeCloseTo(1 / 8, 12)
    expect(await failed([4, 0, 2], { tolerance: 0, shareTolerance: 0 })).toBe(0)
  })

  it('detects a loss in a subdomain that is hidden in the whole file', async () => {
    const a = normals(300, 1, 1).get('v1') ?? new Float64Array()
    const region = regions(300)
    // The south loses and the north gains, twice as much: the mean of all is unchanged.
    const moved = a.map((v, i) => v + (region[i] === 'north' ? 0.2 : -0.1))
    const [x, y] = [withRegion({ a }, region), withRegion({ a: moved }, region)]
    const whole = await measured(x, y, { columns: ['a'] })
    expect(tableColumn(whole, 'sections', 'failed')[0]).toBe(0)
    const waysToSay: Options[] = [
      { given: ['region'] },
      { keys: ['region'], columns: ['a'] },
      { columns: ['a'], params: { subdomains: ['region'] } },
    ]
    for (const options of waysToSay) {
      const one = await measured(x, y, options)
      expect(tableColumn(one, 'sections', 'checks').slice(0, 2)).toEqual([3, 3])
      expect(tableColumn(one, 'rule', 'value')[2]).toBe(2)
      expect(one.warnings).toHaveLength(1)
      const failed = lines(one).filter(({ text }) => text.startsWith('means') && text.endsWith('no'))
      expect(failed.map(({ text }) => text)).toContain('means | region=north | a |  | no')
    }
  })

  it('assigns masked records to subdomains by the masked file; an emptied subdomain fails', async () => {
    const a = Array.from({ length: 40 }, (_, i) => i)
    const labels = a.map((v) => (v < 20 ? 'low' : 'high'))
    const x = withRegion({ a }, labels)
    const swapped = withRegion(
      { a: a.map((v) => 39 - v) },
      labels.map((label) => (label === 'low' ? 'high' : 'low')),
    )
    expect((await measured(x, swapped, { given: ['region'] })).value).toBe(0)
    const emptied = await measured(
      x,
      withRegion(
        { a },
        labels.map(() => 'low'),
      ),
      { given: ['region'] },
    )
    const text = lines(emptied).map((line) => line.text)
    expect(text).toContain('means | region=high | a |  | no')
    expect(text).toContain('covariances | region=high | a | a | no')
    expect(text).toContain('means | all records | a |  | yes')
  })

  it('has no difference in deviations for a subdomain without any, and no kept check', async () => {
    const a = Array.from({ length: 40 }, (_, i) => (i < 20 ? 7 : i))
    const labels = a.map((_, i) => (i < 20 ? 'same' : 'other'))
    const moved = a.map((v, i) => (i === 3 ? 8 : v))
    const found = lines(
      await measured(withRegion({ a }, labels), withRegion({ a: moved }, labels), { given: ['region'] }),
    )
    for (const check of ['means | region=same | a |  | no', 'covariances | region=same | a | a | no'])
      expect(found.find(({ text }) => text === check)?.difference, check).toBeNaN()
  })

  it('tabulates every pair of levels in a cell of its own', async () => {
    const cells = ['a', 'b', 'c'].flatMap((job) => ['f', 'm', null].map((sex) => [job, sex] as const))
    const file = (some: typeof cells) =>
      dataset([
        [
          'job',
          categorical(
            some.map(([job]) => job),
            ['a', 'b', 'c'],
          ),
        ],
        [
          'sex',
          categorical(
            some.map(([, sex]) => sex),
            ['f', 'm'],
          ),
        ],
      ])
    // Each cell is replaced by each other in turn: one of nine records differs.
    for (const gone of cells.keys())
      for (const taken of cells.keys()) {
        const other = cells.map((cell, i) => (i === gone ? cells[taken] : cell))
        const found = lines(await measured(file(cells), file(other), { given: ['sex'], columns: ['job'] }))
        const difference = found.find(({ text }) => text.includes('job | sex'))?.difference
        expect(difference).toBeCloseTo(gone === taken ? 0 : 1 / 9, 12)
      }
  })

  it('tabulates categories, alone and by subdomains, and fails columns that changed their kind', async () => {
    const x = dataset([
      ['job', categorical(['a', 'a', 'b', 'b', null])],
      ['sex', categorical(['f', 'm', 'f', 'm', 'f'])],
    ])
    const y = dataset([
      ['job', categorical(['b', 'a', 'b', 'a', null])],
      ['sex', categorical(['f', 'm', 'f', 'm', 'f'])],
    ])
    const found = lines(await measured(x, y, { given: ['sex'], columns: ['job'] }))
    expect(found.map(({ text, difference }) => [text, difference])).toEqual([
      // a f → b f and b m → a m: two of five records in other cells.
      ['marginals | all records | job | sex | no', expect.closeTo(0.4, 12)],
      ['marginals | all records | job |  | yes', 0],
    ])
    const grown = dataset([
      ['job', categorical(['b', 'a', 'b', 'c', 'c', 'a', 'a', null, 'b', null])],
      ['sex', categorical(['f', 'm', 'f', 'm', 'f', 'f', 'm', 'f', 'm', 'f'])],
    ])
    // Shares .4 .4 0 .2 of a, b, c and missing become .3 .3 .2 .2.
    expect(lines(await measured(x, grown, { columns: ['job'] }))[0].difference).toBeCloseTo(0.2, 12)
    const numbers = withColumns(y, new Map([['job', numeric([1, 2, 3, 4, 5])]]))
    expect(lines(await measured(x, numbers, { columns: ['job'] })).map(({ text }) => text)).toEqual([
      'marginals | all records | job |  | no',
    ])
  })

  it('leaves out small subdomains, all beyond the twenty largest, numbers, and columns that the masked file lacks, with messages', async () => {
    const n = 300
    const a = Array.from({ length: n }, (_, i) => (i * i) % 101)
    const many = a.map((_, i) => `r${i % 25}`)
    const few = a.map((_, i) => (i < 5 ? 'rare' : 'usual'))
    const x = withColumns(
      file({ a, year: a.map((_, i) => i % 3) }),
      new Map([
        ['many', categorical(many)],
        ['few', categorical(few)],
        ['lost', categorical(many)],
      ]),
    )
    const y = withColumns(
      file({ a, year: a }),
      new Map([
        ['many', categorical(many)],
        ['few', categorical(few)],
      ]),
    )
    const one = await measured(x, y, { columns: ['a'], given: ['many', 'few', 'lost', 'year'] })
    expect(one.value).toBe(0)
    expect(tableColumn(one, 'sections', 'checks')[0]).toBe(1 + 20 + 1)
    expect(tableColumn(one, 'left-out', 'count')).toEqual([0, 0, 1, 5, 1])
    const more = await measured(x, y, { columns: ['a'], given: ['few'], params: { least: 5 } })
    expect(tableColumn(more, 'sections', 'checks')[0]).toBe(3)
    for (const [params, message] of [
      [{ subdomains: ['nowhere'] }, /nowhere/],
      [{ subdomains: ['year'] }, /column "year" is numeric/],
      [{ least: 1 }, /least/],
      [{ tolerance: -1 }, /tolerance/],
      [{ shareTolerance: 2 }, /shareTolerance/],
      [{ variables: 0 }, /variables/],
    ] as const)
      await expect(measured(x, y, { params, columns: ['a'] })).rejects.toThrow(message)
  })

  it('is 0 for an unmasked file and all its orders, and 0 in means and covariances of a masking that keeps them', async () => {
    const x = normals(200, 7, 1)
    const masked = sufficientNoise([...x.values()], 0.5, 2)
    const exact = await run(analyticValidityMetric, x, new Map([...x.keys()].map((name, j) => [name, masked[j]])))
    expect(tableColumn(exact, 'sections', 'failed').slice(0, 2)).toEqual([0, 0])
    expect(exact.used).toBe(7 + 28 + 7 + 35)
    const eia = eiaColumns()
    const turned = new Map([...eia].map(([name, v]) => [name, v.slice().reverse()]))
    const same = await run(analyticValidityMetric, eia, turned, { params: { tolerance: 0, shareTolerance: 0 } })
    expect(same.value).toBe(0)
    expect(same.warnings).toEqual([expect.stringMatching(/^no check used subdomains/)])
    // One year only: that column has nothing to check.
    expect(tableColumn(same, 'rule', 'value')).toEqual([eia.size - 1, 6, 0])
  })

  it('does not change with the unit of a column, or an added constant', async () => {
    const [x, y] = [normals(90, 3, 1), normals(90, 3, 2)]
    const plain = await run(analyticValidityMetric, x, y)
    expect(plain.value).toBeGreaterThan(10)
    expect(plain.value).toBeLessThan(90)
    for (const of of [(v: number) => v * 1e-200, (v: number) => v * 1e200, (v: number) => v * 8 + 1e9]) {
      const each = (columns: typeof x) => new Map([...columns].map(([name, v]) => [name, v.map(of)]))
      const other = await run(analyticValidityMetric, each(x), each(y))
      expect([other.value, other.used]).toEqual([plain.value, plain.used])
    }
  })

  it('is null, with the reason, if no check is possible, and refuses infinite values', async () => {
    for (const a of [[3], [], [2, 2], [none, none]])
      expect(await run(analyticValidityMetric, { a }, { a })).toMatchObject({
        value: null,
        used: 0,
        reason: expect.stringMatching(/^no check is possible/) as unknown,
      })
    await expect(run(analyticValidityMetric, { a: [1, 2] }, { a: [1, Infinity] })).rejects.toThrow(/record 2/)
    expect((await run(analyticValidityMetric, { a: [1, 2, 3] }, { a: [none, none, none] })).value).toBe(100)
  })
})
