import { categorical, dataset, maskInput, noRoles, numeric, seededRng, type Dataset, type Roles } from '@sdc/core'
import { pearson } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import type { SequentialParams } from './params.js'
import { drawFiles, valuesOf } from './draw-files.fixture.js'
import { sequentialMethod } from './sequential.js'

const rng = seededRng('file')
const n = 2000
const sex = Array.from({ length: n }, () => (rng.uniform() < 0.4 ? 'f' : 'm'))
const age = Float64Array.from({ length: n }, () => 18 + rng.int(60))
const job = age.map((years) => (years > 65 ? 0 : rng.uniform() < 0.8 ? 1 : 2))
const income = Float64Array.from({ length: n }, (_, i) =>
  job[i] === 1 ? Math.round(1000 * Math.exp(3 + 0.01 * age[i] + 0.3 * rng.normal() + (sex[i] === 'm' ? 0.3 : 0))) : 0,
)
const file = dataset([
  ['sex', categorical(sex)],
  ['age', numeric(age)],
  ['job', categorical(Array.from(job, (one) => ['none', 'works', null][one]))],
  ['income', numeric(Float64Array.from(income, (value, i) => (i % 50 === 0 ? Number.NaN : value)))],
])

async function synthesised(
  data: Dataset,
  params: Partial<SequentialParams> = {},
  roles: Roles = noRoles,
): Promise<readonly Dataset[]> {
  return (await drawFiles(data, params, { roles })).files
}

const share = (values: ArrayLike<number>, is: (value: number) => boolean): number =>
  Array.from(values).filter(is).length / values.length

describe('synthetic/sequential', () => {
  it('keeps distributions, missing values and zeros of all kinds of columns', async () => {
    const [made] = await synthesised(file, { percentOfRecords: 200 })
    expect(made.rows).toBe(4000)
    for (const name of file.names) {
      const [before, after] = [valuesOf(file, name), valuesOf(made, name)]
      // Shares of 2000 and 4000 records: a difference of .06 is 4 standard errors.
      for (const is of [(v: number) => v === 0, (v: number) => Number.isNaN(v) || v < 0, (v: number) => v === 1])
        expect(Math.abs(share(before, is) - share(after, is)), name).toBeLessThan(0.06)
    }
    const complete = (data: Dataset): [Float64Array, Float64Array] => {
      const [years, money] = [valuesOf(data, 'age'), valuesOf(data, 'income')]
      const rows = [...money.keys()].filter((i) => money[i] > 0)
      return [Float64Array.from(rows, (i) => years[i]), Float64Array.from(rows, (i) => Math.log(money[i]))]
    }
    expect(Math.abs(pearson(...complete(file)) - pearson(...complete(made)))).toBeLessThan(0.08)
  })

  it('makes any number of records', async () => {
    expect((await synthesised(file, { records: 7 }))[0].rows).toBe(7)
    await expect(synthesised(file, { records: 7, percentOfRecords: 50 })).rejects.toThrow('both give the number')
  })

  it('proposes the order and models that it uses', async () => {
    const params = sequentialMethod.params.parse({ models: { income: 'normal-rank' } })
    const { rng: _rng, ...input } = maskInput(file, { params, roles: noRoles, rng: seededRng('draw') })
    const proposed = sequentialMethod.propose?.(input)
    expect(proposed?.columns).toEqual([
      { name: 'job', model: 'tree', from: [] },
      { name: 'sex', model: 'tree', from: ['job'] },
      { name: 'age', model: 'tree', from: ['job', 'sex'] },
      { name: 'income', model: 'normal-rank', from: ['job', 'sex', 'age'] },
    ])
    const [usual, explicit] = [await synthesised(file, params), await synthesised(file, proposed?.params)]
    for (const name of file.names) expect(valuesOf(explicit[0], name)).toEqual(valuesOf(usual[0], name))
  })

  it('copies no rare number', async () => {
    const [made] = await synthesised(file)
    const counts = new Map<number, number>()
    for (const value of valuesOf(file, 'income')) counts.set(value, (counts.get(value) ?? 0) + 1)
    const rare = valuesOf(made, 'income').filter((value) => (counts.get(value) ?? 5) < 5)
    expect(rare.length).toBe(0)
  })

  it('keeps a column that is a function of another', async () => {
    const copy = categorical(
      Array.from(valuesOf(file, 'job'), (one) => (one < 0 ? 'unknown' : one === 0 ? 'no' : 'yes')),
    )
    const [made] = await synthesised(
      dataset([...file.names.map((name) => [name, file.column(name)] as const), ['copy', copy]]),
    )
    const [jobs, copies] = [valuesOf(made, 'job'), made.column('copy') as typeof copy]
    const expected = ['unknown', 'no', 'yes']
    jobs.forEach((one, i) => expect(copies.levels[copies.codes[i]]).toBe(expected[one + 1]))
  })

  it('computes columns of equations and draws records again that break rules', async () => {
    const total = numeric(Float64Array.from(income, (value, i) => value + 100 * age[i]))
    const earned = numeric(income)
    const points = numeric(Float64Array.from(age, (value) => 100 * value))
    const data = dataset([
      ['sum', total],
      ['earned', earned],
      ['points', points],
      ['age', numeric(age)],
    ])
    const roles = { ...noRoles, rules: ['sum = earned + points', 'if age > 65 then earned = 0'] }
    const [made] = await synthesised(data, {}, roles)
    const [sum, work, own, years] = ['sum', 'earned', 'points', 'age'].map((name) => valuesOf(made, name))
    sum.forEach((value, i) => expect(value).toBe(work[i] + own[i]))
    expect([...years.keys()].filter((i) => years[i] > 65 && work[i] > 0)).toEqual([])
  })

  it('draws m files from their own streams, the first one the same for any m', async () => {
    const [one] = await synthesised(file, { sets: 1 })
    const three = await synthesised(file, { sets: 3 })
    expect(three.map((data) => valuesOf(data, 'income'))[0]).toEqual(valuesOf(one, 'income'))
    expect(valuesOf(three[1], 'income')).not.toEqual(valuesOf(three[2], 'income'))
  })

  it.each(['normal', 'normal-rank', 'sample', 'tree'] as const)('draws numbers by model %s', async (model) => {
    const [made] = await synthesised(file, { models: { income: model, age: model } })
    expect(made.rows).toBe(n)
  })

  it('draws ordered categories by model polr, also where earlier columns separate them', async () => {
    const draw = seededRng('grades')
    const x = Float64Array.from({ length: n }, () => draw.normal())
    const grade = categorical(
      Array.from(x, (value) => ['low', 'middle', 'high'][Math.floor(3 / (1 + Math.exp(-value - draw.normal())))]),
      ['none', 'low', 'middle', 'high'],
    )
    const band = categorical(
      Array.from(x, (value) => (value < 0 ? 'below' : 'above')),
      ['below', 'above'],
    )
    const data = dataset([
      ['x', numeric(x)],
      ['grade', grade],
      ['band', band],
    ])
    const models = { grade: 'polr', band: 'polr' } as const
    const order = ['x', 'grade', 'band']
    const { files, warnings } = await drawFiles(data, { models, order })
    const [made] = files
    expect(warnings).toEqual([expect.stringMatching('column "band": the columns before it separate')])
    const [before, after] = [data, made].map((one) => pearson(valuesOf(one, 'x'), valuesOf(one, 'grade')))
    // The standard error of a correlation of 2000 records is below .02.
    expect(Math.abs(before - after)).toBeLessThan(0.06)
    expect(valuesOf(made, 'grade')).not.toContain(0)
    await expect(synthesised(file, { models: { sex: 'polr' } })).rejects.toThrow('categories without an order')
  })

  it('replaces values of chosen records only', async () => {
    const where = 'income > 30000'
    const [made] = await synthesised(file, { kind: 'partial', where }, { ...noRoles, confidential: ['income'] })
    const [before, after] = [valuesOf(file, 'income'), valuesOf(made, 'income')]
    let changed = 0
    before.forEach((value, i) => {
      if (value > 30_000) changed += after[i] === value ? 0 : 1
      else expect(after[i]).toBe(value)
      // Their model is of these records: no value falls below.
      if (value > 30_000) expect(after[i]).toBeGreaterThan(30_000)
    })
    expect(changed).toBeGreaterThan(0.9 * before.filter((value) => value > 30_000).length)
    await expect(synthesised(file, { where })).rejects.toThrow('needs kind = partial')
    await expect(synthesised(file, { kind: 'partial', where: 'if age > 3 then income > 3' })).rejects.toThrow('"if"')
    await expect(synthesised(file, { kind: 'partial', where: 'income > 1e9' })).rejects.toThrow('0 records')
  })

  it('keeps the kinds of missing values and their relations', async () => {
    const draw = seededRng('kinds')
    const texts = ['refused', 'does not apply']
    const works = Array.from({ length: n }, () => draw.uniform() < 0.6)
    const kind = Int32Array.from(works, (one) => (one ? (draw.uniform() < 0.2 ? 0 : -1) : 1))
    const paid = Float64Array.from(kind, (one) => (one < 0 ? Math.round(2000 + 500 * draw.normal()) : Number.NaN))
    const data = dataset([
      ['work', categorical(works.map((one) => (one ? 'yes' : 'no')))],
      ['a income', { ...numeric(paid), missingKinds: { texts, of: kind } }],
      ['b tax', { ...numeric(paid.map((value) => value / 4)), missingKinds: { texts, of: kind } }],
    ])
    const [made] = await synthesised(data)
    const [work, income, tax] = ['work', 'a income', 'b tax'].map((name) => made.column(name))
    const kinds = income.missingKinds?.of ?? expect.fail('no kinds')
    expect(tax.missingKinds?.of).toEqual(kinds)
    valuesOf(made, 'a income').forEach((value, i) => expect(Number.isNaN(value)).toBe(kinds[i] >= 0))
    valuesOf(made, 'work').forEach((code, i) =>
      expect(work.kind === 'categorical' && work.levels[code] === 'no').toBe(kinds[i] === 1),
    )
    // 12 % of 2000 records: .03 is 4 standard errors.
    expect(Math.abs(share(kinds, (one) => one === 0) - share(kind, (one) => one === 0))).toBeLessThan(0.03)
  })

  it('refuses a model of the wrong kind, free text and a later predictor', async () => {
    await expect(synthesised(file, { models: { sex: 'normal' } })).rejects.toThrow(
      'model normal is not for column "sex"',
    )
    const text = categorical(Array.from({ length: n }, (_, i) => `remark ${i}`))
    await expect(
      synthesised(
        dataset([
          ['sex', file.column('sex')],
          ['text', text],
          ['note', text],
        ]),
      ),
    ).rejects.toThrow(`text (${n} of ${n}), note (${n} of ${n})`)
    await expect(synthesised(file, { predictors: { sex: ['age'] } })).rejects.toThrow('is not drawn before it')
  })
})
