import { categorical, dataset, numeric, type Column, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import type { BoundStep } from '../bind/bind.js'
import { codesAsNumbers, codesWarning, judgeCodes, unsettledNumbers } from './codes-as-numbers.js'

const rows = 60
const sexes = Float64Array.from({ length: rows }, (_, i) => 1 + (i % 2))
const children = Float64Array.from({ length: rows }, (_, i) => [0, 0, 0, 0, 0, 1, 1, 1, 2, 2][i % 10])

function file(sex: Float64Array, others: Float64Array = children): Dataset {
  return dataset([
    ['sex', numeric(sex)],
    ['children', numeric(others)],
  ])
}

const original = file(sexes)
const averaged = file(
  sexes.map((value, i) => (i < 5 ? 1.8 : value)),
  children.map((value) => value + 0.5),
)

describe('codesAsNumbers', () => {
  it('finds a mean of codes, and ignores counts', () => {
    expect(codesAsNumbers(original, { data: averaged }, ['sex', 'children'], undefined)).toEqual([
      { column: 'sex', example: 1.8, isRounded: false },
    ])
  })

  it('finds a mean that was rounded to a code', () => {
    const unrounded = new Map([['sex', (): Column => averaged.column('sex')]])
    const found = codesAsNumbers(original, { data: original, unrounded }, ['sex'], undefined)
    expect(found).toEqual([{ column: 'sex', example: 1.8, isRounded: true }])
    expect(codesWarning(found)[0]).toContain('sex (rounded from 1.8)')
  })

  it('finds nothing if codes changed places, became missing, or became classes', () => {
    const swapped = file(sexes.toReversed().map((value, i) => (i === 3 ? Number.NaN : value)))
    expect(codesAsNumbers(original, { data: swapped }, ['sex'], undefined)).toEqual([])
    const recoded = dataset([['sex', categorical(Array<string>(rows).fill('1–2'))]])
    expect(codesAsNumbers(original, { data: recoded }, ['sex'], undefined)).toEqual([])
  })

  it.each([{ kind: 'numeric' as const }, { levels: ['1', '2'] }])('follows a schema with %j', (said) => {
    expect(codesAsNumbers(original, { data: averaged }, ['sex'], { columns: { sex: said } })).toEqual([])
    expect(unsettledNumbers(original, 'sex', { columns: { sex: said } })).toBeUndefined()
  })

  it('does not take a role as a decision about codes', () => {
    const schema = { columns: { sex: { role: 'confidential' as const } } }
    expect(codesAsNumbers(original, { data: averaged }, ['sex'], schema)).toHaveLength(1)
  })

  it('skips columns that one of the files does not have', () => {
    expect(codesAsNumbers(original, { data: dataset([['x', numeric(sexes)]]) }, ['sex', 'x'], undefined)).toEqual([])
  })
})

describe('codesWarning', () => {
  it('is one line for any number of columns', () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ column: `c${i}`, example: 1.5, isRounded: false }))
    const [line, ...others] = codesWarning(many)
    expect(others).toEqual([])
    expect(line).toMatch(/^possible codes masked as numbers: c0 \(now 1\.5\), .* and 24 more have /)
    expect(codesWarning([])).toEqual([])
  })
})

describe('judgeCodes', () => {
  const step = (accepts: readonly string[], postMasking = false): BoundStep =>
    ({ method: { id: 'a/method', traits: { accepts, postMasking } }, columns: ['sex'] }) as unknown as BoundStep
  const made = { files: [{ data: averaged }], columns: ['sex'] }
  const plan = {
    registry: undefined as never,
    roles: undefined as never,
    bounds: new Map(),
    codes: new Map(),
    rules: [],
    brokenRules: 'auto' as const,
    original,
    schema: undefined,
  }

  it('warns of a method for numbers', () => {
    expect(judgeCodes({ ...plan, steps: [step(['numeric'])] }, made)).toHaveLength(1)
  })

  it('refuses a method that masks categories too, and gives the schema entry to write', () => {
    const run = (): string[] => judgeCodes({ ...plan, steps: [step(['numeric', 'nominal'])] }, made)
    expect(run).toThrow(expect.objectContaining({ code: 'NOT_CATEGORICAL' }))
    expect(run).toThrow(/sex \(now 1\.8\)/)
    expect(run).toThrow(expect.objectContaining({ fix: expect.stringContaining('"sex": { kind: categorical }') }))
  })

  it('does not warn after a step that gives original values back', () => {
    expect(judgeCodes({ ...plan, steps: [step(['nominal'], true)] }, made)).toHaveLength(1)
  })
})
