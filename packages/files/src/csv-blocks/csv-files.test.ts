import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { bytesOfPieces, csvPieces, piecesBetween } from './csv-files.js'

const folder = mkdtempSync(join(tmpdir(), 'csv-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('any byte range of the parts of a folder equals that of one file', () => {
  writeFileSync(join(folder, 'part-1.csv'), 'a,b\n1,2')
  writeFileSync(join(folder, 'part-2.csv'), 'a,b\n3,4\n5,6\n')
  const pieces = csvPieces(folder, {})
  const whole = 'a,b\n1,2\n3,4\n5,6\n'
  expect(bytesOfPieces(pieces)).toBe(whole.length)
  for (let from = 0; from < whole.length; from++)
    for (let to = from; to <= whole.length; to++)
      expect(Buffer.concat([...piecesBetween(pieces, from, to)]).toString()).toBe(whole.slice(from, to))
})
