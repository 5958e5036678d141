import {
  categorical,
  dataset,
  maskInput,
  noRoles,
  numeric,
  resolveParams,
  sameColumn,
  type Column,
  type Dataset,
  type Hierarchy,
  type MaskResult,
  type Roles,
} from '@sdc/core'
import { keyClasses, mean } from '@sdc/stats'
import { keyCodes, maskByPlan } from '@sdc/toolkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labels, numbers, run as runMethod } from '../testing.fixture.js'
import { globalRecodeMethod } from './global-recode.js'

const run = (columns: Readonly<Record<string, Column>>, params: Readonly<Record<string, unknown>> = {}) =>
  runMethod(globalRecodeMethod, columns, params)

async function runWith(
  data: Dataset,
  params: Readonly<Record<string, unknown>>,
  hierarchies: Readonly<Record<string, Hierarchy>>,
  times?: Roles['times'],
): Promise<MaskResult> {
  const roles = { ...noRoles, hierarchies: new Map(Object.entries(hierarchies)), times }
  return maskByPlan(
    globalRecodeMethod,
    maskInput(data, { params: resolveParams(globalRecodeMethod.params, params), roles }),
  )
}

const age = numeric([3, 17, 18, 40, 64, 65, 90, Number.NaN])

describe('coding/global-recode', () => {
  it('makes classes between breaks, as labels that are ordered, middles or means', async () => {
    const breaks = [0, 18, 65, 120]
    const labelled = await run({ age }, { breaks })
    expect(labels(labelled, 'age')).toEqual([
      '(-inf,18)',
      '(-inf,18)',
      '[18,65)',
      '[18,65)',
      '[18,65)',
      '[65,inf)',
      '[65,inf)',
      null,
    ])
    expect(labelled.files[0].columns.get('age')).toMatchObject({
      ordered: true,
      levels: ['(-inf,18)', '[18,65)', '[65,inf)'],
    })
    expect(labelled.warnings).toEqual(['column "age": 1 missing values stay missing'])
    const middle = await run({ age }, { breaks, represent: 'midpoint' })
    expect(numbers(middle, 'age')).toEqual([9, 9, 41.5, 41.5, 41.5, 92.5, 92.5, Number.NaN])
    const means = await run({ age }, { breaks, represent: 'mean', minimumClass: 2 })
    const m = 122 / 3
    expect(numbers(means, 'age')).toEqual([10, 10, m, m, m, 77.5, 77.5, Number.NaN])
    const table = means.report?.get('classes of age') as Dataset
    expect(table.names).toEqual(['class', 'from', 'to', 'records', 'mean'])
    expect(table.column('records')).toEqual(numeric([2, 3, 2]))
    expect(table.column('from')).toEqual(numeric([0, 18, 65]))
  })

  it('makes classes of the text of many codes, by default or at a given level', async () => {
    const zip = categorical(Array.from({ length: 90 }, (_, i) => `${1 + (i % 3)}${10 + (i % 31)}`))
    const found = await run({ zip })
    expect(labels(found, 'zip').slice(0, 3)).toEqual(['1**', '2**', '3**'])
    expect(found.warnings).toEqual([
      'column "zip": recoded by a hierarchy made from the text of its values: 110, 11*, 1**, *; give your own hierarchy for other classes',
    ])
    expect(labels(await run({ zip }, { level: 1 }), 'zip')[4]).toBe('21*')
    // There are fewer classes than first digits: the most frequent categories stay, as for any other column.
    expect(labels(await run({ zip }, { classes: 2 }), 'zip')).toContain('other')
    expect(labels(await run({ zip }, { other: 'rest' }), 'zip')).toContain('rest')
  })

  it('refuses the mean of a class that is too small', async () => {
    await expect(run({ age }, { breaks: [0, 18, 65, 120], represent: 'mean' })).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
      message: 'the class (-inf,18) of column "age" has 2 records: its mean would disclose too much about them',
    })
    // The smallest allowed size is enough; an empty class has no mean to disclose.
    const three = numeric([1, 2, 3, 11, 12, 13])
    expect(numbers(await run({ three }, { breaks: [0, 5, 8, 20], represent: 'mean' }), 'three')).toEqual([
      2, 2, 2, 12, 12, 12,
    ])
  })

  it('closed ends: refuses values outside them, and names the record', async () => {
    await expect(run({ age }, { breaks: [0, 18, 65], closed: true })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      message: 'the value 90 of column "age", record 7, lies outside the breaks, 0 to 65',
      place: { column: 'age', parameter: 'breaks', row: 7 },
    })
    expect(labels(await run({ age }, { breaks: [3, 65, 90], closed: true }), 'age')[6]).toBe('[65,90]')
  })

  it('refuses breaks that do not ascend, or are too few', async () => {
    for (const [breaks, message] of [
      [[0, 20, 10], /do not ascend: 10 follows 20/],
      [[0, 20, 20], /do not ascend: 20 occurs twice/],
      [[-0, 0], /do not ascend: 0 occurs twice/],
      [[5], /one break makes no class/],
      [{ age: [] }, /no breaks make no class/],
    ] as const)
      await expect(run({ age }, { breaks })).rejects.toMatchObject({
        code: 'BAD_PARAMETER',
        message: expect.stringMatching(message),
      })
  })

  it('reports that all values are in one class', async () => {
    const result = await run({ age }, { breaks: [200, 300, 400] })
    expect(new Set(labels(result, 'age'))).toEqual(new Set(['(-inf,300)', null]))
    expect(result.warnings?.[0]).toMatch(/no break lies within the values/)
  })

  it('computes classes, fewer than there are values', async () => {
    const ten = numeric([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(new Set(labels(await run({ ten }), 'ten'))).toEqual(
      new Set(['(-inf,2.8)', '[2.8,4.6)', '[4.6,6.4)', '[6.4,8.2)', '[8.2,inf)']),
    )
    const two = numeric([1, 2, 1])
    const one = await run({ two })
    expect(labels(one, 'two')).toEqual(['(-inf,inf)', '(-inf,inf)', '(-inf,inf)'])
    expect(one.warnings).toEqual(['column "two": it has 2 values, so there are at most 1 classes'])
    await expect(run({ age: numeric([0, 5, -3, 2]) }, { method: 'log' })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      message: 'classes of one ratio need positive numbers; column "age" has 0 in record 1',
    })
    await expect(run({ age: numeric([0, 5, 2]) }, { method: 'log' })).rejects.toThrow(/has 0 in record 1/)
    for (const values of [[7], [7, 7], [Number.NaN]])
      await expect(run({ x: numeric(values) })).rejects.toMatchObject({ code: 'CONSTANT_COLUMN' })
    await expect(run({ x: categorical(['a', 'a', null]) })).rejects.toMatchObject({ code: 'CONSTANT_COLUMN' })
  })

  it('refuses a recoding that merges no values', async () => {
    for (const params of [{ breaks: [0, 10, 20, 30] }, { map: { '5': 'five', '15': 'fifteen', '25': 'more' } }])
      await expect(run({ x: numeric([5, 15, 25, 5]) }, params)).rejects.toMatchObject({
        code: 'UNCHANGED',
        message: expect.stringContaining('has two of its values'),
      })
    const job = categorical(['a', 'b', 'a'])
    await expect(run({ job }, { map: { a: 'x', b: 'y' } })).rejects.toMatchObject({ code: 'UNCHANGED' })
    expect(labels(await run({ job }, { map: { a: 'x', b: 'x' } }), 'job')).toEqual(['x', 'x', 'x'])
  })

  it('accepts settings by column together with settings for all columns', async () => {
    const income = numeric([100, 900, 200, 850])
    const job = categorical(['a', 'b', 'c', 'a'])
    const sector = numeric([1, 2, 3, 1])
    const short = numeric([1, 20, 30, 70])
    const result = await run(
      { income, job, sector, short },
      {
        breaks: { income: [0, 500, 1000] },
        map: {
          job: { a: 'ab', b: 'ab', c: 'c' },
          sector: [
            ['1', 'low'],
            ['2', 'low'],
            ['3', 'high'],
          ],
        },
        classes: 2,
      },
    )
    expect(labels(result, 'income')).toEqual(['(-inf,500)', '[500,inf)', '(-inf,500)', '[500,inf)'])
    expect(labels(result, 'job')).toEqual(['ab', 'ab', 'c', 'ab'])
    expect(labels(result, 'sector')).toEqual(['low', 'low', 'high', 'low'])
    expect(labels(result, 'short')).toEqual(['(-inf,36)', '(-inf,36)', '(-inf,36)', '[36,inf)'])
    // A map of texts is for categories, and a list of breaks for numbers.
    const both = await run({ job, income }, { map: { a: 'ab', b: 'ab', c: 'c' }, breaks: [0, 500, 1000] })
    expect(labels(both, 'income')[1]).toBe('[500,inf)')
    expect(labels(both, 'job')[1]).toBe('ab')
    // A map whose levels are all numbers is for numbers, too.
    const codes = await run({ sector }, { map: { '1': 'low', '2': 'low', '3': 'high' } })
    expect(labels(codes, 'sector')).toEqual(['low', 'low', 'high', 'low'])
    const computed = await run({ income }, { map: { a: 'ab' } })
    expect(computed.warnings).toContain(
      'column "income": the map is for categories but the column has numbers: its classes are computed',
    )
  })

  it('refuses settings for columns that are not recoded', async () => {
    const job = categorical(['a', 'b', 'c', 'a'])
    const x = numeric([1, 2, 3, 1])
    const only = maskInput(
      dataset([
        ['x', x],
        ['job', job],
      ]),
      {
        columns: ['x'],
        params: resolveParams(globalRecodeMethod.params, { map: { job: { a: 'x' } } }),
      },
    )
    await expect((async () => maskByPlan(globalRecodeMethod, only))()).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      message: 'map has an entry for column "job", which is not recoded here',
    })
    await expect(run({ x, job }, { breaks: { land: [1, 2] } })).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN' })
    await expect(run({ x, job }, { breaks: { job: [1, 2] } })).rejects.toMatchObject({ code: 'NOT_NUMERIC' })
    await expect(run({ x }, { breaks: { x: [0, 2, 4] }, map: { x: { '1': 'a' } } })).rejects.toMatchObject({
      message: 'column "x" has both breaks and a map',
    })
    await expect(run({ x }, { breaks: [0, 2, 4], level: 1 })).rejects.toMatchObject({
      message: 'level and breaks are both given for all columns',
    })
    await expect(run({ x }, { map: { '1': 'a' }, level: 1 })).rejects.toMatchObject({
      message: 'level and map are both given for all columns',
    })
  })

  it('warns of levels of a map that the column does not have, and of a lost order', async () => {
    const job = { ...categorical(['a', 'b', 'c'], ['a', 'b', 'c']), ordered: true }
    const result = await run({ job }, { map: { a: 'x', b: 'y', c: 'x', d: 'y', ' b': 'y' } })
    expect(result.warnings).toEqual([
      'column "job": the map has levels that the column does not have: "d", " b"',
      'column "job": the classes are not runs of neighbouring values: the coarser column has no order',
    ])
    expect(result.files[0].columns.get('job')).toMatchObject({ ordered: false })
  })

  it('takes a level of a hierarchy, of categories and of numbers', async () => {
    const rows = [
      ['01.10', '01', '*'],
      ['01.20', '01', '*'],
      ['02.10', '02', '*'],
    ]
    const code = categorical(['01.20', null, '02.10', '01.10'])
    const years: Hierarchy = [1, 2, 3, 4].map((year) => [String(year), year < 3 ? '1-2' : '3-4', '*'])
    const year = numeric([4, 1, 3, Number.NaN])
    const data = dataset([
      ['code', code],
      ['year', year],
    ])
    const hierarchies = { code: rows, year: years }
    const first = await runWith(data, { level: 1 }, hierarchies)
    expect(labels(first, 'code')).toEqual(['01', null, '02', '01'])
    expect(labels(first, 'year')).toEqual(['3-4', '1-2', '3-4', null])
    expect(first.files[0].columns.get('year')).toMatchObject({ ordered: true, levels: ['1-2', '3-4'] })
    expect(first.files[0].columns.get('code')).toMatchObject({ ordered: false })
    const top = await runWith(data, { level: 2 }, hierarchies)
    expect(labels(top, 'code')).toEqual(['*', null, '*', '*'])
    await expect(runWith(data, { level: 3 }, hierarchies)).rejects.toMatchObject({
      message: 'the hierarchy of column "code" has no level 3',
      fix: 'Use a level from 1 to 2.',
    })
    await expect(runWith(data, { level: 1 }, { code: rows })).rejects.toMatchObject({
      message: 'column "year" has no hierarchy to take a level of',
    })
    await expect(runWith(data, { level: 1 }, { ...hierarchies, code: rows.slice(1) })).rejects.toMatchObject({
      code: 'BAD_HIERARCHY',
    })
  })

  it('takes a level of a hierarchy of dates', async () => {
    const data = dataset([['born', numeric([0, 366, Number.NaN, 31])]])
    const rows = [
      ['1970-01-01', '1970', '*'],
      ['1970-02-01', '1970', '*'],
      ['1971-01-02', '1971', '*'],
    ]
    const born = await runWith(data, { level: 1 }, { born: rows }, new Map([['born', 'date']]))
    expect(labels(born, 'born')).toEqual(['1970', '1971', null, '1970'])
  })

  it('takes the classes of a group from the whole file, and means from the group', async () => {
    const whole = dataset([['x', numeric([1, 2, 3, 11, 12, 13, 21, 22, 23, 40])]])
    const of = async (rows: readonly number[], params: Readonly<Record<string, unknown>>): Promise<MaskResult> => {
      const x = whole.column('x') as { values: Float64Array }
      const data = dataset([['x', numeric(rows.map((i) => x.values[i]))]])
      const origin = Int32Array.from(rows)
      return maskByPlan(
        globalRecodeMethod,
        maskInput(data, { whole, origin, params: resolveParams(globalRecodeMethod.params, params) }),
      )
    }
    const all = labels(await runMethod(globalRecodeMethod, { x: whole.column('x') }, { classes: 3 }), 'x')
    for (const rows of [[0, 3, 6], [9, 1, 8, 2], [5]])
      expect(labels(await of(rows, { classes: 3 }), 'x')).toEqual(rows.map((i) => all[i]))
    const means = await of([0, 1, 3], { breaks: [0, 10, 50], represent: 'mean', minimumClass: 1 })
    expect(numbers(means, 'x')).toEqual([1.5, 1.5, 11])
  })

  it('never makes a combination of keys rarer, and always has fewer values', async () => {
    const level = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { freq: 6, nil: null })
    const number = fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 12 }) }, fc.constant(Number.NaN))
    const record = fc.tuple(level, number, level)
    const how = fc.record({
      classes: fc.integer({ min: 1, max: 6 }),
      method: fc.constantFrom('equal-width', 'equal-frequency'),
      represent: fc.constantFrom('label', 'midpoint', 'mean'),
      ordered: fc.boolean(),
    })
    let compared = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 4, maxLength: 30 }),
        how,
        async (records, { ordered, ...params }) => {
          const columns: Record<string, Column> = {
            a: categorical(records.map(([one]) => one)),
            b: numeric(records.map(([, one]) => one)),
            c: {
              ...categorical(
                records.map(([, , one]) => one),
                ['a', 'b', 'c', 'd', 'e'],
              ),
              ordered,
            },
          }
          const values = (column: Column): number => new Set(keyCodes(column).filter((code) => code >= 0)).size
          if (Object.values(columns).some((column) => values(column) < 2)) return
          const { files } = await run(columns, { ...params, minimumClass: 1 })
          const coarser = [...files[0].columns.values()]
          const before = keyClasses(Object.values(columns).map(keyCodes))
          const after = keyClasses(coarser.flatMap((column) => (column ? [keyCodes(column)] : [])))
          records.forEach((_, i) =>
            expect(after.sizes[after.ids[i]]).toBeGreaterThanOrEqual(before.sizes[before.ids[i]]),
          )
          coarser.forEach((column, j) => {
            if (column) expect(values(column)).toBeLessThan(values(Object.values(columns)[j]))
          })
          compared++
        },
      ),
    )
    expect(compared).toBeGreaterThan(50)
  })

  it('example of the slides: a widowed person of 17 is no longer unique', async () => {
    const status = categorical(['widowed', 'married', 'divorced', 'single', 'married'])
    const years = numeric([17, 40, 17, 17, 40])
    const { files } = await runMethod(
      globalRecodeMethod,
      { status },
      {
        map: { widowed: 'widowed or divorced', divorced: 'widowed or divorced', married: 'married', single: 'single' },
      },
    )
    const count = (column: Column): number => {
      const { ids, sizes } = keyClasses([keyCodes(column), keyCodes(years)])
      return sizes[ids[0]]
    }
    expect(count(status)).toBe(1)
    expect(count(files[0].columns.get('status') ?? status)).toBe(2)
  })

  it('represent: mean keeps the mean', async () => {
    const x = numeric([0.1, 0.7, 1e6, 12, 13.3, 5, 5, 5, 80.25])
    const masked = numbers(await run({ x }, { represent: 'mean', method: 'equal-frequency', classes: 2 }), 'x')
    expect(mean(Float64Array.from(masked)) / mean(x.values)).toBeCloseTo(1, 14)
    expect(new Set(masked).size).toBe(2)
  })

  it('does not write to its input', async () => {
    const job = categorical(['b', 'a', 'b', null, 'c'])
    const copy = { ...job, codes: job.codes.slice() }
    await run({ job }, { classes: 2 })
    await run({ age }, { classes: 2, represent: 'mean' })
    expect(sameColumn(job, copy)).toBe(true)
    expect([...age.values].slice(0, 3)).toEqual([3, 17, 18])
  })
})
