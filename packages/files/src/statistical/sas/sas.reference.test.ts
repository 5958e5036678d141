import { describe, expect, it } from 'vitest'
import { differences, statBytes, statFiles } from '../expected.fixture.js'
import { readSasCatalog, type ReadCatalogOptions, type SasCatalog } from './read-sas-catalog.js'
import { readSas7bdat } from './read-sas7bdat.js'
import { readXpt } from './read-xpt.js'

const transport = statFiles(['xpt', 'survey'], /\.xpt$/)

describe.skipIf(transport.length === 0)('transport files of other programs', () => {
  it.each(transport)('%s is read as in haven', (name) => {
    expect(differences(name, readXpt(statBytes(name), { file: name }).table)).toEqual([])
  })
})

const catalogs = statFiles(['sas'], /\.sas7bcat$/)
const sets = statFiles(['sas', 'survey'], /\.sas7bdat$/)

describe.skipIf(sets.length === 0)('data sets of other programs', () => {
  it.each(sets)('%s is read as in haven', (name) => {
    const beside = name.replace('bdat', 'bcat')
    const catalog = catalogs.includes(beside)
      ? (how: ReadCatalogOptions): SasCatalog => readSasCatalog(statBytes(beside), how)
      : undefined
    const { table } = readSas7bdat(statBytes(name), { file: name, catalog })
    // ReadStat leaves out the width of formats in files of 32 bits.
    const found = differences(name, table).filter((text) => !/, format: "([^"]*?)[\d.]+", expected "\1"$/.test(text))
    expect(found).toEqual([])
  })
})
