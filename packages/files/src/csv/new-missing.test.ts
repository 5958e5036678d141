import { dataset, type Dataset } from '@sdc/core'
import { expect, it } from 'vitest'
import { readCsv } from './read-csv.js'
import { csvContent } from './write-csv.js'
import type { CsvOptions } from './csv-file.js'

/** The lines of a file whose last cell became missing. */
function suppressed(text: string, options: CsvOptions): string {
  const source = readCsv(new TextEncoder().encode(text), options)
  const column = source.dataset.column('x')
  if (column.kind !== 'numeric') throw new TypeError('x is a number')
  const values = column.values.map((value, i) => (i === column.values.length - 1 ? Number.NaN : value))
  const data: Dataset = dataset([['x', { kind: 'numeric', values }]])
  return Buffer.concat([...csvContent(source, data)])
    .toString()
    .replaceAll('\n', ' ')
}

it.each([
  ['a code is not the text of a suppressed cell', 'x\n1\n-9\n2\n3\n', ['', '-9'], 'x 1 -9 2 "" '],
  ['nor is a letter', 'x\n1\n.a\n2\n3\n', ['.a', ''], 'x 1 .a 2 "" '],
  ['unless an empty cell is a value', 'x\n1\n-9\n2\n3\n', ['-9', '-8'], 'x 1 -9 2 -9 '],
  ['a word is', 'x\n1\nNA\n2\n3\n', ['', 'NA'], 'x 1 NA 2 NA '],
  ['also where the schema names a code first', 'x\n1\n2\n3\n', ['-9', ''], 'x 1 2 "" '],
])('%s', (_, text, missing, expected) => {
  expect(suppressed(text, { columns: new Map([['x', { missing }]]) })).toBe(expected)
})
