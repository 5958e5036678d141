import { numeric, withColumns, type Column } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { readCsv, writeCsv } from '../index.js'
import { withMissingKinds } from './with-missing-kinds.js'

const text = 'income,job,tax\n100,yes,\nrefused,no,5\nnot asked,-1,7\n120,yes,\n'
const file = readCsv(new TextEncoder().encode(text), {
  columns: new Map([
    ['income', { missing: ['refused', 'not asked'] }],
    ['job', { kind: 'categorical', missing: ['-1'] }],
  ]),
})
const kinds = (column: Column): unknown =>
  column.missingKinds && { ...column.missingKinds, of: [...column.missingKinds.of] }

describe('kinds of missing values', () => {
  it('are those of the file; a column with one kind, also for new missing cells, has none', () => {
    const { dataset } = withMissingKinds(file)
    expect(kinds(dataset.column('income'))).toEqual({ texts: ['refused', 'not asked'], of: [-1, 0, 1, -1] })
    expect(kinds(dataset.column('tax'))).toBeUndefined()
  })

  it('are written for new records, without a change for records of the file', () => {
    const { dataset } = withMissingKinds(file)
    const column = dataset.column('income')
    const made: Column = {
      ...numeric([Number.NaN, Number.NaN, 90, Number.NaN]),
      missingKinds: { texts: column.missingKinds?.texts ?? [], of: Int32Array.of(1, 0, -1, -1) },
    }
    const data = withColumns(dataset, new Map([['income', made]]))
    const fresh = writeCsv(file, data, new Int32Array(4).fill(-1))
    expect(fresh.split('\n').map((line) => line.split(',')[0])).toEqual([
      'income',
      'not asked',
      'refused',
      '90',
      'refused',
      '',
    ])
    expect(writeCsv(file, dataset)).toBe(text)
  })
})
