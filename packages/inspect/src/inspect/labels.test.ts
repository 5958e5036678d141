import { describe, expect, it } from 'vitest'
import { parseFileSchema } from '@sdc/engine'
import { numeric } from '@sdc/core'
import { readSchema } from '../files/documents.js'
import { readTable } from '../files/tables.js'
import { dropped, registry } from '../in-memory.fixture.js'
import { columnFacts, rareMissing } from './file-facts.js'
import { inspectFile } from './inspect-file.js'
import type { Inspection } from './inspection.js'
import { inspectionJson } from './output/inspection-json.js'
import { inspectOutput } from './output/output.js'
import { schemaText } from './output/schema-text.js'

const csv = `sex,income,w\n${'1,100,1\n2,200,2\n'.repeat(30)}1,-9,1\n2,,1\n9,-8,1\n1,-9,2\n`
const labels = { '-9': 'no answer', '-8': 'does not apply' }
const schema = parseFileSchema({
  columns: {
    sex: { label: 'Sex', levels: ['1', '2'], labels: { 1: 'male', 2: 'female' }, measure: 'nominal', missing: ['9'] },
    income: { kind: 'numeric', labels, missing: ['', '-9'], missingRange: [-Infinity, -8.5] },
  },
})

describe('labels and kinds of missing values', () => {
  const file = dropped('data.csv', csv.replace('9,-8', '9,-8.5'))
  const found = inspectFile(readTable(file, schema), { file: 'data.csv', schema })
  const said = (kind: string): string[] => found.findings.filter((one) => one.kind === kind).map(({ text }) => text)

  it('are findings', () => {
    expect(said('labels')[0]).toBe('sex: Sex; nominal; 1 male, 2 female')
    expect(said('kinds')).toEqual([
      'sex: 9: 1',
      'income: -9 no answer: 2, system-missing: 1, -8.5: 1',
      '2 records have a pattern of these kinds that no other record has; without the kinds 1',
    ])
    expect(found.columns[0].looks).toBe('1 male, 2 female')
  })

  it('are in the output for programs', () => {
    const output = inspectOutput.parse(inspectionJson(found))
    expect(output.columns[1]).toMatchObject({
      label: null,
      labels,
      measure: null,
      missingKinds: [
        { text: '-9', label: 'no answer', records: 2 },
        { text: '', label: null, records: 1 },
        { text: '-8.5', label: null, records: 1 },
      ],
    })
  })

  it('are written to the schema', () => {
    const written = readSchema(dropped('schema.yaml', schemaText(found, registry)))
    expect(written.columns.sex).toMatchObject({ label: 'Sex', levels: ['1', '2'], labels: { 1: 'male', 2: 'female' } })
    expect(written.columns.sex.missing).toContain('9')
    expect(written.columns.income).toMatchObject({ kind: 'numeric', labels, missingRange: [-Infinity, -8.5] })
  })
})

describe('weights declared by a file', () => {
  it('are suggested as weight, whatever their name', () => {
    const table = readTable(dropped('data.csv', csv))
    const dictionary = { weight: 'w', columns: new Map() }
    const { columns }: Inspection = inspectFile({ ...table, format: 'sav', dictionary }, { file: 'data.sav' })
    expect(columns[2].role).toEqual({ role: 'weight', unsure: false, why: 'the file declares it as its weights' })
  })
})

describe('records with a unique pattern of missing cells', () => {
  it('are counted only if kinds distinguish more records than places', () => {
    const column = numeric([1, Number.NaN, Number.NaN])
    const facts = columnFacts(column, undefined)
    expect(facts.missingKinds).toEqual([{ text: '', label: undefined, records: 2 }])
    expect(rareMissing([column], [facts], 3)).toBeUndefined()
  })
})
