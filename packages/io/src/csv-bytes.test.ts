import { dataset, numeric } from '@sdc/core'
import { expect, it } from 'vitest'
import { csvBytes } from './csv-bytes.js'
import { readCsv } from './read-csv.js'
import { writeCsv } from './write-csv.js'

it('gives the bytes of a file in pieces that a string holds each, of many columns too', () => {
  const long = dataset([['größe', numeric(Float64Array.from({ length: 100_000 }, (_, i) => i / 7))]])
  const wide = dataset(Array.from({ length: 3000 }, (_, j) => [`c${j}`, numeric([j, j + 0.5, j, 1, 2, 3, 4, 5, 6, 7])]))
  for (const data of [long, wide]) {
    const pieces = csvBytes(undefined, data)
    expect(pieces.length).toBeGreaterThan(1)
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(2_000_000)
    expect(Buffer.concat(pieces).toString('utf8')).toBe(writeCsv(undefined, data))
  }
  const source = readCsv('a;b\r\n1,50;x\r\n2,5;y\r\n')
  expect(Buffer.concat(csvBytes(source, source.dataset)).toString()).toBe('a;b\r\n1,50;x\r\n2,5;y\r\n')
})
