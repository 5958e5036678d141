import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readRows } from '@sdc/files'
import { anonymizeOutput } from '@sdc/release'
import { describe, expect, it } from 'vitest'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, write, read } = workFolder()

mkdirSync(path('hierarchies'))
write('hierarchies/town.csv', '007;north;*\n01.10;north;*\n7;south;*\n')
write(
  'hierarchies/age.csv',
  Array.from({ length: 60 }, (_, i) => {
    const age = i + 10
    return `${age};${age - (age % 5)}-${age - (age % 5) + 4};${age - (age % 10)}-${age - (age % 10) + 9};*\n`
  }).join(''),
)
write('hierarchies/sex.csv', 'f;*\nm;*\n')
write('hierarchies/shoes.csv', '39;*\n')

/** Returns the sizes of the equivalence classes of a written file, counted from its lines. */
function classSizes(rows: readonly (readonly string[])[], keys: readonly string[]): number[] {
  const [header, ...records] = rows
  const at = keys.map((name) => header.indexOf(name))
  expect(at).not.toContain(-1)
  const lines = records.map((row) => at.map((j) => row[j]).join('\0')).sort()
  const starts = lines.flatMap((line, i) => (i === 0 || line !== lines[i - 1] ? [i] : []))
  return starts.map((start, c) => (starts[c + 1] ?? lines.length) - start)
}

/** Checks k-anonymity of real files for each k: reads, recodes, writes, and counts equivalence classes again. */
async function holdsFor(whole: string, keys: readonly string[], ...more: readonly string[]): Promise<void> {
  const named = keys.join(',')
  // Quasi-identifiers only; other tests check the other columns.
  const rows = readRows(readFileSync(whole, 'utf8'))
  const at = keys.map((name) => rows[0].indexOf(name))
  const file = write('real-keys.csv', rows.map((row) => `${at.map((j) => row[j]).join(',')}\n`).join(''))
  for (let k = 2; k <= 20; k++) {
    const [out, keep] = [path('real.csv'), path(`${keys[0]}-${k}.json`)]
    const run = await sdc(
      'anonymize',
      file,
      '--quasi-identifiers',
      named,
      '--k',
      String(k),
      ...more,
      '--private',
      keep,
      '-o',
      out,
    )
    expect(run.status, run.stderr).toBe(0)
    expect(Math.min(...classSizes(readRows(read('real.csv')), keys))).toBeGreaterThanOrEqual(k)
    const risk = ['--metrics', 'risk/k-anonymity', '--set', `k-anonymity.k=${k}`, '--fail-above', 'risk/k-anonymity=0']
    const measured = await sdc(
      'measure',
      file,
      out,
      '--columns',
      named,
      '--quasi-identifiers',
      named,
      '--origin',
      keep,
      ...risk,
    )
    expect(measured.status, measured.stderr).toBe(0)
  }
}

describe.runIf(haveData('testdata.csv', 'free1.csv'))('real files, k = 2 … 20', () => {
  it('testdata.csv', async () => {
    await holdsFor(pathOf('testdata.csv'), ['urbrur', 'roof', 'relat', 'sex', 'age'])
  }, 300_000)

  it('free1.csv', async () => {
    await holdsFor(pathOf('free1.csv'), ['REGION', 'SEX', 'AGE', 'MARSTAT'])
  }, 300_000)
})

describe.runIf(haveData('adult/adult.csv', 'adult/age.csv'))(
  'adult.csv, nine quasi-identifiers with the hierarchies of its folder',
  () => {
    it('loses at most .087 of its cells at k = 5, and is k-anonymous when read again', async () => {
      const adult = pathOf('adult/adult.csv')
      const run = await sdc(
        'anonymize',
        adult,
        '--k',
        '5',
        '--hierarchies',
        dirname(adult),
        '--json',
        '-o',
        path('adult.csv'),
      )
      expect(run.status, run.stderr).toBe(0)
      expect(run.stderr).toMatch(/search of 12,960 combinations/)
      const found = anonymizeOutput.parse(JSON.parse(run.stdout))
      expect(found.quasiIdentifiers).toHaveLength(9)
      expect(found.cellLoss).toBeLessThanOrEqual(0.087)
      const rows = readRows(read('adult.csv'))
      const sizes = classSizes(rows, rows[0])
      expect(Math.min(...sizes)).toBe(found.check.least)
      expect(found.check.least).toBeGreaterThanOrEqual(5)
      expect(sizes).toHaveLength(found.check.classes)
      expect(rows.length - 1 + found.records.removed).toBe(30_162)
    })
  },
)
