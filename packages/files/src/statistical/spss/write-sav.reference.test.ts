import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTableFile } from '../../table/read-table-file.js'
import { tableContent } from '../../table/table-content.js'
import { statBytes, statFiles } from '../expected.fixture.js'
import { readSav } from './read-sav.js'
import { writeSav } from './write-sav.js'

const files = statFiles(['sav', 'survey'], /\.z?sav$/)

const runs = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0

function bytesOf(content: Iterable<Uint8Array>): Uint8Array {
  return Buffer.concat([...content])
}

/** A file without an encoding: haven assumes UTF-8, and PSPP warns. */
const silent = 'sav/made-hand-oldest.sav'

const read = (name: string, bytes: Uint8Array) =>
  readSav(bytes, { file: name, ...(name === silent && { encoding: 'windows-1252' }) })

describe.skipIf(files.length === 0)('SPSS files written again', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sav-'))
    for (const sub of ['original', 'written']) mkdirSync(join(folder, sub))
    for (const name of files) {
      const bytes = statBytes(name)
      const to = name.replace('/', '__')
      const compression = name.endsWith('.zsav') ? 'zlib' : 'codes'
      if (name !== silent) writeFileSync(join(folder, 'original', to), bytes)
      writeFileSync(join(folder, 'written', to), bytesOf(writeSav(read(name, bytes).table, { compression }).content))
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(files)('%s has the same table again, without losses', (name) => {
    const { table } = read(name, statBytes(name))
    for (const compression of ['codes', 'zlib'] as const) {
      const written = writeSav(table, { compression })
      expect(written.losses).toEqual([])
      // A missing display width is written with a default.
      const again = readSav(bytesOf(written.content)).table
      const said = table.columns.map((column, j) => ({
        ...column,
        description: { ...again.columns[j].description, ...column.description },
      }))
      expect(again).toEqual({ ...table, columns: said })
    }
  })

  it.each(files)('%s has the same bytes after conversion to a dataset and back', (name) => {
    const bytes = bytesOf(writeSav(read(name, statBytes(name)).table).content)
    const file = readTableFile(bytes, { file: name })
    expect(bytesOf(tableContent({ format: 'sav', compressed: false }, file, file.dataset).content)).toEqual(bytes)
  })

  it.runIf(runs('Rscript', '-e', 'library(haven)'))('haven reads the same (skipped where Rscript has no haven)', () => {
    const script = fileURLToPath(new URL('../round-trip.R', import.meta.url))
    const said = execFileSync('Rscript', [script, join(folder, 'original'), join(folder, 'written')], {
      encoding: 'utf8',
    })
    expect(said.split('\n')).toEqual([''])
  })

  it.runIf(runs('pspp', '--version'))('PSPP opens them without a message (skipped without pspp)', () => {
    for (const name of files) {
      const path = join(folder, 'written', name.replace('/', '__'))
      const input = `GET FILE='${path}'.\nEXECUTE.\n`
      const { stdout, stderr, status } = spawnSync('pspp', ['-O', 'format=txt', '-'], { input, encoding: 'utf8' })
      expect([name, stdout + stderr, status]).toEqual([name, '', 0])
    }
  })
})
