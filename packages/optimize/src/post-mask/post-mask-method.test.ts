import {
  dataset,
  isSdcError,
  maskInput,
  methodProblems,
  numeric,
  numericValues,
  pluginProblems,
  resolveParams,
  SdcError,
  seededRng,
  takeRows,
  type Column,
  type Dataset,
  type MaskInput,
  type MaskResult,
  type Measurement,
  type Ref,
} from '@sdc/core'
import { mean } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import plugin from '../index.js'
import { postMaskMethod, type PostMaskParams } from './post-mask-method.js'
import { maskByPlan } from '@sdc/toolkit'

/** Returns n records of two related columns, and the same with noise. */
function files(n: number): { readonly original: Dataset; readonly data: Dataset } {
  const rng = seededRng('method')
  const a = new Float64Array(n).map(() => Math.round(1000 + 200 * rng.normal()))
  const b = a.map((value) => Math.round(value / 10 + 15 * rng.normal()))
  const noisy = (column: Float64Array, sd: number): Float64Array =>
    column.map((value) => value + Math.round(sd * rng.normal()))
  return {
    original: dataset([
      ['a', numeric(a)],
      ['b', numeric(b)],
    ]),
    data: dataset([
      ['a', numeric(noisy(a, 120))],
      ['b', numeric(noisy(b, 12))],
    ]),
  }
}

/** Replaces the engine: a measure that is the mean of a column, and has only truth nearest. */
async function stub(ref: Ref, columns: ReadonlyMap<string, Column>): Promise<Measurement> {
  if (ref.params.truth === 'identity') throw new SdcError('BAD_PARAMETER', 'this score has no such truth')
  const column = columns.get('a')
  return { value: column?.kind === 'numeric' ? mean(column.values) : null, used: 1 }
}

async function apply(
  { original, data }: { readonly original: Dataset; readonly data: Dataset },
  given: Readonly<Record<string, unknown>> = {},
  rest: Partial<MaskInput<PostMaskParams>> = {},
): Promise<MaskResult> {
  const { params: _, ...others } = rest
  return await maskByPlan(
    postMaskMethod,
    maskInput(data, { original, measure: stub, params: resolveParams(postMaskMethod.params, given), ...others }),
  )
}

const values = ({ files: [file] }: MaskResult, name: string): Float64Array => {
  const column = file.columns.get(name)
  if (column?.kind !== 'numeric') throw new Error(`no numeric column ${name}`)
  return column.values
}

const errorCode = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run()
  } catch (error) {
    return isSdcError(error) ? error.code : String(error)
  }
  return 'no error'
}

describe('optimize/post-mask', () => {
  it('has the form of a method and of a plugin', () => {
    expect(methodProblems(postMaskMethod)).toEqual([])
    expect(pluginProblems(plugin)).toEqual([])
  })

  it('reports E, IL1, steps and both truths, and gives no warning on success', async () => {
    const result = await apply(files(300), { lossShare: 0.8 })
    const report = result.report as ReadonlyMap<string, number>
    expect(report.get('reached')).toBe(1)
    expect(report.get('E')).toBeLessThan((report.get('E at the start') ?? 0) / 10)
    expect((report.get('IL1') ?? 0) / (report.get('IL1 at the start') ?? 1)).toBeCloseTo(0.8, 1)
    expect(report.get('steps')).toBeGreaterThan(report.get('accepted') ?? Infinity)
    expect(report.get('records that may change')).toBe(150)
    expect(report.get('records with another nearest record')).toBeGreaterThan(0)
    expect(report.get('score/sebe by nearest')).toBe(mean(values(result, 'a')))
    expect(report.has('score/sebe by identity')).toBe(false)
    const warnings = result.warnings?.join('\n') ?? ''
    expect(warnings).not.toMatch(/MISSED/)
    expect(warnings).toMatch(/by identity \(the record's own\) no value \(this score has no such truth\)/)
  })

  it('warns of a missed target, for any reason', async () => {
    const missed = async (given: Readonly<Record<string, unknown>>): Promise<string> => {
      const { report, warnings } = await apply(files(100), given)
      expect(report?.get('reached')).toBe(0)
      return warnings?.[0] ?? ''
    }
    expect(await missed({ maxSteps: 10 })).toMatch(/TARGET WAS MISSED: E fell from .* steps were used up \(10 steps/)
    expect(await missed({ target: 1e-300, recordShare: 0.001 })).toMatch(
      /stopped improving after .* in 1 record that may/,
    )
  })

  it('says if nothing had to be done', async () => {
    const { warnings, report } = await apply(files(50), { lossShare: 1, target: 1000 })
    expect(warnings?.[0]).toMatch(/nothing was changed/)
    expect(report?.get('steps')).toBe(0)
  })

  it('needs no link: accepts unknown origins, and files of other lengths', async () => {
    const { original, data } = files(120)
    const unknown = new Int32Array(120).fill(-1)
    const linked = await apply({ original, data }, { maxSteps: 2000 })
    const result = await apply({ original, data }, { maxSteps: 2000 }, { origin: unknown })
    expect(values(result, 'a')).toEqual(values(linked, 'a'))
    expect(result.warnings?.join('\n')).toMatch(
      /by identity \(the record's own\) no value \(no record's own is known\)/,
    )
    const some = takeRows(
      data,
      Int32Array.from({ length: 40 }, (_, i) => 3 * i),
    )
    const fewer = await apply({ original, data: some }, { maxSteps: 2000 }, { origin: unknown.slice(0, 40) })
    expect(values(fewer, 'b')).toHaveLength(40)
    expect(fewer.report?.get('accepted')).toBeGreaterThan(0)
  })

  it('uses its own records in a group, whose origins it must know', async () => {
    const { original, data } = files(90)
    const origin = Int32Array.from({ length: 30 }, (_, i) => 3 * i)
    const group = { original, data: takeRows(data, origin) }
    const own = { original: takeRows(original, origin), data: takeRows(data, origin) }
    const result = await apply(group, { maxSteps: 2000 }, { whole: data, origin })
    expect(values(result, 'a')).toEqual(values(await apply(own, { maxSteps: 2000 }), 'a'))
    origin[7] = -1
    expect(await errorCode(() => apply(group, {}, { whole: data, origin }))).toBe('LENGTH_MISMATCH')
  })

  it('keeps missing values with their records, with a message', async () => {
    const { original, data } = files(80)
    const a = numericValues(data, 'a').slice()
    for (let i = 0; i < 40; i++) a[2 * i] = Number.NaN
    const holed = dataset([
      ['a', numeric(a)],
      ['b', data.column('b')],
    ])
    const result = await apply({ original, data: holed }, { maxSteps: 3000 })
    expect(values(result, 'a').every((value, i) => (value !== value) === (i % 2 === 0))).toBe(true)
    const b = numericValues(data, 'b')
    expect(values(result, 'b').every((value, i) => i % 2 === 1 || value === b[i])).toBe(true)
    expect(result.warnings?.join('\n')).toMatch(/40 masked records with a missing value are left unchanged/)
  })

  it('gives values on the step of the masked column, so that new ones are not disclosed', async () => {
    const result = await apply(files(100), { maxSteps: 4000 })
    expect(result.report?.get('values that changed')).toBeGreaterThan(20)
    expect(values(result, 'a').every(Number.isInteger)).toBe(true)
  })

  it('counts impossible values', async () => {
    const { original, data } = files(200)
    const zero = (file: Dataset): Dataset =>
      dataset(file.names.map((name) => [name, numeric(numericValues(file, name).map((v) => Math.max(0, v - 900)))]))
    const result = await apply({ original: zero(original), data: zero(data) }, { recordShare: 1, step: 2 })
    const negative = values(result, 'a').filter((value) => value < 0).length
    expect(negative).toBeGreaterThan(0)
    expect(result.warnings?.join('\n')).toMatch(/of them negative in columns that have no negative value/)
    expect(result.report?.get('values beyond the range of the original')).toBeGreaterThanOrEqual(negative)
  })

  it('leaves the scores of a large file to a later measurement', async () => {
    const { original, data } = files(10_001)
    const { warnings, report } = await apply({ original, data }, { maxSteps: 100 })
    expect(warnings?.join('\n')).toMatch(/score\/sebe was not measured of 10001 records/)
    expect(report?.has('score/sebe by nearest')).toBe(false)
  })

  it('refuses columns without moments, and too many moments', async () => {
    const { original, data } = files(1)
    expect(await errorCode(() => apply({ original, data }))).toBe('TOO_FEW_RECORDS')
    const wide = dataset(Array.from({ length: 40 }, (_, j) => [`c${j}`, numeric(Float64Array.of(j, 1, 2 * j))]))
    expect(await errorCode(() => apply({ original: wide, data: wide }, { order: 3 }))).toBe('BAD_PARAMETER')
  })
})
