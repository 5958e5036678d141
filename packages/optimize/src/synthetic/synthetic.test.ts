import {
  dataset,
  isSdcError,
  maskInput,
  numeric,
  resolveParams,
  seededRng,
  type Dataset,
  type MaskResult,
} from '@sdc/core'
import { pearson, standardDeviation } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { randomColumn } from './random-start.js'
import { syntheticMethod } from './synthetic.js'
import { maskByPlan } from '@sdc/toolkit'

/** Returns three related columns, the last one skewed. */
function file(n: number): Dataset {
  const rng = seededRng('synthetic')
  const a = new Float64Array(n).map(() => 100 + 20 * rng.normal())
  const b = a.map((value) => 0.5 * value + 8 * rng.normal())
  const c = a.map((value) => ((value - 40) * (value - 40)) / 50 + rng.normal())
  return dataset([
    ['a', numeric(a)],
    ['b', numeric(b)],
    ['c', numeric(c)],
  ])
}

function make(data: Dataset, given: Readonly<Record<string, unknown>> = {}): MaskResult {
  const result = maskByPlan(syntheticMethod, maskInput(data, { params: resolveParams(syntheticMethod.params, given) }))
  if (result instanceof Promise) throw new Error('it is not asynchronous')
  return result
}

const columnsOf = ({ files }: MaskResult): Float64Array[] =>
  [...files[0].columns.values()].map((column) =>
    column?.kind === 'numeric' ? column.values : expect.unreachable('a column that is not numeric'),
  )

describe('optimize/synthetic', () => {
  it.each(['bootstrap', 'normal'])('restores moments from a %s start, for records without an origin', (start) => {
    const data = file(300)
    const result = make(data, { start })
    expect(result.report?.get('reached')).toBe(1)
    expect(result.files[0].origin).toEqual(new Int32Array(300).fill(-1))
    const [x, z] = [columnsOf({ files: [{ columns: new Map(data.names.map((name) => [name, data.column(name)])) }] }), columnsOf(result)] // oxfmt-ignore
    // E is a hundredth of that of a start without any relation: each moment differs by less than √E.
    const off = Math.sqrt((result.report?.get('E') as number) ?? Infinity)
    expect(off).toBeLessThan(0.3)
    expect(Math.abs(pearson(z[0], z[1]) - pearson(x[0], x[1]))).toBeLessThan(2 * off)
    expect(Math.abs(standardDeviation(z[2]) / standardDeviation(x[2]) - 1)).toBeLessThan(2 * off)
  })

  it('makes the requested number of records', () => {
    const count = (percentOfRecords: number): number =>
      columnsOf(make(file(40), { percentOfRecords, maxSteps: 50 }))[0].length
    expect([count(150), count(50), count(0.1)]).toEqual([60, 20, 1])
  })

  it('warns of a missed target', () => {
    const { warnings, report } = make(file(60), { maxSteps: 20 })
    expect(report?.get('reached')).toBe(0)
    expect(warnings?.[0]).toMatch(/TARGET WAS MISSED/)
  })

  it('draws from the present values', () => {
    const data = file(60)
    const holed = dataset(
      data.names.map((name, j) => {
        const column = data.column(name)
        if (column.kind !== 'numeric') throw new Error('a column that is not numeric')
        return [name, numeric(column.values.map((value, i) => (i % 3 === j ? Number.NaN : value)))] as const
      }),
    )
    // No record has all three values: there is no covariance to aim at.
    expect(() => make(holed)).toThrow(/0 original records have a value in every column/)
    const two = dataset(holed.names.slice(0, 2).map((name) => [name, holed.column(name)] as const))
    const result = make(two, { maxSteps: 500 })
    expect(columnsOf(result).every((column) => column.every(Number.isFinite))).toBe(true)
    expect(result.warnings?.join('\n')).toMatch(/the 20 records without a missing value; 40 have one/)
  })

  it('refuses a column without a value, and one record', () => {
    const code = (data: Dataset): string => {
      try {
        make(data)
      } catch (error) {
        return isSdcError(error) ? error.code : String(error)
      }
      return 'no error'
    }
    expect(code(dataset([['a', numeric(Float64Array.of(Number.NaN, Number.NaN))]]))).toBe('ALL_MISSING')
    expect(code(file(1))).toBe('TOO_FEW_RECORDS')
  })
})

describe('randomColumn', () => {
  const x = Float64Array.of(2, 4, Number.NaN, 6)

  it('bootstrap: values of the column, each equally often', () => {
    const drawn = randomColumn(x, 30_000, 'bootstrap', null, seededRng(1))
    const share = (value: number): number => drawn.filter((one) => one === value).length / drawn.length
    // Four standard errors of a third.
    for (const value of [2, 4, 6]) expect(Math.abs(share(value) - 1 / 3)).toBeLessThan(4 * 0.0028)
  })

  it('normal: its mean and spread, on its step; a constant stays constant', () => {
    const drawn = randomColumn(x, 30_000, 'normal', { whole: 1, scale: 2 }, seededRng(1))
    expect(drawn.every((value) => Number.isInteger(2 * value))).toBe(true)
    expect(Math.abs(standardDeviation(drawn) - 2)).toBeLessThan(0.05)
    expect(randomColumn(Float64Array.of(5, 5), 3, 'normal', null, seededRng(1))).toEqual(Float64Array.of(5, 5, 5))
  })
})
