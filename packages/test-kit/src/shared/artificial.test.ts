import { takeRows, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { artificialFile, maskedColumns, RECORDS, withMissing } from './artificial.js'

const half = Int32Array.from({ length: 60 }, (_, i) => (i * 37 + 5) % RECORDS)
const files: [string, Dataset][] = [
  ['the file', artificialFile()],
  ['another draw', artificialFile(RECORDS, 'other')],
  ['a group', takeRows(artificialFile(), half)],
  ['a file with missing values', withMissing(artificialFile(), maskedColumns.categorical)],
]

describe('artificialFile', () => {
  it.each(files)('%s has a rare category at an end of every categorical column', (_, file) => {
    for (const name of maskedColumns.categorical) {
      const column = file.column(name)
      if (column.kind !== 'categorical') throw new Error(`${name} is not categorical`)
      const codes = [...column.codes].filter((code) => code >= 0)
      const share = (code: number): number => codes.filter((one) => one === code).length / codes.length
      expect(column.ordered).toBe(true)
      // Coding the tails of 5 % finds something to code.
      expect(Math.min(share(Math.min(...codes)), share(Math.max(...codes)))).toBeLessThanOrEqual(0.05)
    }
  })
})
