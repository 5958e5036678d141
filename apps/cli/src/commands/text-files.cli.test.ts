import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, write, read } = workFolder()

const people = Array.from({ length: 60 }, (_, i) => ({
  age: 20 + ((i * 7) % 40),
  town: ['Köln', 'Ulm', 'Trier'][i % 3],
  income: 900 + ((i * 7919) % 4000) / 4,
}))
const noise = ['--method', 'noise/additive', '--columns', 'income', '--seed', '1'] as const

describe('text files in many forms', () => {
  it('compressed, in UTF-16: are read by content, and written in the same form', async () => {
    const text = `\uFEFFage;town;income\n${people.map(({ age, town, income }) => `${age};${town};${income}\n`).join('')}`
    const utf16 = path('people.csv')
    writeFileSync(utf16, gzipSync(Buffer.from(text, 'utf16le')))
    const { status, stderr } = await sdc('mask', utf16, ...noise, '-o', path('out.csv.gz'))
    expect(status, stderr).toBe(0)
    const out = gunzipSync(readFileSync(path('out.csv.gz'))).toString('utf16le')
    expect(out.split('\n').slice(0, 2)).toEqual(['\uFEFFage;town;income', expect.stringMatching(/^20;Köln;[\d.]+$/)])
    const measured = await sdc('measure', utf16, path('out.csv.gz'), '--columns', 'income', '--metrics', 'risk/dbrl')
    expect(measured.status, measured.stderr).toBe(0)
  })

  it('with thousands separators: are masked as numbers, with the separators of the file', async () => {
    const written = (value: number): string =>
      value
        .toFixed(2)
        .replace('.', ',')
        .replace(/^(\d)(\d{3},)/, '$1.$2')
    const rows = people.map(({ age, income }) => `${age};${written(income)}\n`)
    const file = write('thousands.csv', `sep=;\nage;income\n${rows.join('')}`)
    const { status, stderr } = await sdc('mask', file, ...noise, '-o', path('plain.csv'))
    expect(status, stderr).toBe(0)
    const lines = read('plain.csv').split('\n')
    expect(lines.slice(0, 2)).toEqual(['sep=;', 'age;income'])
    for (const line of lines.slice(2, -1)) expect(line).toMatch(/^\d+;-?\d{1,3}(?:\.\d{3})*(?:,\d+)?$/)
  })

  it('in columns of fixed width: are read by widths, or by a µ-Argus metafile', async () => {
    const line = ({ age, town, income }: (typeof people)[0]): string =>
      `${String(age).padStart(3)}${town.padEnd(6)}${income.toFixed(2).padStart(9)}`
    const file = write('people.asc', `${people.map(line).join('\r\n')}\r\n`)
    const hint = await sdc('inspect', write('numbers.asc', ' 34 1 12.50\n  9 2  9.00\n'))
    expect(hint).toMatchObject({ status: 2, stderr: expect.stringMatching(/fixed width[^]*--widths 3,2,8/) })
    const byWidths = ['--method', 'noise/additive', '--columns', 'c3', '--seed', '1', '--precision', 'column']
    const made = await sdc('mask', file, '--widths', '3,6,9', ...byWidths, '-o', path('masked.asc'))
    expect(made.status, made.stderr).toBe(0)
    const masked = read('masked.asc').split('\r\n')
    expect(
      masked.slice(0, -1).every((one, i) => one.length === 18 && one.startsWith(line(people[i]).slice(0, 9))),
    ).toBe(true)
    const rda = write('people.rda', 'age 1 3\n <NUMERIC>\ntown 4 6\n <RECODEABLE>\nincome 10 9\n <NUMERIC>\n')
    const asCsv = await sdc('mask', file, '--schema', rda, ...noise, '-o', path('people-out.csv'))
    expect(asCsv.status, asCsv.stderr).toBe(0)
    expect(read('people-out.csv')).toMatch(/^age,town,income\n20,Köln,/)
    const measured = await sdc(
      'measure',
      file,
      path('people-out.csv'),
      '--schema',
      rda,
      '--columns',
      'income',
      '--metrics',
      'risk/dbrl',
    )
    expect(measured.status, measured.stderr).toBe(0)
    const refused = await sdc('inspect', file, '--widths', '3,x')
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringMatching(/is not a list of widths/) })
  })
})
