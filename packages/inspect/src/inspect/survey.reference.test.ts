import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { readSchema } from '../files/documents.js'
import { readTable } from '../files/tables.js'
import { dropped, registry } from '../in-memory.fixture.js'
import { inspectFile } from './inspect-file.js'
import { schemaText } from './output/schema-text.js'

const survey = (ending: string): { readonly name: string; readonly content: Uint8Array } => {
  return { name: `survey.${ending}`, content: readFileSync(pathOf(`stat/survey/survey.${ending}`)) }
}

describe.skipIf(!haveData('stat/survey'))('the schema written by inspect for a survey in SPSS', () => {
  it('reads the same survey as text to the same values, labels and missing definitions', () => {
    const found = inspectFile(readTable(survey('sav')), { file: 'survey.sav' })
    const schema = readSchema(dropped('schema.yaml', schemaText(found, registry)))
    const [sav, csv] = [readTable(survey('sav'), schema), readTable(survey('csv'), schema)]
    expect(csv.dataset.names).toEqual(sav.dataset.names)
    for (const name of sav.dataset.names) {
      const own = { ...sav.dataset.column(name), notNumeric: undefined }
      expect({ ...csv.dataset.column(name), notNumeric: undefined }, name).toEqual(own)
      const { label, labels, measure, format, time, missing } = sav.dictionary?.columns.get(name) ?? {}
      const said = { label, labels, measure, format, time, missing }
      expect(csv.dictionary?.columns.get(name), name).toMatchObject(
        Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
      )
    }
  })
})
