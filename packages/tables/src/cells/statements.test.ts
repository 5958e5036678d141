import { givenStatuses } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { dropped, registry } from '../../../inspect/src/in-memory.fixture.js'
import { columnsFromJson, columnsJson } from '../protect/replayed-columns.js'
import { protectTableFiles } from '../protect/protect-table-file.js'
import { readPattern, patternStatuses } from '../cells/read-pattern.js'
import { normalTable } from '../cells/read-table.js'
import type { TableFile } from '../cells/read-table-cells.js'
import { readStatusCodes, statusDialects } from '../read/status-codes.js'
import type { TableOptions } from '../read/table-columns.js'
import { contributionsDescribed } from '../read/table-description.js'
import { readTableFile } from '../cells/table-file.js'

const lines = (text: string): string => `${text.trim().replaceAll(' ', '\n')}\n`
const file = (text: string, name = 't.csv'): ReturnType<typeof dropped> => dropped(name, lines(text))
const read = (text: string, options: TableOptions = {}): TableFile =>
  readTableFile({ file: file(text) }, { by: ['g'], ...options })
const failure = (code: string, message: RegExp, fix = /./): unknown =>
  expect.objectContaining({ code, message: expect.stringMatching(message), fix: expect.stringMatching(fix) })
const words = ({ table }: TableFile): string[] => Array.from(table.given ?? [], (one) => givenStatuses[one])
const statuses = (...of: readonly string[]): string =>
  `g,value,status ${of.map((status, i) => `c${i},${i + 1},${status}`).join(' ')} T,${(of.length * (of.length + 1)) / 2},`

describe('a column of statuses', () => {
  it('has words, U, and S together with U', () => {
    expect(words(read(statuses('primary', 'Safe', 'FIXED', 'must', '')))).toEqual([
      'primary',
      'safe',
      'fixed',
      'must',
      '',
      '',
    ])
    expect(words(read(statuses('U', 'S', 'U')))).toEqual(['primary', 'safe', 'primary', ''])
    for (const letter of ['S', 'u', 'M', 'D', 'x', '1'])
      expect(() => read(statuses(letter, ''))).toThrow(
        failure('WRONG_INPUT', new RegExp(`"status" of record 1 is "${letter}"`), /statusCodes: argus, sdmx, eurostat/),
      )
  })

  it.each([
    ['argus', 'S s U u P p z M D x w', 'safe safe primary primary fixed fixed fixed must must must must'],
    ['sdmx', 'F A O T G M D S', 'safe primary primary primary primary primary must must'],
    ['eurostat', 'A B C D', 'primary primary primary must'],
  ])('has the letters of an office: %s', (house, letters, meant) => {
    const found = read(statuses(...letters.split(' '), 'fixed'), { statusCodes: statusDialects[house] })
    expect(words(found)).toEqual([...meant.split(' '), 'fixed', ''])
    expect(() => read(statuses('Q', ''), { statusCodes: statusDialects[house] })).toThrow(
      failure('WRONG_INPUT', /"Q"/, /of the codes/),
    )
  })

  it('has the letters of a file', () => {
    const codes = readStatusCodes(dropped('codes.csv', '3; primary\n9;must\n'))
    expect(words(read(statuses('9', '3', ''), { statusCodes: codes }))).toEqual(['must', 'primary', '', ''])
    expect(() => readStatusCodes(dropped('c.csv', '3;secret\n'))).toThrow(
      failure('WRONG_INPUT', /"3;secret"/, /primary/),
    )
    expect(() => readStatusCodes(dropped('c.csv', '3;must\n3;safe\n'))).toThrow(failure('WRONG_INPUT', /must and safe/))
  })

  it('calls empty cells zero, and no others', () => {
    expect(words(read('g,value,status a,0,zero b,2, c,3, T,5,'))[0]).toBe('zero')
    expect(() => read('g,value,status a,1,zero b,2, T,3,')).toThrow(
      failure('WRONG_INPUT', /g=a is called zero, and is 1/),
    )
  })
})

const two = 'r,c,value N,x,40 N,y,2 N,T,42 S,x,30 S,y,25 S,T,55 T,x,70 T,y,27 T,T,97'
const apriori = (text: string, options: TableOptions = {}): TableFile =>
  readTableFile({ file: file(two) }, { by: ['r', 'c'], apriori: dropped('a.txt', text), ...options })

describe('an a-priori file', () => {
  it('gives statuses, levels, costs and bounds of cells', () => {
    const { table } = apriori('N;y;primary\nN;y; pl;1;12,5\n\nS;x;c;7\nS;y;bounds;20;\n T ; T ;fixed\n')
    expect(Array.from(table.given ?? [])).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 2])
    expect([table.givenLevels?.lower[1], table.givenLevels?.upper[1], table.givenLevels?.upper[0]]).toEqual([
      1,
      12.5,
      Number.NaN,
    ])
    expect(Array.from(table.costs ?? [])).toEqual([40, 2, 42, 7, 25, 55, 70, 27, 97])
    expect([table.known?.low[4], table.known?.high[4], table.known?.low[0]]).toEqual([20, Infinity, -Infinity])
    const commas = apriori('N,y,u\nN,y,pl,1,12.5\n', { statusCodes: statusDialects.argus })
    expect([commas.table.given?.[1], commas.table.givenLevels?.upper[1]]).toEqual([1, 12.5])
  })

  it.each([
    ['N;z;primary', /names the cell N, z, which the table has not/, /Lines are CODE/],
    ['N;primary', /"N;primary" has no word/, /Lines are CODE/],
    ['N;y', /"N;y" has no word/, /Lines are CODE/],
    ['N;y;', /"" is not a status/, /A status is/],
    ['N;y;secret', /"secret" is not a status/, /statusCodes/],
    ['N;y;m', /"m" is not a status/, /statusCodes/],
    ['N;y;pl;1', /"pl" is followed by 1 numbers, not 2/, /Lines are CODE/],
    ['N;y;pl;1;many', /"many" is not a number/, /Lines are CODE/],
    ['N;y;pl;;1', /"pl" needs numbers from 0/, /Lines are CODE/],
    ['N;y;c;-1', /"c" needs numbers from 0/, /Lines are CODE/],
    ['N;y;bounds;3;9', /is 2, outside the bounds 3 to 9/, /Correct the bounds/],
    ['N;y;primary;9', /followed by 1 numbers, not 0/, /Lines are CODE/],
  ])('is refused for "%s"', (line, message, fix) => {
    const error = failure('WRONG_INPUT', message, fix)
    expect(() => apriori(`T;T;fixed\n${line}\n`)).toThrow(error as Error)
    expect(() => apriori(`T;T;fixed\n${line}\n`)).toThrow(
      expect.objectContaining({ place: expect.objectContaining({ line: 2 }) }),
    )
  })

  it('takes precedence over the column, but a cell cannot be both sensitive and published', () => {
    const text = 'g,value,status a,1,primary b,2,fixed c,3, T,6,'
    const said = (line: string): TableFile => read(text, { apriori: dropped('a.txt', `${line}\n`) })
    expect(words(said('a;must'))).toEqual(['must', 'fixed', '', ''])
    expect(words(said('a;safe'))).toEqual(['safe', 'fixed', '', ''])
    expect(() => said('a;fixed')).toThrow(
      failure('WRONG_INPUT', /g=a is called primary and fixed/, /waiver.*safe.*waiver/),
    )
    expect(() => said('b;primary')).toThrow(failure('WRONG_INPUT', /g=b is called primary and fixed/))
    expect(() => said('c;must\nc;safe')).toThrow(failure('WRONG_INPUT', /calls g=c must and safe/))
    // A cell with a waiver that must be published is never sensitive, and publicly known.
    const { table } = said('b;safe')
    expect([givenStatuses[table.given?.[1] ?? 0], table.known?.low[1], table.known?.high[1]]).toEqual(['safe', 2, 2])
  })
})

describe('respondents', () => {
  const text = 'g,value,count,alone a,5,1,zeta b,7,2, c,4,1,01 T,16,4,'
  it('are numbered by their names, in the column and in the file of contributions', () => {
    const contributions = file('g,respondent,x b,1,3 b,zeta,4 c,01,1 a,zeta,5 c,01,3', 'c.csv')
    const { table } = read(text, { contributions, waivers: ['zeta'] })
    expect(table.respondents).toEqual(['01', '1', 'zeta'])
    expect(Array.from(table.alone ?? [])).toEqual([2, -1, 0, -1])
    const { starts, respondents, values } = table.contributions ?? {}
    expect([...(starts ?? [])]).toEqual([0, 1, 3, 4, 4])
    expect([...(respondents ?? [])]).toEqual([2, 1, 2, 0])
    expect([...(values ?? [])]).toEqual([5, 3, 4, 4])
    expect([...(table.waivers ?? [])]).toEqual([2])
    const waiver = { apriori: dropped('a.txt', 'waiver;01\n') }
    expect([...(read(text, waiver).table.waivers ?? [])]).toEqual([0])
    expect(() => read(text, { waivers: ['zeto'] })).toThrow(failure('BAD_OPTION', /"zeto" waives/, /zeta/))
    expect(() => read('g,value a,1 b,2 T,3', { waivers: ['f'] })).toThrow(failure('BAD_OPTION', /"f"/, /contributions/))
  })

  it('are written in a separate file of the normal form, and read from there', () => {
    const contributions = file('g,respondent,x b,1,3 b,zeta,4', 'c.csv')
    const source = { file: file(text), contributions }
    const [table, description, beside] = normalTable(source, { by: ['g'] }, 'dir/n.csv').artefacts.map(
      ({ name = '', content }) => ({ name, content }),
    )
    expect(beside).toEqual({ name: 'dir/n.contributions.csv', content: 'g,respondent,x\nb,1,3\nb,zeta,4\n' })
    expect(contributionsDescribed(description)).toBe('n.contributions.csv')
    const again = readTableFile({ file: table, description, contributions: beside }, {})
    expect(again.table).toEqual(readTableFile(source, { by: ['g'] }).table)
  })

  it.each([
    ['g,who,x a,f,1', 'UNKNOWN_COLUMN', /no column "respondent"/],
    ['g,respondent,x z,f,1', 'WRONG_INPUT', /g=z, which the table has not/],
    ['g,respondent,x T,f,1', 'WRONG_INPUT', /g=T, which is a total/],
    ['g,respondent,x a,f,3 a,e,3', 'WRONG_INPUT', /to g=a sum to 6, and its value is 5/],
    ['g,respondent,x a,f,', 'MISSING_VALUES', /no contribution/],
    ['g,respondent,x a,,3', 'MISSING_VALUES', /no level of "respondent"/],
  ])('are refused: %s', (lines_, code, message) => {
    expect(() => read(text, { contributions: file(lines_, 'c.csv') })).toThrow(failure(code, message))
  })

  it('need no column of counts: a lone respondent is one', () => {
    const { table } = read('g,value,largest_1,largest_2,alone x,100,60,20, y,90,85,3, z,50,50,,f T,240,85,60,')
    expect([...table.counts]).toEqual([-1, -1, 1, -1])
    const some = read('g,value,count x,100,3 y,90, T,190,')
    expect([...some.table.counts]).toEqual([3, -1, -1])
  })
})

describe('a rule', () => {
  const text = 'r,v,a,b x,100,60,20 y,90,85,3 z,50,20,20 T,240,85,60'
  const protect = (rule: string): ReturnType<typeof protectTableFiles> =>
    protectTableFiles(
      [{ file: file(text) }],
      { columns: { by: ['r'], value: 'v', largest: ['a', 'b'] }, requirements: {}, rules: [rule] },
      registry,
    )
  it('needs counts only if it is a rule on counts', async () => {
    const { result } = await protect('p=20%')
    expect([...result.result.sensitive.status]).toEqual([0, 1, 0, 0])
    await expect(protect('freq=3')).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      message: expect.stringMatching(/number of contributors of .* is unknown/),
    })
  })
})

describe('a pattern of another program', () => {
  const table = read('g,value a,1 b,2 c,3 d,4 T,10')
  const pattern = (
    text: string,
    ...rest: Parameters<typeof readPattern> extends [unknown, unknown, ...infer R] ? R : never
  ): string[] => Array.from(readPattern(file(text, 'p.csv'), table, ...rest).statuses, (one) => patternStatuses[one])
  it('has empty values, marks, or statuses', () => {
    expect(pattern('g,value a, b,2 c,NA d,4 T,10')).toEqual([
      'suppressed',
      'published',
      'suppressed',
      'published',
      'published',
    ])
    expect(pattern('g,value a,x b,2 c,.. d,4 T,10', { marks: ['x', '..'] })).toEqual([
      'suppressed',
      'published',
      'suppressed',
      'published',
      'published',
    ])
    expect(pattern('g,status a,U b,S c,must d,secondary T,')).toEqual([
      'primary',
      'published',
      'secondary',
      'secondary',
      'published',
    ])
    expect(() => pattern('g,value a,q b,2 c,3 d,4 T,10')).toThrow(failure('NOT_NUMERIC', /q/))
    expect(() => pattern('g,status a,m b, c, d, T,')).toThrow(
      failure('WRONG_INPUT', /"m" is not a status/, /statusCodes/),
    )
    const argus = { ...table, columns: { ...table.columns, statusCodes: statusDialects.argus } }
    expect([...readPattern(file('g,status a,u b,S c,M d,x T,z', 'p.csv'), argus).statuses]).toEqual([1, 0, 2, 2, 0])
  })
})

describe('the content of a private file', () => {
  it('is everything that was given about a table', () => {
    const { columns, table } = apriori('N;y;Q\nS;y;bounds;20;30\n', {
      totals: new Map([['r', 'T']]),
      tolerance: 'auto',
      statusCodes: new Map([['Q', 'primary']]),
      contributions: file('r,c,respondent,x N,y,f,2', 'c.csv'),
      waivers: ['f'],
    })
    const [again] = columnsFromJson([JSON.parse(JSON.stringify(columnsJson(columns)))])
    expect(readTableFile({ file: file(two) }, again).table).toEqual(table)
  })
})
