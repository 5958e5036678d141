import {
  categorical,
  dataset,
  measureInput,
  numeric,
  resolveParams,
  seededRng,
  takeRows,
  withColumns,
  type Column,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { median } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { regressionOfR, roundedTo } from '../testing/regressions.fixture.js'
import { tableColumn } from '../testing/run.fixture.js'
import { confidenceOverlapMetric, intervalOverlap } from './confidence-overlap.js'
import { measureByPlan } from '@sdc/toolkit'

const census = censusColumns()
const of = (name: string): Float64Array => census.get(name) ?? expect.fail(name)
const high = Array.from(of('INTVAL'), (value) => (value > median(of('INTVAL')) ? 'yes' : 'no'))
const original = dataset([
  ['AGI', numeric(of('AGI'))],
  ['FEDTAX', numeric(of('FEDTAX'))],
  ['INTVAL', numeric(of('INTVAL'))],
  ['high', categorical(high, ['no', 'yes'])],
  ['area', categorical(high.map((_, i) => 'nesw'[(i * i) % 7 > 3 ? 0 : i % 4]))],
])
const masked = withColumns(
  original,
  new Map<string, Column>([
    ['AGI', numeric(roundedTo(of('AGI'), 20000))],
    ['FEDTAX', numeric(roundedTo(of('FEDTAX'), 2000))],
    ['INTVAL', numeric(roundedTo(of('INTVAL'), 500))],
  ]),
)

function measure(x: Dataset, y: Dataset, formula: string): Measurement {
  const params = resolveParams(confidenceOverlapMetric.params, { formula })
  return measureByPlan(confidenceOverlapMetric, measureInput(x, y, { params })) as Measurement
}
const file = (columns: Readonly<Record<string, Column>>): Dataset => dataset(Object.entries(columns))
const rng = seededRng(5)
const normal = (n: number): Float64Array => Float64Array.from({ length: n }, () => rng.normal())

describe('loss/confidence-overlap', () => {
  it('overlap of two intervals, by hand', () => {
    expect(intervalOverlap([0, 2], [0, 2])).toBe(1)
    expect(intervalOverlap([0, 2], [1, 3])).toBe(0.5)
    // Half of the wide one, all of the narrow one.
    expect(intervalOverlap([0, 4], [1, 3])).toBe(0.75)
    expect(intervalOverlap([0, 2], [2, 5])).toBe(0)
    expect(intervalOverlap([0, 2], [3, 5])).toBe(-0.5)
  })

  it('has the intervals and overlaps of R for a number, by least squares', () => {
    const found = measure(original, masked, 'AGI ~ FEDTAX + INTVAL')
    const r = regressionOfR('overlap_lm')
    for (const [column, name] of [
      ['low', 'low'],
      ['high', 'high'],
      ['masked low', 'maskedLow'],
      ['masked high', 'maskedHigh'],
    ])
      tableColumn(found, 'coefficients', column).forEach((value, j) => expect(value / r[name][j]).toBeCloseTo(1, 9))
    tableColumn(found, 'coefficients', 'overlap').forEach((value, j) => expect(value).toBeCloseTo(r.overlap[j], 9))
    expect(found.value).toBeCloseTo(100 * (1 - (r.overlap[0] + r.overlap[1] + r.overlap[2]) / 3), 7)
    expect(found.columns?.get('INTVAL')).toBeCloseTo(100 * (1 - r.overlap[2]), 7)
    expect(found.used).toBe(1080)
  })

  it('has the overlaps of R for two categories, by logistic regression', () => {
    const found = measure(original, masked, 'high ~ AGI + FEDTAX')
    const { overlap } = regressionOfR('overlap_glm')
    tableColumn(found, 'coefficients', 'overlap').forEach((value, j) => expect(value).toBeCloseTo(overlap[j], 7))
  })

  it.each(['AGI ~ FEDTAX + area', 'high ~ FEDTAX + area', 'FEDTAX ~ high'])(
    'is 0 for an unmasked file, in any order of its records: %s',
    (formula) => {
      expect(measure(original, original, formula).value).toBeCloseTo(0, 10)
      const turned = takeRows(
        original,
        Int32Array.from({ length: 1080 }, (_, i) => 1079 - i),
      )
      expect(measure(original, turned, formula).value).toBeCloseTo(0, 6)
    },
  )

  it('another unit has no effect, another zero affects the constant only', () => {
    const change = (data: Dataset, to: (v: number) => number): Dataset => {
      const { values } = data.column('FEDTAX') as { values: Float64Array }
      return withColumns(data, new Map([['FEDTAX', numeric(values.map(to))]]))
    }
    for (const formula of ['AGI ~ FEDTAX + INTVAL', 'FEDTAX ~ AGI', 'high ~ AGI + FEDTAX']) {
      const plain = tableColumn(measure(original, masked, formula), 'coefficients', 'overlap')
      for (const unit of [1e-9, 2 ** 600, -3]) {
        const scaled = measure(
          change(original, (v) => unit * v),
          change(masked, (v) => unit * v),
          formula,
        )
        tableColumn(scaled, 'coefficients', 'overlap').forEach((value, j) => expect(value).toBeCloseTo(plain[j], 6))
      }
      const moved = measure(
        change(original, (v) => v + 1e5),
        change(masked, (v) => v + 1e5),
        formula,
      )
      tableColumn(moved, 'coefficients', 'overlap')
        .slice(1)
        .forEach((value, j) => expect(value).toBeCloseTo(plain[j + 1], 6))
    }
  })

  it('names of categories have no effect', () => {
    const renamed = (data: Dataset): Dataset => {
      const { codes, levels } = data.column('area') as { codes: Int32Array; levels: readonly string[] }
      const other: Column = { kind: 'categorical', codes, ordered: false, levels: levels.map((one) => `z${one}`) }
      return withColumns(data, new Map([['area', other]]))
    }
    const formula = 'AGI ~ area + INTVAL'
    expect(measure(renamed(original), renamed(masked), formula).value).toBe(measure(original, masked, formula).value)
    expect(measure(original, masked, formula).value).toBeGreaterThan(1)
  })

  it('a category that the original lacks is excluded from the model, and not part of its reference', () => {
    const n = 200
    const area = categorical(Array.from({ length: n }, (_, i) => 'ns'[i % 2]))
    const y = normal(n)
    const x = file({ y: numeric(y), area })
    // Ten more records, far off, with a category of their own: the coefficients of the others hardly change.
    const more = file({
      y: numeric([...y, ...normal(10).map((v) => v + 2)]),
      area: categorical([...Array.from({ length: n }, (_, i) => 'ns'[i % 2]), ...Array<string>(10).fill('new')]),
    })
    const found = measure(x, more, 'y ~ area')
    expect(tableColumn(found, 'coefficients', 'masked')[1]).toBeCloseTo(
      tableColumn(found, 'coefficients', 'original')[1],
      10,
    )
    expect(found.value).toBeLessThan(5)
  })

  it('says when no column of the model is measured', () => {
    const params = resolveParams(confidenceOverlapMetric.params, { formula: 'AGI ~ FEDTAX' })
    const found = measureByPlan(
      confidenceOverlapMetric,
      measureInput(original, masked, { params, columns: ['INTVAL'] }),
    )
    expect((found as Measurement).warnings?.[0]).toContain('has no measured column')
  })

  const n = 60
  const a = normal(n)
  const b = normal(n)
  const two = categorical(Array.from(a, (value) => (value > 0 ? 'p' : 'q')))
  const constant = numeric(a.map(() => 2))
  it.each<readonly [string, string, Dataset, Dataset, string]>([
    ['no formula', '', original, masked, 'no regression is named'],
    [
      'a perfect fit',
      'y ~ a',
      file({ y: numeric(a.map((v) => 3 * v + 1)), a: numeric(a) }),
      file({ y: numeric(b), a: numeric(a) }),
      'fits the original perfectly',
    ],
    [
      'a perfect fit of the masked file',
      'y ~ a',
      file({ y: numeric(b), a: numeric(a) }),
      file({ y: numeric(a), a: numeric(a) }),
      'fits the masked file perfectly',
    ],
    [
      'a separated fit',
      'two ~ a',
      file({ two, a: numeric(a) }),
      file({ two, a: numeric(b) }),
      'in all or some records of the original (separation)',
    ],
    [
      'a separated fit of the masked file',
      'two ~ a',
      file({ two, a: numeric(b) }),
      file({ two, a: numeric(a) }),
      'records of the masked file (separation)',
    ],
    [
      'columns that depend on each other',
      'y ~ a + c',
      file({ y: numeric(b), a: numeric(a), c: numeric(a.map((v) => 1 - 2 * v)) }),
      file({ y: numeric(b), a: numeric(a), c: numeric(a) }),
      '"c" is constant there, or a linear combination',
    ],
    [
      'the same of a logistic fit',
      'two ~ b + c',
      file({ two, b: numeric(b), c: numeric(b) }),
      file({ two, b: numeric(b), c: numeric(a) }),
      '"c" is constant there',
    ],
    [
      'a constant',
      'y ~ k',
      file({ y: numeric(b), k: constant }),
      file({ y: numeric(b), k: constant }),
      '"k" is constant',
    ],
    [
      'a constant response',
      'k ~ a',
      file({ k: constant, a: numeric(a) }),
      file({ k: constant, a: numeric(a) }),
      'perfectly',
    ],
    [
      'too few records',
      'y ~ a',
      file({ y: numeric([1, 2, 4]), a: numeric([1, 2, Number.NaN]) }),
      file({ y: numeric([1, 2, 4]), a: numeric([1, 2, 3]) }),
      'the original has 2 complete records, too few to estimate 2 coefficients',
    ],
    [
      'all missing',
      'y ~ a',
      file({ y: numeric([Number.NaN, Number.NaN]), a: numeric([1, 2]) }),
      file({ y: numeric([1, 2]), a: numeric([1, 2]) }),
      'no record of the original has all columns',
    ],
    [
      'a category that masking took away',
      'y ~ two',
      file({ y: numeric(b), two }),
      file({ y: numeric(b), two: categorical(Array<string>(n).fill('q')) }),
      'the masked file has no complete record with two = p',
    ],
    [
      'numbers that became categories',
      'y ~ a',
      file({ y: numeric(b), a: numeric(a) }),
      file({ y: numeric(b), a: two }),
      '"a" has numbers in the original and categories in the masked file',
    ],
    [
      'categories without end',
      'y ~ id',
      file({ y: numeric(b), id: categorical(Array.from(b, String)) }),
      file({ y: numeric(b), id: categorical(Array.from(b, String)) }),
      'too few to estimate 60 coefficients',
    ],
  ])('%s: null with the reason', (_, formula, x, y, reason) => {
    const found = measure(x, y, formula)
    expect(found.value).toBeNull()
    expect(found.reason).toContain(reason)
  })

  it('a key with many categories: null with the reason', () => {
    const id = categorical(Array.from({ length: 5000 }, (_, i) => `${i}`))
    const x = file({ y: numeric(normal(5000)), id })
    expect(measure(x, x, 'y ~ id').reason).toContain('the model has 5000 coefficients')
  })

  it('refuses a response with three categories, and a column that one file lacks', () => {
    expect(() => measure(original, masked, 'area ~ AGI')).toThrow(/"area" has 4 categories/)
    const without = withColumns(masked, new Map([['FEDTAX', null]]))
    expect(() => measure(original, without, 'AGI ~ FEDTAX')).toThrow(/the masked file lacks column "FEDTAX"/)
    expect(() => measure(original, masked, 'AGI ~ FEDTAXX')).toThrow(/there is no column "FEDTAXX"/)
  })

  it('leaves out infinite values; −0 is 0', () => {
    const y = normal(50)
    const x = normal(50)
    const plain = file({ y: numeric(y), x: numeric(x) })
    const more = file({ y: numeric([...y, Infinity, 1]), x: numeric([...x, 1, -Infinity]) })
    const found = measure(plain, more, 'y ~ x')
    expect(found.value).toBeCloseTo(0, 10)
    expect(found.used).toBe(50)
  })
})
