import { describe, expect, it } from 'vitest'
import { parseFileSchema } from './plan.js'

const said = (column: object): unknown => parseFileSchema({ columns: { age: column } }).columns.age

describe('boundsProblem', () => {
  it('accepts bounds as written', () => {
    expect(said({ min: 0, max: 0, integer: true })).toEqual({ min: 0, max: 0, integer: true })
    expect(said({ kind: 'numeric', min: -1.5 })).toEqual({ kind: 'numeric', min: -1.5 })
    expect(said({ kind: 'categorical', integer: false })).toEqual({ kind: 'categorical', integer: false })
  })

  it('converts texts of dates to days and seconds', () => {
    expect(said({ kind: 'date', min: '1970-01-02', max: '2024-02-29' })).toEqual({ kind: 'date', min: 1, max: 19_782 })
    expect(said({ kind: 'time', max: '01:00:00' })).toEqual({ kind: 'time', max: 3600 })
  })

  it.each([
    [{ kind: 'date', min: '2023-02-29' }, 'columns.age.min must be a number; of a column with kind: date'],
    [{ kind: 'date', min: '2024-01-02', max: '2024-01-01' }, 'columns.age.max must be at least min'],
    [{ min: 30, max: 12 }, 'columns.age.max must be at least min (30), and is 12'],
    [{ min: 3, kind: 'categorical' }, 'columns.age.min must be left out for a categorical column'],
    [{ integer: true, kind: 'categorical' }, 'columns.age.integer must be left out for a categorical column'],
    [{ min: 0.2, max: 0.8, integer: true }, 'no whole number from min 0.2 to max 0.8'],
    [{ min: 'a' }, 'columns.age.min must be a number'],
    [{ mn: 0 }, 'unknown key "mn"'],
  ])('refuses contradictory bounds with their key: %o', (column, message) => {
    expect(() => said(column)).toThrow(expect.objectContaining({ code: 'BAD_PLAN' }))
    expect(() => said(column)).toThrow(message)
  })
})
