import {
  dataset,
  isSdcError,
  methodProblems,
  numeric,
  pluginProblems,
  resolveParams,
  seededRng,
  type Dataset,
  type MaskResult,
  type SdcError,
  maskInput,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import plugin, { reverseMap, rankMethod } from './index.js'
import { paperTable1, paperTable2 } from './paper-tables.fixture.js'
import { maskByPlan } from '@sdc/toolkit'

interface Given {
  readonly original: Dataset
  readonly data: Dataset
  readonly origin?: Int32Array
  readonly columns?: readonly string[]
  readonly params?: Readonly<Record<string, unknown>>
  readonly seed?: number
}

function apply({ original, data, origin, columns = data.names, params = {}, seed = 1 }: Given): MaskResult {
  const result = maskByPlan(
    rankMethod,
    maskInput(data, {
      original,
      origin: origin ?? Int32Array.from({ length: data.rows }, (_, i) => i),
      columns,
      params: resolveParams(rankMethod.params, params),
      rng: seededRng(seed),
    }),
  )
  if (result instanceof Promise) throw new Error('reverse mapping is not asynchronous')
  return result
}

function columnOf(result: MaskResult, name: string): number[] {
  const column = result.files[0].columns.get(name)
  if (column?.kind !== 'numeric') throw new Error(`no numeric column ${name}`)
  return [...column.values]
}

function errorOf(run: () => unknown): SdcError {
  try {
    run()
  } catch (error) {
    if (isSdcError(error)) return error
    throw error
  }
  throw new Error('no error')
}

const one = (values: readonly number[]): Dataset => dataset([['v', numeric(values)]])

describe('reverse-map/rank', () => {
  it('has the form of a method and of a plugin', () => {
    expect(methodProblems(rankMethod)).toEqual([])
    expect(pluginProblems(plugin)).toEqual([])
  })

  it('maps every column separately', () => {
    const original = dataset([
      ['a', numeric(paperTable1.x)],
      ['b', numeric(paperTable1.x)],
    ])
    const data = dataset([
      ['a', numeric(paperTable1.y)],
      ['b', numeric(paperTable2.addY)],
    ])
    const result = apply({ original, data })
    expect(columnOf(result, 'a')).toEqual(paperTable1.z)
    expect(columnOf(result, 'b')).toEqual(paperTable2.addZ)
    expect(result.files).toHaveLength(1)
    expect(result.warnings).toEqual([])
  })

  it('uses the original of a record by its origin', () => {
    const result = apply({ original: one([10, 20, 30, 40, 50]), data: one([5, 4, 9]), origin: Int32Array.of(4, 1, 1) })
    expect(columnOf(result, 'v')).toEqual([20, 20, 50])
  })

  it('breaks the ties of a column by its own name, independently of other columns', () => {
    const ties = Array.from({ length: 12 }, () => 0)
    const values = ties.map((_, i) => i)
    const alone = { original: one(values), data: one(ties) }
    const more = {
      original: dataset([
        ['u', numeric(values)],
        ['v', numeric(values)],
      ]),
      data: dataset([
        ['u', numeric(ties)],
        ['v', numeric(ties)],
      ]),
    }
    expect(columnOf(apply(more), 'v')).toEqual(columnOf(apply(alone), 'v'))
    expect(columnOf(apply(more), 'v')).not.toEqual(columnOf(apply(more), 'u'))
    expect(columnOf(apply({ ...alone, seed: 2 }), 'v')).not.toEqual(columnOf(apply(alone), 'v'))
    expect(columnOf(apply({ ...alone, params: { ties: 'first' } }), 'v')).toEqual(values)
    const drawn = reverseMap(Float64Array.from(values), Float64Array.from(ties), { rng: seededRng(1).child('v') })
    expect(columnOf(apply(alone), 'v')).toEqual([...drawn])
  })

  it('leaves missing values missing, and reports their number', () => {
    const result = apply({ original: one([1, Number.NaN, 3, 4]), data: one([9, 8, Number.NaN, 7]) })
    expect(columnOf(result, 'v')).toEqual([4, Number.NaN, Number.NaN, 1])
    expect(result.warnings).toHaveLength(1)
    expect(result.warnings?.[0]).toMatch(
      /^v: 2 of 4 records are missing .*; 1 of them had a masked value but no original one$/,
    )
  })

  it('refuses records without an original, by number', () => {
    const error = errorOf(() => apply({ original: one([1, 2]), data: one([3, 4]), origin: Int32Array.of(0, -1) }))
    expect(error.code).toBe('LENGTH_MISMATCH')
    expect(error.place).toEqual({ method: 'reverse-map/rank', row: 2 })
    expect(error.message).toContain('record 2')
    expect(error.fix).not.toBe('')
  })

  it('refuses infinite values, naming the column and the record', () => {
    const error = errorOf(() => apply({ original: one([1, 2]), data: one([3, Infinity]) }))
    expect(error.code).toBe('NOT_NUMERIC')
    expect(error.place).toEqual({ method: 'reverse-map/rank', column: 'v', row: 2 })
  })

  it('refuses a column that the original does not have', () => {
    expect(errorOf(() => apply({ original: dataset([['w', numeric([1])]]), data: one([1]) })).code).toBe(
      'UNKNOWN_COLUMN',
    )
  })
})
