import { describe, expect, it } from 'vitest'
import { letteredKinds } from './missing-codes.js'

const letters = ['.a', '.b', '.c']
const cells = (...texts: string[]) =>
  ({ kind: 'numbers', values: new Float64Array(0), missing: { texts, of: new Int32Array(0) } }) as const

describe('letters for missing codes', () => {
  it('follow the definition, then the order of the numbers', () => {
    const description = { missing: { values: ['-9', '-8'], range: [-5, -3] as const } }
    const { letters: written, losses } = letteredKinds({ description, cells: cells('', '-9', '-3', '-8') }, letters)
    expect([...written]).toEqual([
      ['-9', '.a'],
      ['-8', '.b'],
      ['-3', '.c'],
    ])
    expect(losses).toEqual([
      'Missing values of {columns} become letters: -9 becomes .a, -8 becomes .b, -3 becomes .c.',
      'The range of missing values of {columns} is lost: -5 to -3.',
    ])
  })

  it('include labels, and are reported only for codes that occur', () => {
    const labels = new Map([
      ['-5', 'refused'],
      ['.a', 'not asked'],
      ['1', 'yes'],
    ])
    const description = { labels, missing: { values: ['-9'], range: [-5, -3] as const } }
    const { letters: written, losses } = letteredKinds({ description, cells: cells() }, letters)
    expect([...written]).toEqual([
      ['.a', '.a'],
      ['-9', '.b'],
      ['-5', '.c'],
    ])
    expect(losses[0]).toBe('Missing values of {columns} become letters: -5 becomes .c.')
  })

  it('keep letters, and assign free ones to codes', () => {
    const { letters: written } = letteredKinds({ description: {}, cells: cells('.a', '-9') }, letters)
    expect([...written]).toEqual([
      ['.a', '.a'],
      ['-9', '.b'],
    ])
    expect(letteredKinds({ description: {}, cells: cells('', '.c') }, letters).losses).toEqual([])
  })

  it('are replaced by system-missing beyond the last letter, with a message', () => {
    const column = { description: {}, cells: cells('-1', '-2', '-3', '-4') }
    expect(letteredKinds(column, letters).letters.get('-1')).toBe('')
    expect(letteredKinds(column, letters).losses[0]).toContain('-1 becomes ..')
  })
})
