import { describe, expect, it } from 'vitest'
import { visitXml } from '../xlsx/xml.js'
import { ddiCodebook } from './ddi-codebook.js'
import type { StatTable } from '../dictionary/stat-table.js'

const table: StatTable = {
  rows: 5,
  weight: 'w',
  columns: [
    {
      name: 'sex',
      description: {
        stored: 'number',
        label: 'Sex of the <person> & "others"',
        labels: new Map([
          ['1', 'male'],
          ['2', 'female'],
          ['3', 'nobody'],
          ['-9', 'no answer'],
        ]),
        missing: { values: ['-9'], range: [-Infinity, -99.5] },
        measure: 'nominal',
        format: 'F8.2',
      },
      cells: {
        kind: 'numbers',
        values: Float64Array.of(2, 1, 2, Number.NaN, Number.NaN),
        missing: { texts: ['', '-9'], of: Int32Array.of(0, 0, 0, 1, 0) },
      },
    },
    {
      name: 'w',
      description: { stored: 'number', measure: 'scale', format: '%9.0g' },
      cells: { kind: 'numbers', values: Float64Array.of(1, 2, 3, 4, 5.5), missing: null },
    },
    {
      name: 'town',
      description: { stored: 'text', format: '$CHAR8.' },
      cells: { kind: 'texts', levels: ['K\u0001ln', 'a\nb'], codes: Int32Array.of(0, 1, 0, -1, 0), missing: null },
    },
    {
      name: 'born',
      description: { stored: 'number', time: 'date' },
      cells: { kind: 'numbers', values: new Float64Array(5), missing: null },
    },
  ],
}

interface Found {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
  readonly within: readonly Found[]
}

/** The root of a document. */
function parsed(xml: string): Found {
  const open: { name: string; attributes: Readonly<Record<string, string>>; text: string; within: Found[] }[] = [
    { name: '', attributes: {}, text: '', within: [] },
  ]
  const isWhole = visitXml([xml], {
    begin(name, attributes) {
      const one = { name, attributes: attributes(), text: '', within: [] }
      open.at(-1)?.within.push(one)
      open.push(one)
    },
    end: () => void open.pop(),
    text: (text) => {
      const last = open.at(-1)
      if (last !== undefined) last.text += text
    },
  })
  expect(isWhole).toBe(true)
  return open[0].within[0]
}

/** All elements of a name, in order. */
function all(root: Found, name: string): Found[] {
  return root.within.flatMap((one) => [...(one.name === name ? [one] : []), ...all(one, name)])
}

describe('ddiCodebook', () => {
  const root = parsed(ddiCodebook(table, 'out.sav'))
  const [sex, weight, town, born] = all(root, 'var')

  it('begins with the study and the file', () => {
    expect(root).toMatchObject({ name: 'codeBook', attributes: { xmlns: 'ddi:codebook:2_5', version: '2.5' } })
    expect(root.within.map(({ name }) => name)).toEqual(['stdyDscr', 'fileDscr', 'dataDscr'])
    expect(all(root, 'titl').map(({ text }) => text)).toEqual(['out.sav'])
    expect(all(root, 'fileName').map(({ text }) => text)).toEqual(['out.sav'])
    expect(all(root, 'caseQnty').map(({ text }) => text)).toEqual(['5'])
    expect(all(root, 'varQnty').map(({ text }) => text)).toEqual(['4'])
    expect(all(parsed(ddiCodebook({ ...table, fileLabel: 'Survey' }, 'out.sav')), 'titl')[0].text).toBe('Survey')
  })

  it('has the elements of a variable in the order of the schema', () => {
    expect(sex.within.map(({ name }) => name)).toEqual([
      'labl',
      'invalrng',
      'sumStat',
      'sumStat',
      'catgry',
      'catgry',
      'catgry',
      'varFormat',
    ])
    expect(all(sex, 'labl')[0].text).toBe('Sex of the <person> & "others"')
    expect(all(sex, 'sumStat').map(({ text }) => text)).toEqual(['3', '2'])
  })

  it('describes only categories that occur, with their frequencies', () => {
    const categories = all(sex, 'catgry').map(({ attributes, within }) => [
      attributes.missing,
      ...within.map(({ text }) => text),
    ])
    expect(categories).toEqual([
      [undefined, '1', 'male', '1'],
      [undefined, '2', 'female', '2'],
      ['Y', '-9', 'no answer', '1'],
    ])
    expect(all(town, 'catValu').map(({ text }) => text)).toEqual(['K\ufffdln', 'a\nb'])
    expect(all(weight, 'catgry')).toEqual([])
  })

  it('lists the values that mean missing', () => {
    expect(all(sex, 'item').map(({ attributes }) => attributes)).toEqual([{ VALUE: '-9' }])
    expect(all(sex, 'range').map(({ attributes }) => attributes)).toEqual([{ UNITS: 'REAL', max: '-99.5' }])
  })

  it('has the kind of a variable and its format', () => {
    expect([sex, weight, town, born].map(({ attributes }) => attributes)).toEqual([
      { ID: 'V1', name: 'sex', files: 'F1', intrvl: 'discrete', nature: 'nominal', representationType: 'code' },
      {
        ID: 'V2',
        name: 'w',
        files: 'F1',
        wgt: 'wgt',
        intrvl: 'contin',
        nature: 'interval',
        representationType: 'numeric',
      },
      { ID: 'V3', name: 'town', files: 'F1', intrvl: 'discrete', representationType: 'code' },
      { ID: 'V4', name: 'born', files: 'F1', intrvl: 'contin', representationType: 'datetime' },
    ])
    expect(all(root, 'varFormat').map(({ attributes }) => attributes)).toEqual([
      { type: 'numeric', formatname: 'F8.2', schema: 'SPSS' },
      { type: 'numeric', formatname: '%9.0g', schema: 'other', otherSchema: 'Stata' },
      { type: 'character', formatname: '$CHAR8.', schema: 'SAS' },
      { type: 'numeric', category: 'date' },
    ])
  })

  it('does not list many texts', () => {
    const levels = Array.from({ length: 51 }, (_, i) => `t${i}`)
    const cells = { kind: 'texts', levels, codes: Int32Array.from(levels, (_, i) => i), missing: null } as const
    const [column] = all(
      parsed(ddiCodebook({ rows: 51, columns: [{ name: 't', description: {}, cells }] }, 'f')),
      'var',
    )
    expect(column.attributes.representationType).toBe('text')
    expect(all(column, 'catgry')).toEqual([])
  })
})
