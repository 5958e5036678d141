import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { peopleCsv, sdc, workFolder } from '../cli.fixture.js'

const { path, read, write } = workFolder()
const mask = (from: string, to: string, ...more: readonly string[]): ReturnType<typeof sdc> =>
  sdc('mask', path(from), '--method', 'noise/additive', '--columns', 'income', '--set', 'relativeVariance=0.1', '--seed', '1', '-o', path(to), ...more) // oxfmt-ignore

beforeAll(async () => {
  write('people.csv', peopleCsv())
  expect((await mask('people.csv', 'people.parquet')).status).toBe(0)
  copyFileSync(path('people.parquet'), path('parquet.csv'))
  copyFileSync(path('people.csv'), path('csv.parquet'))
})

describe('the format of an input', () => {
  it.each([
    ['inspect', 'parquet.csv'],
    ['inspect', 'csv.parquet'],
    ['risk', 'parquet.csv', '--quasi-identifiers', 'region,age'],
    ['measure', 'people.csv', 'parquet.csv', '--metrics', 'loss/il-score'],
    ['measure', 'csv.parquet', 'people.parquet', '--metrics', 'loss/il-score'],
  ])('is found from its first bytes: %s %s', async (command, ...args) => {
    const { status, stdout, stderr } = await sdc(command, ...args.map((one) => (one.includes('.') ? path(one) : one)))
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')])
    expect(stdout).toMatch(/income|records/)
  })
})

describe('the format of an output', () => {
  const head = (name: string): string => readFileSync(path(name)).subarray(0, 4).toString('latin1')

  it.each([
    ['people.csv', 'out.parquet', 'PAR1'],
    ['people.csv', 'out.sav', '$FL2'],
    ['people.csv', 'out.zsav', '$FL3'],
    ['people.csv', 'out.xpt', 'HEAD'],
    ['people.csv', 'out.xlsx', 'PK\x03\x04'],
    ['people.csv', 'out.csv.gz', '\x1f\x8b\b\0'],
    ['people.csv', 'out.tsv', 'id\tr'],
    ['people.csv', 'out.dat', 'id,"'],
    ['people.parquet', 'p.csv', 'id,r'],
    ['people.parquet', 'p.tsv', 'id\tr'],
    ['people.parquet', 'p.csv.gz', '\x1f\x8b\b\0'],
    ['people.parquet', 'p.sav', '$FL2'],
    ['out.sav', 's.csv', 'id,r'],
    ['out.zsav', 's.parquet', 'PAR1'],
    ['out.xpt', 's.xlsx', 'PK\x03\x04'],
    ['out.xlsx', 's.sav', '$FL2'],
    ['out.csv.gz', 'unpacked.csv', 'id,"'],
  ])('follows from its name: mask %s -o %s', async (from, to, begins) => {
    expect(await mask(from, to)).toMatchObject({ status: 0 })
    expect(head(to)).toBe(begins)
    const measured = await sdc('measure', path(from), path(to), '--columns', 'income', '--metrics', 'loss/il-score')
    expect(measured).toMatchObject({ status: 0 })
  })

  it('has the same values in every case', async () => {
    const formats = ['csv', 'tsv', 'csv.gz', 'parquet', 'sav', 'zsav', 'xpt', 'xlsx']
    const numbers: string[] = []
    for (const format of formats) {
      expect(await mask('people.csv', `same.${format}`)).toMatchObject({ status: 0 })
      const argv = ['measure', path('people.csv'), path(`same.${format}`), '--columns', 'income', '--json']
      const { stdout } = await sdc(...argv, '--metrics', 'loss/il-score,risk/dld', '--seed', '1')
      numbers.push(stdout)
    }
    expect(new Set(numbers).size).toBe(1)
  })

  it.each(['parquet', 'sav', 'xlsx', 'tsv', 'csv.gz'])(
    'is written as .%s by anonymize and optimize',
    async (format) => {
      const from = format === 'tsv' ? 'people.csv' : `same.${format}`
      const keys = ['--quasi-identifiers', 'region,age', '--k', '3']
      const anonymous = path(`anonymous.${format}`)
      const made = await sdc('anonymize', path(from), ...keys, '-o', anonymous)
      expect(made).toMatchObject({ status: 0 })
      const { stdout } = await sdc('risk', anonymous, '--quasi-identifiers', 'region,age', '--json')
      expect(JSON.parse(stdout)).toMatchObject({ records: 58 })
      const better = path(`better.${format}`)
      const argv = ['optimize', path('people.csv'), path(`same.${format}`), '--columns', 'income', '-o', better]
      expect(await sdc(...argv, '--seed', '1')).toMatchObject({
        status: 0,
        stderr: expect.not.stringContaining('error'),
      })
      expect(await sdc('inspect', better)).toMatchObject({ status: 0 })
    },
  )

  it('causes a warning if it cannot store something, and an error with --strict', async () => {
    const schema = write(
      'labels.yaml',
      'columns: { region: { label: Part of the country, labels: { north: North } } }\n',
    )
    expect(await mask('people.csv', 'labelled.sav', '--schema', schema)).toMatchObject({ status: 0 })
    const lost = /Text files hold no labels: those of region are not written/
    const { status, stderr } = await mask('labelled.sav', 'plain.csv')
    expect([status, stderr]).toEqual([0, expect.stringMatching(lost)])
    expect(JSON.parse(read('plain.manifest.json'))).toMatchObject({ losses: [expect.stringMatching(lost)] })
    const strict = await mask('labelled.sav', 'strict.csv', '--strict')
    expect([strict.status, existsSync(path('strict.csv'))]).toEqual([2, false])
    expect(await mask('labelled.sav', 'strict.zsav', '--strict')).toMatchObject({ status: 0 })
  })

  it('may have a codebook of the masked file (--codebook)', async () => {
    expect(await mask('people.csv', 'described.sav', '--codebook', path('book.xml'))).toMatchObject({ status: 0 })
    const book = readFileSync(path('book.xml'), 'utf8')
    expect(book).toMatch(/<fileName>described\.sav<[^]*<var [^>]*name="income"/)
  })

  it('follows from --format before the name', async () => {
    expect(await mask('people.csv', 'out.bin', '--format', 'sav')).toMatchObject({ status: 0 })
    expect(head('out.bin')).toBe('$FL2')
    const { stdout } = await sdc('mask', path('people.csv'), '--method', 'noise/additive', '--columns', 'income', '--format', 'tsv') // oxfmt-ignore
    expect(stdout).toMatch(/^id\tregion\tincome/)
  })

  it.each([
    ['no.sas7bdat', /does not write SAS files.*End the name in \.xpt/s],
    ['no.por', /SPSS portable/],
    ['no.xls', /before 2007.*\.xlsx/s],
    ['no.foo', /\.foo is not a format that sdc knows/],
    ['no.sav.gz', /only text is compressed/],
  ])('is refused before any work: %s', async (name, message) => {
    const { status, stderr } = await mask('people.csv', name)
    expect([status, existsSync(path(name))]).toEqual([2, false])
    expect(stderr).toMatch(message)
    expect(await mask('nosuch.csv', name)).toMatchObject({ status: 2, stderr: expect.stringMatching(message) })
  })
})
