import {
  categorical,
  dataset,
  maskInput,
  methodProblems,
  numeric,
  resolveParams,
  seededRng,
  type CategoricalColumn,
  type Column,
  type MaskResult,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import plugin from './index.js'
import { pramMatrix } from './pram-matrix.js'
import { pramMethod } from './pram.js'
import { maskByPlan } from '@sdc/toolkit'

async function run(
  columns: Readonly<Record<string, Column>>,
  params: Readonly<Record<string, unknown>> = {},
  seed: number | string = 1,
): Promise<MaskResult> {
  const data = dataset(Object.entries(columns))
  return maskByPlan(
    pramMethod,
    maskInput(data, { params: resolveParams(pramMethod.params, params), rng: seededRng(seed) }),
  )
}

function masked({ files }: MaskResult, name: string): CategoricalColumn {
  const column = files[0].columns.get(name)
  if (column?.kind !== 'categorical') throw new Error(`no categories ${name}`)
  return column
}

const counts = ({ codes, levels }: CategoricalColumn): number[] =>
  levels.map((_, level) => codes.reduce((count, code) => count + (code === level ? 1 : 0), 0))

/** |z| beyond it: a false alarm once in 1e7. */
const zBound = 5.33

const n = 20_000
const levels = ['none', 'school', 'college', 'never']
// 60 %, 30 %, 10 %, and a category that occurs nowhere.
const file = categorical(
  Array.from({ length: n }, (_, i) => levels[i % 10 < 6 ? 0 : i % 10 < 9 ? 1 : 2]),
  levels,
)

describe('categorical/pram', () => {
  it('has the form of a method', () => {
    expect(methodProblems(pramMethod)).toEqual([])
    expect(plugin.methods).toEqual([pramMethod])
  })

  it.each([{}, { stay: 0.5, alpha: 0.4 }, { invariant: false }, { stay: 0 }])(
    'changes each category with the probabilities of its matrix: %o',
    async (params) => {
      const result = await run({ a: file }, params)
      const before = counts(file)
      const matrix = pramMatrix(Float64Array.from(before), resolveParams(pramMethod.params, params))
      const { codes } = masked(result, 'a')
      levels.forEach((_, k) =>
        levels.forEach((_, l) => {
          const p = matrix[k][l]
          const found = codes.reduce((count, code, i) => count + (file.codes[i] === k && code === l ? 1 : 0), 0)
          if (p === 0 || before[k] === 0) expect(found).toBe(0)
          else if (p < 1)
            expect(Math.abs(found - p * before[k]) / Math.sqrt(before[k] * p * (1 - p))).toBeLessThan(zBound)
        }),
      )
      expect(result.report?.get('changed values of a')).toBe(
        codes.reduce((count, code, i) => count + (code === file.codes[i] ? 0 : 1), 0),
      )
    },
  )

  it('keeps the expected frequency of every category if it is invariant, and only then', async () => {
    const t = counts(file)
    for (const [params, keeps] of [
      [{}, true],
      [{ alpha: 0.3 }, true],
      [{ invariant: false }, false],
    ] as const) {
      const after = counts(masked(await run({ a: file }, params), 'a'))
      const matrix = pramMatrix(Float64Array.from(t), resolveParams(pramMethod.params, params))
      const z = levels.slice(0, 3).map((_, l) => {
        const variance = t.reduce((sum, count, k) => sum + count * matrix[k][l] * (1 - matrix[k][l]), 0)
        return Math.abs(after[l] - t[l]) / Math.sqrt(variance)
      })
      // Without the second stage rare categories grow: the third by 6 % of the file, 20 standard deviations.
      if (keeps) expect(Math.max(...z)).toBeLessThan(zBound)
      else expect(Math.max(...z)).toBeGreaterThan(15)
    }
  })

  it('publishes the matrix of each column, levels named, and reports the same', async () => {
    const result = await run({ a: file, from: categorical(['from', 'to', 'from', ...Array(n - 3).fill('to')]) })
    const table = result.publish?.get('transition matrix of a')
    if (table === undefined || typeof table === 'number') throw new Error('no table')
    expect(table.names).toEqual(['from', ...levels.map((level) => `to ${level}`)])
    expect(table.column('from')).toEqual(categorical(levels, levels))
    const matrix = pramMatrix(Float64Array.from(counts(file)), resolveParams(pramMethod.params, {}))
    levels.forEach((level, l) => expect(table.column(`to ${level}`)).toEqual(numeric(matrix.map((row) => row[l]))))
    expect(result.report?.get('transition matrix of a')).toBe(table)
    expect([...(result.publish?.keys() ?? [])]).toEqual(['transition matrix of a', 'transition matrix of from'])
  })

  it('leaves missing values missing, keeps levels and order, and draws each column separately', async () => {
    const holes = { ...file, codes: file.codes.map((code, i) => (i % 7 === 0 ? -1 : code)) }
    const result = await run({ a: holes, b: file })
    const a = masked(result, 'a')
    a.codes.forEach((code, i) => expect(code < 0).toBe(i % 7 === 0))
    expect(a.levels).toEqual(levels)
    expect(a.ordered).toBe(true)
    expect(result.warnings).toEqual([`column "a": ${Math.ceil(n / 7)} missing values stay missing`])
    expect(masked(await run({ b: file }), 'b').codes).toEqual(masked(result, 'b').codes)
    expect(masked(result, 'b').codes).not.toEqual(masked(await run({ c: file }), 'c').codes)
    // One random number a record, whatever is missing: the draws of the others do not change.
    const whole = masked(await run({ a: file }, { invariant: false }), 'a').codes
    const cut = masked(await run({ a: holes }, { invariant: false }), 'a').codes
    expect(cut.filter((code, i) => code >= 0 && code !== whole[i])).toHaveLength(0)
  })

  it('accepts a column without values, one category, and no record', async () => {
    expect(masked(await run({ a: categorical([null, null], ['x']) }), 'a').codes).toEqual(Int32Array.of(-1, -1))
    expect(masked(await run({ a: categorical(['x', 'x']) }, { stay: 0 }), 'a').codes).toEqual(Int32Array.of(0, 0))
    expect(masked(await run({ a: categorical([], ['x', 'y']) }), 'a').codes).toHaveLength(0)
  })

  it('refuses numbers, and more categories than a matrix should have', async () => {
    await expect(run({ a: numeric([1, 2]) })).rejects.toMatchObject({ code: 'NOT_CATEGORICAL' })
    const many = categorical(Array.from({ length: 1001 }, (_, i) => `v${i}`))
    await expect(run({ a: many })).rejects.toMatchObject({ code: 'BAD_PLAN', place: { column: 'a' } })
  })
})
