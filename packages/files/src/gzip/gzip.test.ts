import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { csvContent, gzipped, readCsv } from '../index.js'
import { gunzipped } from './gunzip.js'

const bytesOf = (pieces: Iterable<Uint8Array>): Buffer =>
  Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)))
const inPieces = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
const text = Array.from({ length: 20_000 }, (_, i) => `${(i * 7919) % 10_007},${i}\n`).join('')

describe('a file compressed by gzip', () => {
  it.each([1, 7, 4096, 1 << 20])('is read in pieces of %d bytes, of one member or several', (size) => {
    const whole = gzipSync(text)
    expect(bytesOf(gunzipped(inPieces(whole, size), 'f')).toString()).toBe(text)
    const members = Buffer.concat([gzipSync('a,b\n'), gzipSync(''), gzipSync('1,2\n', { level: 0 })])
    expect(bytesOf(gunzipped(inPieces(members, size), 'f')).toString()).toBe('a,b\n1,2\n')
  })

  it('causes an error if it is truncated anywhere, or a byte is changed', () => {
    const whole = Buffer.concat([gzipSync('a,b\n'), gzipSync('1,2\n3,4\n')])
    const first = gzipSync('a,b\n').length
    const read = (bytes: Uint8Array): (() => Buffer) => {
      return () => bytesOf(gunzipped([bytes], 'f.gz'))
    }
    for (let end = 11; end < whole.length; end++)
      if (end !== first) expect(read(whole.subarray(0, end)), `cut at ${end}`).toThrow(/f\.gz, compressed by gzip/)
    for (const at of [first - 1, first - 8, whole.length - 6, whole.length - 1]) {
      const changed = Buffer.from(whole)
      changed[at] ^= 1
      expect(read(changed), `changed at ${at}`).toThrow(/is damaged: its check sum is wrong/)
    }
  })

  it('is read as CSV for any name, and written to the same bytes each time', () => {
    const bytes = gzipSync('a,b\n1,x\n2,y\n')
    const file = readCsv(bytes, { file: 'plain.csv' })
    expect(file.dataset.column('b')).toMatchObject({ levels: ['x', 'y'] })
    const content = gzipped(csvContent(file, file.dataset))
    expect(gunzipSync(bytesOf(content)).toString()).toBe('a,b\n1,x\n2,y\n')
    expect(bytesOf(content).equals(bytesOf(content))).toBe(true)
    // Neither name nor time.
    expect([...bytesOf(content).subarray(3, 8)]).toEqual([0, 0, 0, 0, 0])
  })
})
