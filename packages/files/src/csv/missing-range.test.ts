import { numeric, withColumns } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { readCsv } from './read-csv.js'
import { writeCsv } from './write-csv.js'

const said = (schema: object): object => ({ columns: new Map([['a', schema]]) })

describe('a range of missing numbers', () => {
  const text = 'a,b\n1,x\n-9,x\n -8.50 ,x\n"-9",x\n,x\n2,x\n-1,x\n'
  const file = readCsv(text, said({ missingRange: [-9, -2] }))

  it('is missing in a numeric column, and keeps its texts', () => {
    const { NaN: missing } = Number
    expect(file.dataset.column('a')).toEqual(numeric([1, missing, missing, missing, missing, 2, -1]))
    expect(writeCsv(file, file.dataset)).toBe(text)
  })

  it('keeps the texts of missing cells in a changed column', () => {
    const { NaN: missing } = Number
    const changed = withColumns(file.dataset, new Map([['a', numeric([5, missing, missing, missing, missing, 6, 7])]]))
    expect(writeCsv(file, changed)).toBe('a,b\n5,x\n-9,x\n -8.50 ,x\n"-9",x\n,x\n6,x\n7,x\n')
  })

  it('is missing among categories', () => {
    const { dataset } = readCsv(text, said({ kind: 'categorical', missingRange: [-Infinity, -2] }))
    expect(dataset.column('a')).toMatchObject({ levels: ['1', '2', '-1'] })
    expect([...(dataset.column('a') as { codes: Int32Array }).codes]).toEqual([0, -1, -1, -1, -1, 1, 2])
  })

  it('is missing before and after a text that makes the column categorical', () => {
    const { dataset } = readCsv('a\n-9\n1\nx\n-8\n', said({ missingRange: [-9, -2] }))
    expect(dataset.column('a')).toMatchObject({ levels: ['1', 'x'], codes: Int32Array.of(-1, 0, 1, -1) })
  })

  it('contains no level', () => {
    const read = (): unknown => readCsv('a\n1\n', said({ levels: ['1', '8'], missingRange: [8, 9] }))
    expect(read).toThrow('"8" is a level of column "a" and also means a missing value')
  })
})
