import { describe, expect, it } from 'vitest'
import { parseFileSchema } from './plan.js'

const said = (column: object, missing?: string[]): unknown =>
  parseFileSchema({ missing, columns: { sex: column } }).columns.sex

describe('labelsProblem', () => {
  it('accepts labels and missing ranges as written', () => {
    const column = { label: 'Sex', labels: { 1: 'male' }, measure: 'nominal', missingRange: [-Infinity, -1] }
    expect(said(column)).toEqual(column)
  })

  it('accepts open ends in JSON', () => {
    expect(said({ missingRange: [null, -1] })).toEqual({ missingRange: [-Infinity, -1] })
    expect(said({ missingRange: [97, null] })).toEqual({ missingRange: [97, Infinity] })
  })

  it('accepts labels of levels, missing texts, numbers in the range, and letters', () => {
    const labels = { 1: 'male', 2: 'female', 8: 'no answer', '.a': 'refused', '-1': 'error' }
    const column = { levels: ['1', '2'], missing: ['-1'], missingRange: [7, 9], labels }
    expect(said(column)).toEqual(column)
    expect(said({ levels: ['1'], labels: { 1: 'male', 9: 'no answer' } }, ['9'])).toHaveProperty('labels')
  })

  it.each([
    [{ levels: ['1'], labels: { 1: 'male', 2: 'female' } }, '"2"'],
    [{ labels: { 1: 3 } }, 'columns.sex.labels.1 must be a text'],
    [{ missingRange: [3, -1] }, 'columns.sex.missingRange must be two numbers, the lower one first (-1, 3)'],
    [{ missingRange: [3] }, 'columns.sex.missingRange'],
    [{ missingRange: ['a', 3] }, 'columns.sex.missingRange'],
    [{ measure: 'metric' }, 'columns.sex.measure'],
  ])('refuses labels with their key: %o', (column, message) => {
    expect(() => said(column)).toThrow(expect.objectContaining({ code: 'BAD_PLAN' }))
    expect(() => said(column)).toThrow(message)
  })
})
