import { describe, expect, it } from 'vitest'
import { dropped } from '../in-memory.fixture.js'
import { readSchema } from './documents.js'
import { readTable } from './tables.js'

const rda = `REGION 1 2 99
    <RECODEABLE>
    <CODELIST> "region.cdl"
AGE 3 3 998 999
    <RECODEABLE>
    <NUMERIC>
HOUSE 8 4
    <HOUSE_ID>
WEIGHT 12 6
    <NUMERIC>
    <DECIMALS> 2
    <WEIGHT>
`

describe('readArgusMetadata', () => {
  it('returns the schema of a file of fixed width', () => {
    const schema = readSchema(dropped('demo.rda', rda))
    expect(schema).toMatchObject({
      widths: [2, 3, 2, 4, 6],
      names: ['REGION', 'AGE', 'letters 6-7', 'HOUSE', 'WEIGHT'],
      columns: {
        REGION: { kind: 'categorical', missing: ['', '99'] },
        AGE: { kind: 'numeric', missing: ['', '998', '999'] },
        HOUSE: { role: 'household' },
        WEIGHT: { kind: 'numeric', role: 'weight' },
      },
    })
    const { dataset } = readTable(dropped('demo.asc', ' 1 34xx 127 12.50\n99998xx 128  3.00\n'), schema)
    expect(dataset.column('AGE')).toMatchObject({ values: Float64Array.of(34, Number.NaN) })
    expect(dataset.column('REGION')).toMatchObject({ levels: ['1'], codes: Int32Array.of(0, -1) })
    expect(dataset.column('WEIGHT')).toMatchObject({ values: Float64Array.of(12.5, 3) })
  })

  it('returns the schema of a file with separators', () => {
    const schema = readSchema(dropped('demo.rda', '   <SEPARATOR> ";"\nSEX 1 9\n   <RECODEABLE>\nAGE 3\n'))
    expect(schema).toMatchObject({ separator: ';', names: ['SEX', 'AGE'] })
    const { dataset } = readTable(dropped('demo.csv', '1;34\n9;27\n'), schema)
    expect(dataset.column('SEX')).toMatchObject({ levels: ['1'], codes: Int32Array.of(0, -1) })
  })

  it('refuses other files', () => {
    expect(() => readSchema(dropped('x.rda', 'A 1 3\nB 2 3\n'))).toThrow(/x\.rda, line 2.*within the one before/)
    expect(() => readSchema(dropped('x.rda', 'A one 3\n'))).toThrow(/line 1.*NAME start length/)
    expect(() => readSchema(dropped('x.rda', '\n'))).toThrow(/names no variables/)
  })
})
