import { describe, expect, it } from 'vitest'
import { isSdcError } from '@sdc/core'
import type { CsvOptions } from './csv-file.js'
import { readCsv } from './read-csv.js'

const refusal = (text: string, options: CsvOptions = {}): string => {
  try {
    readCsv(text, options)
    return 'accepted'
  } catch (error) {
    if (isSdcError(error)) return `${error.code} ${error.message}`
    throw error
  }
}
const column = (...cells: readonly string[]): string => `a;b\n${cells.map((cell) => `${cell};x\n`).join('')}`

describe('a point that may separate thousands', () => {
  it.each([
    ['beside numbers below 1000', column('999', '1.234')],
    ['in every number', column('1.234', '12.345', '-999.000')],
    ['between tabs', column('999', '1.234').replaceAll(';', '\t')],
    ['between bars', column('999', '1.234').replaceAll(';', '|')],
    ['beside a decimal comma', column('999', '1.234').replace('x', '0,5')],
    ['beside identifiers of four digits', column('999', '1.234').replaceAll('x', '2020')],
  ])('is refused: %s', (_, text) => {
    expect(refusal(text)).toMatch(/^NOT_NUMERIC line [23], column "a": 1\.234 may mean 1234 or 1\.234/)
  })

  it.each([
    ['other decimals', column('1.234', '999', '1.5')],
    ['a number below 1', column('1.234', '0.512')],
    ['a number with four digits before the point', column('1.234', '1234.567')],
    ['a thousand without a point', column('1.234', '1000')],
    ['an exponent', column('1.234', '1.5e3')],
    ['other decimals in another column', 'a;b\n1.234;0.25\n999;7\n'],
    ['other decimals before a text', 'a;b\n1.234;0.25\n999;none\n'],
    ['commas between cells', 'a,b\n1.234,x\n999,y\n'],
    ['one column', 'a\n1.234\n999\n'],
    ['no point at all', column('1', '999')],
  ])('is decimal if the file shows it: %s', (_, text) => {
    expect(refusal(text)).toBe('accepted')
  })

  it('follows the schema', () => {
    const text = column('999', '1.234')
    expect(readCsv(text, { decimal: '.' }).dataset.column('a')).toMatchObject({ values: Float64Array.of(999, 1.234) })
    expect(readCsv(text, { decimal: ',' }).dataset.column('a')).toMatchObject({ values: Float64Array.of(999, 1234) })
    const columns = new Map([['a', { kind: 'categorical' as const }]])
    expect(readCsv(text, { columns }).dataset.column('a')).toMatchObject({ levels: ['999', '1.234'] })
  })
})

describe('marks', () => {
  it('may be one for decimals and another for cells', () => {
    expect(refusal('a\n1\n', { separator: ',', decimal: ',' })).toMatch(
      /^BAD_OPTION "," cannot be separator and decimal/,
    )
  })

  it('do not divide one column of decimal commas', () => {
    const { dataset } = readCsv('a\n1,5\n2,25\n', { decimal: ',' })
    expect(dataset.column('a')).toMatchObject({ values: Float64Array.of(1.5, 2.25) })
  })
})
