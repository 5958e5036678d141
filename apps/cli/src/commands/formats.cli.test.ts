import { copyFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { peopleCsv, sdc, workFolder } from '../cli.fixture.js'

const { path, write } = workFolder()
const mask = (from: string, to: string, ...more: readonly string[]): ReturnType<typeof sdc> =>
  sdc('mask', path(from), '--method', 'noise/additive', '--columns', 'income', '--set', 'relativeVariance=0.1', '--seed', '1', '-o', path(to), ...more) // oxfmt-ignore

beforeAll(async () => {
  write('people.csv', peopleCsv())
  expect((await mask('people.csv', 'people.parquet')).status).toBe(0)
  copyFileSync(path('people.parquet'), path('parquet.csv'))
  copyFileSync(path('people.csv'), path('csv.parquet'))
})

describe('a file is read by its first bytes', () => {
  it.each([
    ['inspect', 'parquet.csv'],
    ['inspect', 'csv.parquet'],
    ['risk', 'parquet.csv', '--quasi-identifiers', 'region,age'],
    ['measure', 'people.csv', 'parquet.csv', '--metrics', 'loss/il-score'],
    ['measure', 'csv.parquet', 'people.parquet', '--metrics', 'loss/il-score'],
  ])('%s %s', async (command, ...args) => {
    const { status, stdout, stderr } = await sdc(command, ...args.map((one) => (one.includes('.') ? path(one) : one)))
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')])
    expect(stdout).toMatch(/income|records/)
  })
})
