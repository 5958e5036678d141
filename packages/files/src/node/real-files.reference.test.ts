import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { census, censusCsv } from '@sdc/datasets/census'
import { eia, eiaCsv } from '@sdc/datasets/eia'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { writeCsv } from '../csv/write-csv.js'
import { readCsvFile, readText } from './read-file.js'

async function expectSameBytes(path: string, texts: readonly string[]): Promise<void> {
  const file = await readCsvFile(path)
  expect(writeCsv(file, file.dataset)).toBe(await readText(path))
  expect(file.dataset.names.filter((column) => file.dataset.column(column).kind === 'categorical')).toEqual(texts)
}

describe('public files', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'io-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each([
    ['census.csv', censusCsv, census, []],
    ['eia.csv', eiaCsv, eia, ['UTILNAME', 'STATE']],
  ] as const)(
    '%s is written back unchanged, and equals the result of its function',
    async (name, text, made, texts) => {
      await writeFile(join(folder, name), text)
      await expectSameBytes(join(folder, name), texts)
      const { dataset } = await readCsvFile(join(folder, name))
      expect(made().names).toEqual(dataset.names)
      for (const column of dataset.names) expect(dataset.column(column)).toMatchObject(made().column(column))
    },
  )
})

describe.each(['testdata.csv', 'free1.csv', 'francdat.csv'])('%s', (name) => {
  it.runIf(haveData(name))('is written back unchanged', () => expectSameBytes(pathOf(name), []))
})
