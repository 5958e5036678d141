import { describe, expect, it } from 'vitest'
import { letteredKinds } from './missing-codes.js'

const letters = ['.a', '.b', '.c']
const cells = (...texts: string[]) =>
  ({ kind: 'numbers', values: new Float64Array(0), missing: { texts, of: new Int32Array(0) } }) as const

describe('letters for missing codes', () => {
  it('follows the definition, then the order of the numbers', () => {
    const description = { missing: { values: ['-9', '-8'], range: [-5, -3] as const } }
    const { letters: written, loss } = letteredKinds({ name: 'x', description, cells: cells('', '-3', '-8') }, letters)
    expect([...written]).toEqual([
      ['-9', '.a'],
      ['-8', '.b'],
      ['-3', '.c'],
    ])
    expect(loss).toBe(
      'column "x": its missing codes are written as letters: -9 as .a, -8 as .b, -3 as .c; the range of its missing values is lost: -5 to -3',
    )
  })

  it('keeps letters, and gives codes those that are free', () => {
    const { letters: written } = letteredKinds({ name: 'x', description: {}, cells: cells('.a', '-9') }, letters)
    expect([...written]).toEqual([
      ['.a', '.a'],
      ['-9', '.b'],
    ])
    expect(letteredKinds({ name: 'x', description: {}, cells: cells('', '.c') }, letters).loss).toBeUndefined()
  })

  it('writes codes beyond the last letter as system-missing, and says so', () => {
    const column = { name: 'x', description: {}, cells: cells('-1', '-2', '-3', '-4') }
    expect(letteredKinds(column, letters).letters.get('-1')).toBe('')
    expect(letteredKinds(column, letters).loss).toContain('-1 as .')
  })
})
