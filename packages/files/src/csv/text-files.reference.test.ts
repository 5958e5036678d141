import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { csvContent, readCsv, type CsvFile } from '../index.js'
import { gunzipped } from '../gzip/gunzip.js'

interface Expected {
  readonly error?: string
  readonly encoding: string
  readonly separator: string
  readonly decimal: string
  readonly header: readonly string[]
  readonly rows: number
  readonly cells?: readonly (readonly string[])[]
  readonly head?: readonly (readonly string[])[]
}

const folder = 'stat/csv'
const names = haveData(folder) ? readdirSync(pathOf(folder)).sort() : []
const bytesOf = (pieces: Iterable<Uint8Array>): Buffer =>
  Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)))

/** Written cells, with point and quotes. */
function cellsOf({ dataset, dialect }: CsvFile, records: number): string[][] {
  return Array.from({ length: records }, (_, r) =>
    dataset.names.map((name) => {
      const column = dataset.column(name)
      if (column.kind === 'categorical') return column.levels[column.codes[r]] ?? ''
      const value = column.values[r]
      return Number.isNaN(value) ? '' : String(value).replace('.', dialect.decimal)
    }),
  )
}

describe.runIf(names.length > 0)('text files of other programs', () => {
  it.each(names)('%s', (name) => {
    const bytes = readFileSync(join(pathOf(folder), name))
    const path = `stat/expected/csv__${name}.json`
    const expected = JSON.parse(readFileSync(pathOf(path), 'utf8')) as Expected
    const encoding = /^(?:iso|windows)/.test(expected.encoding) ? expected.encoding : undefined
    if (expected.error !== undefined) {
      const error = expect.objectContaining({ code: 'FILE', message: expect.stringContaining('gzip') })
      expect(() => readCsv(bytes, { file: name })).toThrow(error)
      return
    }
    const file = readCsv(bytes, { file: name, encoding, missing: [''] })
    const { dataset, dialect } = file
    expect([dialect.separator, dialect.decimal, dataset.rows]).toEqual([
      expected.separator,
      expected.decimal,
      expected.rows,
    ])
    expect(dataset.names).toEqual(expected.header)
    const shortest = (rows: readonly (readonly string[])[]): string[][] =>
      rows.map((cells) => cells.map((cell) => cell.replace(/^(\d+[.,]\d*[1-9])0+$/, '$1')))
    const wanted = shortest(expected.cells ?? expected.head ?? [])
    expect(wanted.length).toBeGreaterThan(0)
    expect(shortest(cellsOf(file, wanted.length))).toEqual(wanted)
    const plain = name.endsWith('.gz') ? bytesOf(gunzipped([bytes], name)) : bytes
    expect(bytesOf(csvContent(file, dataset)).equals(plain)).toBe(true)
  })
})
