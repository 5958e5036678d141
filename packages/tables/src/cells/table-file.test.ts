import { messageText, resolveParams, ruleName, type Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { dropped, filesOf, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { buildTableFile, type BuildTableFileOptions } from '../build/build-table-file.js'
import { readLevelHierarchy } from '@sdc/inspect'
import { parseRule, ruleForms } from '../protect/parse-rule.js'
import { readHoldings } from '../build/read-holdings.js'
import { normalTable } from './read-table.js'
import type { TableOptions } from '../read/table-columns.js'
import { readTableFile } from './table-file.js'

const failure = (code: string, message: RegExp): unknown =>
  expect.objectContaining({ code, message: expect.stringMatching(message) })

describe('a hierarchy of levels', () => {
  const read = (text: string): [string, string | null][] => [...readLevelHierarchy(dropped('h.csv', text))]
  const tree = [
    ['Bonn', 'NRW'],
    ['NRW', 'West'],
    ['West', null],
    ['Kiel', 'North'],
    ['North', null],
  ]

  it.each([
    ['value;class;class of the class', 'Bonn;NRW;West\nKiel;North;North\n'],
    ['code,parent', 'code,parent\nBonn,NRW\nNRW,West\nWest,\nKiel,North\nNorth,\n'],
    ['an @ for each step down', 'West\n@NRW\n@@Bonn\nNorth\n@Kiel\n'],
    ['an @ in front of all', '@;West\r\n@@;NRW\r\n@@@;Bonn\r\n@;North\r\n@@;Kiel\r\n'],
  ])('is read from lines %s', (_, text) => {
    expect(new Map(read(text))).toEqual(new Map(tree as [string, string | null][]))
  })

  it('may have codes of different lengths, digits only, or with a leading dot', () => {
    expect(read('code,parent\n1,01\n01,.a\n.a,\n10000,.a\n')).toEqual([
      ['1', '01'],
      ['01', '.a'],
      ['.a', null],
      ['10000', '.a'],
    ])
    // Without a declared top, levels without a parent are at the top.
    expect(read('code,parent\na,T\nb,T\n')).toEqual([
      ['a', 'T'],
      ['b', 'T'],
    ])
  })

  it.each<[string, string, string, number | undefined, RegExp]>([
    ['a circle', 'code,parent\na,b\nb,c\nc,a\nd,\n', 'BAD_HIERARCHY', 2, /a is below b is below c is below a/],
    ['a level below itself', 'code,parent\na,a\nb,\n', 'BAD_HIERARCHY', 2, /circle/],
    ['a level without parent', 'code,parent\na,A\nA,\nb,B\n', 'BAD_HIERARCHY', 4, /"b" below "B", which no line/],
    ['a level below two', 'a;A;T\nb;A;S\n', 'BAD_HIERARCHY', 2, /"A" below "S", and line 1 below "T"/],
    ['steps that are left out', 'A\n@b\n@@@c\n', 'BAD_HIERARCHY', 3, /2 steps at once/],
    ['a level above the first', '@A\n@@a\nB\n', 'BAD_HIERARCHY', 3, /above its first/],
    ['no level', 'code,parent\n,A\nA,\n', 'BAD_HIERARCHY', 2, /without a level/],
    ['nothing above', 'a\nb\n', 'BAD_HIERARCHY', 1, /nothing above/],
    ['ragged lines', 'a;A;T\nb;A\n', 'RAGGED_ROW', 2, /2 cells/],
    ['nothing at all', '', 'EMPTY_FILE', undefined, /empty/],
  ])('is refused for %s, with the line', (_, text, code, line, message) => {
    const error: unknown = expect.objectContaining({
      code,
      message: expect.stringMatching(message),
      place: expect.objectContaining(line === undefined ? { file: 'h.csv' } : { line }),
    })
    expect(() => read(text)).toThrow(error as Error)
  })
})

const regions = [
  'code,parent',
  'Bonn,NRW',
  'Koeln,NRW',
  'NRW,West',
  'Mainz,West',
  'Kiel,North',
  'West,',
  'North,',
].join('\n')
const hierarchies = new Map([['town', readLevelHierarchy(dropped('regions.csv', regions))]])
const lines = [
  'town,sex,pay,firm,w,id',
  'Bonn,m,10.5,a,1,1',
  'Bonn,f,20,b,2,2',
  'Koeln,m,30,a,1,3',
  'Mainz,f,40,c,1.5,4',
  'Kiel,m,50,c,1,5',
]
const microdata = dropped('people.csv', `${lines.join('\n')}\n`)
const build = (options: Partial<BuildTableFileOptions> = {}): ReturnType<typeof buildTableFile> =>
  buildTableFile(microdata, { by: ['town', 'sex'], hierarchies, out: 't.csv', ...options })

describe('a table that was built', () => {
  it('is read again from its description alone: the same cells, subtotals, relations', () => {
    const built = build({ value: 'pay', respondent: 'firm', keepLargest: 2 })
    const [table, description, contributions] = filesOf(built.artefacts, 'internal-table')
    expect([table.name, description.name, contributions.name]).toEqual(['t.csv', 't.table.json', 't.contributions.csv'])
    expect(textIn(contributions)).toBe(
      ['town,sex,respondent,x', 'Kiel,m,c,50', 'Mainz,f,c,40', 'Bonn,f,b,20', 'Bonn,m,a,10.5', 'Koeln,m,a,30', ''].join(
        '\n',
      ),
    )
    expect(JSON.parse(textIn(description))).toMatchObject({ contributions: { file: 't.contributions.csv' } })
    expect(textIn(table).split('\n').slice(0, 7)).toEqual([
      'town,sex,value,count,largest_1,largest_2,alone',
      'Kiel,f,0,0,,,',
      'Kiel,m,50,1,50,,c',
      'Kiel,Total,50,1,50,,c',
      'North,f,0,0,,,',
      'North,m,50,1,50,,c',
      'North,Total,50,1,50,,c',
    ])
    const { table: read, columns } = readTableFile({ file: table, description }, {})
    const { leftOut: _, alone, respondents, contributions: __, ...whole } = built.result
    const names = (of: Pick<Table, 'alone' | 'respondents'>): unknown =>
      Array.from(of.alone ?? [], (who) => of.respondents?.[who])
    expect(names(read)).toEqual(names({ alone, respondents }))
    expect({ ...read, dimensions: read.dimensions.map(({ taxonomy }) => taxonomy) }).toMatchObject({
      ...whole,
      dimensions: whole.dimensions.map(({ taxonomy }) => taxonomy),
    })
    expect(columns).toMatchObject({ value: 'value', distinct: true, noTotal: [] })
    // Written again, the file is equal.
    const again = normalTable({ file: table, description, contributions }, {}, 't.csv')
    expect(filesOf(again.artefacts, 'internal-table').map(textIn)).toEqual(
      [table, description, contributions].map(textIn),
    )
    expect(again.messages[0].text).toMatch(/adds up: 24 cells \(town 8 × sex 3\)/)
  })

  it('reports that nothing is protected, and the number of cells', () => {
    expect(build().messages.map(messageText)).toEqual([
      'a table of records: 5 records in 24 cells, 4 of them empty (town 8 × sex 3)',
      expect.stringMatching(/nothing is protected yet.*true counts/),
    ])
  })

  it('counts records, or adds their weights, which a schema may name', () => {
    const weighted = build({ weight: 'w' })
    const text = textIn(weighted.artefacts[0])
    expect(text).toContain('town,sex,value,count,weight,alone\n')
    expect(text).toContain('Total,Total,6.5,5,6.5,\n')
    const schema = { columns: { w: { role: 'weight' as const } } }
    expect(textIn(build({ schema }).artefacts[0])).toBe(text)
  })

  it('adds the contributions of a holding, and excludes non-respondents, also when it is read again', () => {
    const holding = readHoldings(dropped('h.csv', 'respondent;holding\na;H\nc ; H\n'))
    const built = build({ value: 'pay', respondent: 'firm', holding, holdingFile: 'dir/h.csv', notRespondents: ['b'] })
    const [table, description, contributions] = filesOf(built.artefacts, 'internal-table')
    expect(textIn(contributions)).toBe(
      ['town,sex,respondent,x', 'Kiel,m,H,50', 'Mainz,f,H,40', 'Bonn,m,H,10.5', 'Koeln,m,H,30', ''].join('\n'),
    )
    expect(textIn(table)).toContain('Bonn,f,20,0,,,,\nBonn,m,10.5,1,10.5,,,H\nBonn,Total,30.5,1,10.5,,,H\n')
    expect(JSON.parse(textIn(description))).toMatchObject({ source: { holding: 'h.csv', notRespondents: ['b'] } })
    expect([...readTableFile({ file: table, description }, {}).table.counts]).toEqual([...built.result.counts])
    const untold = dropped('t.table.json', textIn(description).replace('"others": true,', ''))
    expect(() => readTableFile({ file: table, description: untold }, {})).toThrow(
      failure('WRONG_INPUT', /not to its value/),
    )
    expect(build({ value: 'pay', respondent: 'firm', notRespondents: ['b'] }).messages[1].text).toBe(
      'not a respondent: b; counts in the values only',
    )
  })

  it.each([
    ['a;H\na;K\n', /line 2 of h.csv puts "a" into "K"/],
    ['a;H\nH;K\n', /"a" into "H", and that into "K"/],
    ['a;\n', /is not respondent;holding/],
    ['a;b;c\n', /is not respondent;holding/],
  ])('is refused for holdings %j', (text, message) => {
    expect(() => readHoldings(dropped('h.csv', text))).toThrow(failure('WRONG_INPUT', message))
  })

  it('gives cells keys that a second table shares, with a release key that is made once', () => {
    const first = build({ id: 'id', keyFile: { name: 'k.json' } })
    const [key] = filesOf(first.artefacts, 'release-key')
    const { keys = new Float64Array() } = first.result
    const second = build({ id: 'id', keyFile: { name: 'k.json', file: key }, by: ['town'] })
    expect(filesOf(second.artefacts, 'release-key')).toEqual([])
    const totals = [0, 1].map((d) => first.result.dimensions[d].levels.indexOf('Total'))
    const rows = [...keys].filter((_, c) => first.result.dimensions[1].codes[c] === totals[1])
    expect([...(second.result.keys ?? [])]).toEqual(rows)
    const damaged = { name: 'k.json', file: dropped('k.json', '{"format":"sdc release key 1","key":"abc"}') }
    expect(() => build({ id: 'id', keyFile: damaged })).toThrow(failure('BAD_PLAN', /64 hexadecimal|key/))
  })

  it('is refused for contradictory options', () => {
    expect(() => build({ id: 'id' })).toThrow(failure('BAD_OPTION', /id/))
    expect(() => build({ keyFile: { name: 'k.json' } })).toThrow(failure('BAD_OPTION', /identifies/))
    expect(() => build({ keepLargest: 3 })).toThrow(failure('BAD_OPTION', /keepLargest/))
    expect(() => build({ holding: 'firm' })).toThrow(failure('BAD_OPTION', /holding/))
    expect(() => build({ notRespondents: ['a'] })).toThrow(failure('BAD_OPTION', /notARespondent/))
    const nobody = new Map([['01', 'H']])
    expect(() => build({ respondent: 'firm', holding: nobody })).toThrow(failure('BAD_OPTION', /in a holding/))
    expect(() => build({ order: 'signed' })).toThrow(failure('BAD_OPTION', /order/))
    const file = dropped('p.csv', 'value,x\na,1\nb,2\n')
    expect(() => buildTableFile(file, { by: ['value'] })).toThrow(failure('BAD_OPTION', /"value"/))
  })
})

const firms = [
  'area,n,status,low,high,own',
  'east,4,,3,9,1',
  'west,6,primary,,,2',
  'north,5,fixed,0,,3',
  'country,15,,,,6',
]
const table = (change: (text: string) => string = (text) => text): ReturnType<typeof dropped> =>
  dropped('t.csv', `${change(firms.join('\n'))}\n`)
const asked: TableOptions = { by: ['area'], value: 'n', totals: new Map([['area', 'country']]), cost: 'own' }

describe('a table from another program', () => {
  it('is read by options of the user, and by usual names', () => {
    const { table: read, columns } = readTableFile({ file: table() }, asked)
    expect(columns).toMatchObject({ status: 'status', low: 'low', high: 'high', cost: 'own' })
    expect([...(read.given ?? [])]).toEqual([0, 1, 2, 0])
    expect([...(read.known?.low ?? [])]).toEqual([3, -Infinity, 0, -Infinity])
    expect([...(read.known?.high ?? [])]).toEqual([9, Infinity, Infinity, Infinity])
    expect([...(read.costs ?? [])]).toEqual([1, 2, 3, 6])
    expect(read.equations).toHaveLength(1)
  })

  it('has the subtotals of a hierarchy, whose top may have another name', () => {
    const file = dropped('t.csv', 'town,value\nBonn,1\nKoeln,2\nMainz,4\nNRW,3\nWest,7\nKiel,5\nNorth,5\nTotal,12\n')
    const { table: read } = readTableFile({ file }, { by: ['town'], hierarchies })
    expect(read.equations.map(({ cells }) => [...cells])).toEqual([
      [3, 0, 1],
      [4, 2, 3],
      [6, 5],
      [7, 4, 6],
    ])
    // A subtotal that the table lacks is skipped.
    const without = dropped('t.csv', 'town,value\nBonn,1\nKoeln,2\nMainz,4\nKiel,5\nTotal,12\n')
    expect(readTableFile({ file: without }, { by: ['town'], hierarchies }).table.equations).toHaveLength(1)
  })

  it('counts contributors of several cells once, if declared', () => {
    const file = dropped('t.csv', 'g,value,count\nu,1,3\nv,2,4\nTotal,3,5\n')
    expect(() => readTableFile({ file }, { by: ['g'] })).toThrow(
      expect.objectContaining({ code: 'BAD_TABLE', fix: expect.stringContaining('distinct') }),
    )
    expect([...readTableFile({ file }, { by: ['g'], distinct: true }).table.counts]).toEqual([3, 4, 5])
    const fewer = dropped('t.csv', 'g,value,count\nu,1,3\nv,2,4\nTotal,3,2\n')
    expect(() => readTableFile({ file: fewer }, { by: ['g'], distinct: true })).toThrow(failure('BAD_TABLE', /"count"/))
  })

  it.each<[string, (text: string) => string, TableOptions, string, RegExp]>([
    ['a status that is none', (t) => t.replace('primary', 'secret'), {}, 'WRONG_INPUT', /"secret", and no status/],
    ['a total that is none', (t) => t, { totals: new Map([['area', 'all']]) }, 'BAD_OPTION', /"all"/],
    ['bounds the wrong way round', (t) => t.replace('3,9', '9,3'), {}, 'WRONG_INPUT', /above "high" 3/],
    ['one bound only', (t) => t.replace('high', 'top'), {}, 'BAD_OPTION', /column low and no other/],
    ['a negative cost', (t) => t.replace('9,1', '9,-1'), {}, 'WRONG_INPUT', /-1, below 0/],
    ['text for a value', (t) => t.replace('east,4', 'east,few'), {}, 'NOT_NUMERIC', /"few"/],
    ['no value', (t) => t, { value: undefined }, 'BAD_OPTION', /holds the values/],
    ['no dimension', (t) => t, { by: undefined }, 'BAD_OPTION', /dimensions/],
    ['a key that is none', (t) => t, { key: 'own', cost: undefined }, 'WRONG_INPUT', /no key/],
    [
      'somebody alone among several',
      (t) => t,
      { alone: 'own', cost: undefined },
      'WRONG_INPUT',
      /alone in a cell of 4/,
    ],
    [
      'a sum that is off',
      (t) => t.replace('15', '16'),
      {},
      'BAD_TABLE',
      /is 16, its 3 cells sum to 15 \(area=east, west, north\), a difference of 1/,
    ],
    [
      'levels that the hierarchy lacks',
      (t) => t,
      { hierarchies: new Map([['area', new Map([['east', null]])]]) },
      'BAD_HIERARCHY',
      /lacks 2 level\(s\) of the table: west, north/,
    ],
  ])('is refused for %s', (_, change, options, code, message) => {
    expect(() => readTableFile({ file: table(change) }, { ...asked, ...options })).toThrow(failure(code, message))
  })

  it('is refused for impossible contributions', () => {
    const read = (cells: string, options: TableOptions = {}): (() => unknown) => {
      const file = dropped('t.csv', `g,value,count,largest_1,largest_2,weight\n${cells}\n`)
      return () => readTableFile({ file }, { by: ['g'], noTotal: ['g'], ...options })
    }
    expect(read('u,10,2,6,4,2\nv,5,9,3,1,9')).not.toThrow()
    // With weights one contributor represents two.
    expect(read('u,10,1,5,5,2')).not.toThrow()
    const plain = (cells: string): (() => unknown) => {
      const file = dropped('t.csv', `g,value,count,largest_1,largest_2\n${cells}\n`)
      return () => readTableFile({ file }, { by: ['g'], noTotal: ['g'] })
    }
    expect(plain('u,10,9,8,5')).toThrow(failure('WRONG_INPUT', /g=u .*sum to 13, above its value 10/))
    expect(plain('u,10,1,6,4')).toThrow(failure('WRONG_INPUT', /2 contributions and 1 contributor/))
    expect(plain('u,10,2,6,3')).toThrow(failure('WRONG_INPUT', /sum to 9 and not to its value 10/))
    expect(plain('u,10,3,3,6')).toThrow(failure('WRONG_INPUT', /larger/))
    expect(plain('u,-10,2,-6,-4')).not.toThrow()
  })

  it('is refused for a missing total, with its name', () => {
    const file = dropped('t.csv', 'a,b,value\nu,x,1\nu,Total,1\nv,x,2\nTotal,x,3\nTotal,Total,3\n')
    expect(() => readTableFile({ file }, { by: ['a', 'b'] })).toThrow(
      failure('BAD_TABLE', /lacks the cell a=v, b=Total, the total that a=v, b=x is a part of/),
    )
  })
})

describe('a rule in words', () => {
  it('is a short form, or an id with its parameters', () => {
    expect(parseRule('p=15%', registry)).toEqual({ method: 'tabular/p-percent', params: { p: 15 } })
    expect(parseRule('nk=1,50', registry)).toEqual({ method: 'tabular/dominance', params: { n: 1, k: 50 } })
    expect(parseRule('pq=10%, 80 %', registry)).toEqual({
      method: 'tabular/prior-posterior',
      params: { p: 10, q: 80 },
    })
    expect(parseRule('freq=3', registry)).toEqual({ method: 'tabular/minimum-frequency', params: { m: 3 } })
    expect(parseRule('p=15,coalition=2,asPrinted=true', registry)).toEqual({
      method: 'tabular/p-percent',
      params: { p: 15, coalition: 2, asPrinted: true },
    })
    expect(parseRule('tabular/dominance:k=70,n=2', registry).params).toEqual({ n: 2, k: 70 })
    expect(parseRule('freq', registry)).toEqual({ method: 'tabular/minimum-frequency', params: {} })
    expect(parseRule('freq=3,zeros=unsafe:illness', registry).params).toEqual({ m: 3, zeros: 'unsafe:illness' })
    expect(ruleForms(registry)).toEqual(['nk=n,k', 'freq=m,range', 'p=p', 'pq=p,q'])
  })

  it.each([
    'p=15%',
    'p=15%,coalition=2,negatives=absolute',
    'nk=2,85,levels=above',
    'pq=10,80',
    'freq=3',
    'freq=5,30,levels=width',
    'freq=3,to=m,zeros=unsafe:illness',
  ])('has a name in the same notation: %s', (text) => {
    const { method, params = {} } = parseRule(text, registry)
    const rule = registry.get('tables', method)
    expect(ruleName(rule, resolveParams(rule.params, params))).toBe(text)
    const { short: _, ...plain } = rule
    const long = ruleName(plain, resolveParams(rule.params, params))
    expect(resolveParams(rule.params, parseRule(long, registry).params ?? {})).toEqual(
      resolveParams(rule.params, params),
    )
  })

  it.each([
    ['', 'BAD_OPTION', /not a rule/],
    ['dominant=1', 'BAD_OPTION', /not a rule/],
    ['tabular/nothing', 'UNKNOWN_TABLE', /nothing/],
    ['p=15,20', 'BAD_OPTION', /"20" too many/],
    ['nk=1,', 'BAD_OPTION', /empty value/],
    ['p=15,k=3', 'BAD_PARAMETER', /"k"/],
  ])('is refused if it is "%s"', (text, code, message) => {
    expect(() => parseRule(text, registry)).toThrow(failure(code, message))
  })
})
