import { createRegistry, messageText } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { dropped, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { thirdParty } from '../../../inspect/src/third-party.fixture.js'
import { applyToTable, type ApplyToTableOptions } from '../protect/apply-to-table.js'
import { readTableCells } from '../cells/read-table-cells.js'

const registry = createRegistry().use(thirdParty).freeze()

/** Firms and their turnover by region and branch; one firm alone makes up the farms of the south. */
const lines = [
  'region;branch;turnover;firms;first;second;name',
  'north;farms;10,5;4;5;3;a',
  'north;shops;20;5;8;8;b',
  'north;Total;30,5;9;8;8;c',
  'south;farms;7;1;7;;d',
  'south;shops;0;0;;;e',
  'south;Total;7;1;7;;f',
  'Total;farms;17,5;5;7;5;g',
  'Total;shops;20;5;8;8;h',
  'Total;Total;37,5;10;8;8;i',
]
const table = (change: (line: string) => string = (line) => line): ReturnType<typeof dropped> =>
  dropped('firms.csv', `${lines.map(change).join('\n')}\n`)
const columns = { by: ['region', 'branch'], value: 'turnover', count: 'firms' }
const options: ApplyToTableOptions = {
  ...columns,
  largest: ['first', 'second'],
  method: 'third/minimum-frequency',
  set: ['least=2'],
  out: 'shown.csv',
}

describe('a table in long form', () => {
  it('is converted to cells with codes, contributions and an equation for every total', () => {
    const { table: read } = readTableCells(table(), { ...columns, largest: ['first', 'second'] })
    expect(read.dimensions.map(({ levels }) => levels)).toEqual([
      ['north', 'south', 'Total'],
      ['farms', 'shops', 'Total'],
    ])
    expect([...read.dimensions[0].codes]).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2])
    expect(read.dimensions[0].taxonomy).toEqual(
      new Map([
        ['north', 'Total'],
        ['south', 'Total'],
        ['Total', null],
      ]),
    )
    expect([...read.counts]).toEqual([4, 5, 9, 1, 0, 1, 5, 5, 10])
    expect([...(read.largest ?? [])].slice(6, 10)).toEqual([7, 0, 0, 0])
    const equations = read.equations.map(({ cells, signs }) => [...cells].map((cell, i) => signs[i] * (cell + 1)))
    // By region within each branch, then by branch within each region; cells count from 1, the total first.
    expect(equations).toEqual([
      [-7, 1, 4],
      [-8, 2, 5],
      [-9, 3, 6],
      [-3, 1, 2],
      [-6, 4, 5],
      [-9, 7, 8],
    ])
  })

  it('may have no total, totals with another name, and decimals that add up to rounding', () => {
    const text = 'a,x\nu,1\nv,2\nall,4\n'
    const cells = { by: ['a'], value: 'x', count: undefined }
    const without = readTableCells(dropped('t.csv', text.replace('all', 'w')), { ...cells, noTotal: ['a'] })
    expect(without).toMatchObject({ table: { equations: [] }, withoutTotal: ['a'] })
    const counted = dropped('t.csv', 'a,x,n\nu,0.1,1\nv,0.2,2\nall,0.3,3\n')
    const { equations } = readTableCells(counted, { ...cells, count: 'n' }).table
    expect(equations).toEqual([{ cells: Int32Array.of(2, 0, 1), signs: Int8Array.of(-1, 1, 1) }])
  })

  it.each<[string, (line: string) => string, string, RegExp]>([
    [
      'does not add up in values',
      (line) => line.replace('37,5', '37,6'),
      'BAD_TABLE',
      /"turnover" of region=Total, branch=Total is 37.6, its 2 cells sum to 37.5/,
    ],
    [
      'does not add up in counts',
      (line) => line.replace('0;0;;;e', '0;2;0;0;e'),
      'BAD_TABLE',
      /"firms" of region=Total, branch=shops is 5, its 2 cells sum to 7/,
    ],
    [
      'has a cell twice',
      (line) => line.replace('south;shops', 'south;farms'),
      'BAD_TABLE',
      /region=south, branch=farms is there twice, in records 4 and 5/,
    ],
    ['lacks a value', (line) => line.replace(';7;1;7;;d', ';;1;7;;d'), 'MISSING_VALUES', /"turnover".*record 4/],
    ['lacks a level', (line) => line.replace('south;shops', ';shops'), 'MISSING_VALUES', /record 5.*"region"/],
    [
      'has half a contributor',
      (line) => line.replace(';4;5;3;a', ';4,5;5;3;a'),
      'WRONG_INPUT',
      /"firms" of record 1 is 4.5/,
    ],
    [
      'lacks a contribution',
      (line) => line.replace('4;5;3;a', '4;5;;a'),
      'MISSING_VALUES',
      /record 1 has 4 contributors and no "second"/,
    ],
    [
      'has the second first',
      (line) => line.replace('4;5;3;a', '4;5;6;a'),
      'WRONG_INPUT',
      /"second" of record 1 is larger/,
    ],
  ])('is refused if it %s', (_, change, code, message) => {
    expect(() => readTableCells(table(change), { ...columns, largest: ['first', 'second'] })).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    )
  })

  it('is refused for contradictory columns', () => {
    const read =
      (change: object): (() => unknown) =>
      () =>
        readTableCells(table(), { ...columns, ...change })
    expect(read({ by: ['region', 'area'] })).toThrow(expect.objectContaining({ code: 'UNKNOWN_COLUMN' }))
    expect(read({ by: ['region', 'turnover'] })).toThrow(expect.objectContaining({ code: 'DUPLICATE_COLUMN' }))
    expect(read({ by: [] })).toThrow(/dimension/)
    expect(read({ largest: [] })).toThrow(/no column/)
    // Turnover is not a number of firms: their number is unknown.
    const { table: uncounted } = readTableCells(table(), { ...columns, count: undefined })
    expect(new Set(uncounted.counts)).toEqual(new Set([-1]))
  })
})

describe('a table method', () => {
  it('suppresses cells, and writes nothing that discloses them', async () => {
    const { artefacts, messages } = await applyToTable({ file: table() }, options, registry)
    expect(artefacts).toMatchObject([{ kind: 'internal-table', name: 'shown.csv' }])
    expect(textIn(artefacts[0]).split('\n')).toEqual([
      'region;branch;turnover;firms;status',
      'north;farms;10,5;4;published',
      'north;shops;20;5;published',
      'north;Total;30,5;9;published',
      'south;farms;;;primary',
      'south;shops;0;0;published',
      'south;Total;;;primary',
      'Total;farms;17,5;5;published',
      'Total;shops;20;5;published',
      'Total;Total;37,5;10;published',
      '',
    ])
    const said = messages.map(messageText).join('\n')
    expect(said).toContain('not written, because they may tell what is hidden: first, second, name')
    expect(said).toContain('9 cells: 7 published, 2 primary, 0 secondary')
    expect(said).toContain('sensitive: 2')
    expect(said).toContain('not protected')
  })

  it('replaces values and gives intervals, and then leaves out true counts', async () => {
    const { artefacts } = await applyToTable(
      { file: table() },
      { ...options, method: 'third/rounding', set: ['base=10'] },
      registry,
    )
    expect(textIn(artefacts[0]).split('\n').slice(0, 3)).toEqual([
      'region;branch;turnover;status;low;high',
      'north;farms;10;published;5;15',
      'north;shops;20;published;15;25',
    ])
  })

  it('takes the values for counts by default, and reports this', async () => {
    const text = 'a,n\nu,1\nv,9\nTotal,10\n'
    const asked = { method: 'third/minimum-frequency', by: ['a'], value: 'n' }
    const { artefacts, messages } = await applyToTable({ file: dropped('t.csv', text) }, asked, registry)
    expect(textIn(artefacts[0])).toBe('a,n,status\nu,,primary\nv,9,published\nTotal,10,published\n')
    expect(messages.map(({ text: one }) => one)).toEqual(
      expect.arrayContaining(['a: Total is the sum of the others', expect.stringMatching(/no count, so "n" is taken/)]),
    )
  })

  it('is refused for a fault of its plugin, an unknown id or parameter, and conflicting names', async () => {
    const failing = (change: Partial<ApplyToTableOptions>): Promise<unknown> =>
      applyToTable({ file: table() }, { ...options, ...change }, registry)
    await expect(failing({ method: 'third/too-few', set: [] })).rejects.toMatchObject({
      code: 'BAD_PLUGIN',
      message: expect.stringContaining('it judged 8 of 9 cells'),
      place: { table: 'third/too-few', plugin: 'third-party' },
    })
    await expect(failing({ method: 'third/minimum' })).rejects.toMatchObject({ code: 'UNKNOWN_TABLE' })
    await expect(failing({ set: ['k=2'] })).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
    await expect(failing({ value: 'status' })).rejects.toMatchObject({ code: 'BAD_OPTION' })
  })
})
