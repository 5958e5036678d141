import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StatColumn, StatTable } from '../../dictionary/stat-table.js'
import { statBytes, statFiles } from '../expected.fixture.js'
import { readSav } from '../spss/read-sav.js'
import { writeSav } from '../spss/write-sav.js'
import { readDta } from './read/read-dta.js'
import { writeDta } from './write/write-dta.js'

const files = statFiles(['dta', 'survey'], /\.dta$/)

function bytesOf(content: Iterable<Uint8Array>): Buffer {
  return Buffer.concat([...content])
}

/** A file with a column name that Stata does not permit: `byte`. */
const isForeign = (name: string): boolean => name.includes('made-foreign')

/** ReadStat reads the references to long texts as those of release 118. */
const longTexts119 = 'dta/made-pandas-119.dta'

/** The table of a file, with names that Stata permits. */
function tableOf(name: string): StatTable {
  const { table } = readDta(statBytes(name), { file: name })
  const columns = table.columns.map((column) => (column.name === 'byte' ? { ...column, name: 'small' } : column))
  return { ...table, columns }
}

/** The written width of each text column is the least possible. */
function withoutWidths(table: StatTable): StatTable {
  const columns = table.columns.map((column) => ({
    ...column,
    description: { ...column.description, width: undefined },
  }))
  return { ...table, columns }
}

const hasHaven = spawnSync('Rscript', ['-e', 'library(haven)']).status === 0

describe.skipIf(files.length === 0)('Stata files written again', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dta-'))
    for (const sub of ['original', 'written']) mkdirSync(join(folder, sub))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(files)('%s has the same table again, without losses', (name) => {
    const table = tableOf(name)
    const { content, losses } = writeDta(table)
    const bytes = bytesOf(content)
    expect(losses).toEqual([])
    expect(bytesOf(content).equals(bytes)).toBe(true)
    expect(withoutWidths(readDta(bytes).table)).toEqual(withoutWidths(table))
  })

  it.runIf(hasHaven)('haven reads the same (skipped where Rscript has no haven)', () => {
    for (const name of files.filter((name) => !isForeign(name) && name !== longTexts119)) {
      const to = name.replace('/', '__')
      writeFileSync(join(folder, 'original', to), statBytes(name))
      writeFileSync(join(folder, 'written', to), bytesOf(writeDta(tableOf(name)).content))
    }
    const script = fileURLToPath(new URL('../round-trip.R', import.meta.url))
    const said = execFileSync('Rscript', [script, join(folder, 'original'), join(folder, 'written')], {
      encoding: 'utf8',
    })
    expect(said.split('\n')).toEqual([''])
  })

  it('refuses reserved words as names', () => {
    for (const name of files.filter(isForeign))
      expect(() => writeDta(readDta(statBytes(name)).table)).toThrow('does not allow the name "byte"')
  })

  it('keeps labels and kinds of missing values of an SPSS file, and reports the conversion of its codes', () => {
    const before = readSav(statBytes('survey/survey.sav')).table
    const { content, losses } = writeDta(before)
    const again = readDta(bytesOf(content)).table
    expect(again.columns.map(({ name }) => name)).toEqual(before.columns.map(({ name }) => name))
    expect(again.columns.map(({ description }) => description.label)).toEqual(
      before.columns.map(({ description }) => description.label),
    )
    const labels = (table: StatTable, name: string) =>
      Object.fromEntries(table.columns.find((column) => column.name === name)!.description.labels!)
    expect(labels(again, 'region')).toEqual(labels(before, 'region'))
    const { '8': unknown, '9': none, ...answers } = labels(before, 'q4')
    expect(labels(again, 'q4')).toEqual({ ...answers, '.a': unknown, '.b': none })
    expect(labels(again, 'income')).toEqual({ '.a': 'does not apply', '.b': 'no answer' })
    const [q4, q4Again] = [before, again].map((table) => table.columns.find(({ name }) => name === 'q4')!.cells)
    expect(kindsOf(q4Again)).toEqual(kindsOf(q4).map((kind) => (kind === '8' ? '.a' : kind === '9' ? '.b' : kind)))
    expect(losses).toContain('Missing values of income become letters: -8 becomes .a, -9 becomes .b.')
    expect(losses).toContain('Stata has no labels on texts: those of edu are not written.')
    // Back as SPSS: values, labels, and texts are those of the Stata file.
    const back = readSav(bytesOf(writeSav(again).content)).table
    expect(back.columns.map(({ description }) => description.label)).toEqual(
      again.columns.map(({ description }) => description.label),
    )
    expect(Object.values(labels(back, 'q4')).sort()).toEqual(Object.values(labels(again, 'q4')).sort())
    for (const [i, { cells }] of back.columns.entries()) {
      const other = again.columns[i].cells
      if (cells.kind === 'numbers' && other.kind === 'numbers') expect(cells.values).toEqual(other.values)
      if (cells.kind === 'texts' && other.kind === 'texts') expect(cells.codes).toEqual(other.codes)
    }
  })
})

/** Kind of each missing cell; `value` for the others. */
function kindsOf({ missing, ...cells }: StatColumn['cells']): string[] {
  if (cells.kind === 'texts') return []
  return Array.from(cells.values, (value, i) => (Number.isNaN(value) ? (missing?.texts[missing.of[i]] ?? '') : 'value'))
}
