import { describe, expect, it } from 'vitest'
import type { ParamView } from '../../worker/protocol/method-types.js'
import { gridText, parseGrid, rangeText } from './grid-text.js'

const param = (more: Partial<ParamView>): ParamView => ({
  name: 'k',
  title: 'k',
  description: 'Records in a group.',
  kind: 'integer',
  default: 3,
  ...more,
})

describe('parseGrid', () => {
  it.each([
    ['3,5,10', [3, 5, 10]],
    [' 3 5;10 ', [3, 5, 10]],
    ['3,', [3]],
    ['-2, 1e3', [-2, 1000]],
  ])('reads %s', (text, values) => {
    expect(parseGrid(param({}), text)).toEqual({ values })
  })

  it('keeps the default of the parameter for an empty text', () => {
    expect(parseGrid(param({}), '  ')).toEqual({ values: undefined })
  })

  it('reads decimal numbers, and refuses them for integers', () => {
    expect(parseGrid(param({ kind: 'number' }), '.5, 0.25')).toEqual({ values: [0.5, 0.25] })
    expect(parseGrid(param({}), '2.5')).toEqual({ problem: '2.5 is not a whole number' })
  })

  it('refuses other text, and repeated numbers', () => {
    expect(parseGrid(param({}), '3, five')).toMatchObject({
      problem: expect.stringContaining('“five” is not a number'),
    })
    expect(parseGrid(param({}), '0x10')).toMatchObject({ problem: expect.stringContaining('“0x10”') })
    expect(parseGrid(param({}), 'Infinity')).toMatchObject({ problem: expect.stringContaining('“Infinity”') })
    expect(parseGrid(param({}), '3, 3.0')).toEqual({ problem: '3.0 occurs twice' })
  })

  it('respects the range, with and without its bounds', () => {
    const least = param({ kind: 'number', min: 2 })
    expect(parseGrid(least, '2')).toEqual({ values: [2] })
    expect(parseGrid(least, '1.99')).toEqual({ problem: '1.99 is too small: at least 2' })
    expect(parseGrid({ ...least, aboveMin: true }, '2')).toEqual({ problem: '2 is too small: above 2' })
    const most = param({ kind: 'number', max: 1 })
    expect(parseGrid(most, '1')).toEqual({ values: [1] })
    expect(parseGrid({ ...most, belowMax: true }, '1')).toEqual({ problem: '1 is too large: below 1' })
  })

  it('reads lists and objects as JSON, other texts unchanged', () => {
    const text = param({ kind: 'text' })
    expect(parseGrid(text, '["a", "b"]')).toEqual({ values: [['a', 'b']] })
    expect(parseGrid(text, 'a, b')).toEqual({ values: ['a, b'] })
    expect(parseGrid(text, '[a')).toMatchObject({ problem: expect.stringContaining('not valid JSON') })
  })
})

describe('gridText', () => {
  it('writes text that parseGrid reads', () => {
    expect(gridText([3, 5, 10])).toBe('3, 5, 10')
    expect(gridText([['a', 1]])).toBe('["a",1]')
    expect(gridText(undefined)).toBe('')
  })
})

describe('rangeText', () => {
  it('states the existing bounds', () => {
    expect(rangeText(param({ min: 0, aboveMin: true, max: 100 }))).toBe('above 0, at most 100')
    expect(rangeText(param({}))).toBe('')
  })
})
