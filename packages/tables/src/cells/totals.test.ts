import { messageText } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { dropped } from '../../../inspect/src/in-memory.fixture.js'
import { readLevelHierarchy } from '@sdc/inspect'
import { readLinked } from '../cells/read-linked.js'
import type { TableFile } from '../cells/read-table-cells.js'
import type { TableOptions } from '../read/table-columns.js'
import { readTableFile } from '../cells/table-file.js'

const read = (lines: string, options: TableOptions = {}): TableFile => {
  const text = `${lines.trim().replaceAll(' ', '\n')}\n`
  const dimensions = text.split('\n', 1)[0].split(',')
  const by = dimensions.slice(0, dimensions.indexOf('n'))
  return readTableFile({ file: dropped('t.csv', text) }, { by, value: 'n', ...options })
}
const failure = (code: string, message: RegExp, fix = /./): unknown =>
  expect.objectContaining({
    code,
    message: expect.stringMatching(message),
    fix: expect.stringMatching(fix),
  })
const said = ({ messages }: TableFile): string[] => messages.map(messageText)
/** Each relation by its levels: the total, then its parts. */
const relations = ({ table: { equations, dimensions } }: TableFile): string[] =>
  equations.map(({ cells }) =>
    Array.from(cells, (cell) => dimensions.map(({ codes, levels }) => levels[codes[cell]]).join('.')).join(' '),
  )
const two =
  'r,c,n N,x,40 N,y,2 N,Ensemble,42 S,x,30 S,y,25 S,Ensemble,55 Ensemble,x,70 Ensemble,y,27 Ensemble,Ensemble,97'

describe('the total of a dimension', () => {
  it.each([
    ['Ensemble', 'Ensemble'],
    ['Insgesamt', 'Total'],
    ['00', '0'],
    ['a', 'zzz'],
  ])('is found by addition, whatever its name: %s and %s', (r, c) => {
    const found = read(two.replaceAll(/(?<= )Ensemble(?=,)/g, r).replaceAll(/(?<=,)Ensemble/g, c))
    expect(said(found)).toEqual([`r: ${r} is the sum of the others`, `c: ${c} is the sum of the others`])
    expect(found.table.equations).toHaveLength(6)
    expect(found.table.equations.map(({ cells }) => [...cells])).toEqual(
      read(two).table.equations.map(({ cells }) => [...cells]),
    )
  })

  it('is found in any order of the lines, among negative values and empty cells', () => {
    expect(relations(read('g,n T,3 a,-1 b,4'))).toEqual(['T a b'])
    // A part missing in the file is an empty cell; a combination of zeros needs no total.
    const sparse = 'r,c,n N,x,4 N,T,4 S,x,1 S,y,2 S,T,3 U,x,0 T,x,5 T,y,2 T,T,7'
    expect(() => read(sparse)).toThrow(failure('BAD_TABLE', /lacks the cell r=U, c=T/, /computeTotals/))
    expect(relations(read(`${sparse} U,T,0`))).toHaveLength(7)
  })

  it('is given by an option, or as the top of a hierarchy', () => {
    const equal = 'g,n a,5 b,5'
    expect(relations(read(equal, { totals: new Map([['g', 'b']]) }))).toEqual(['b a'])
    expect(() => read(equal, { totals: new Map([['g', 'c']]) })).toThrow(failure('BAD_OPTION', /no level "c"/))
    expect(() => read(equal, { totals: new Map([['h', 'c']]) })).toThrow(
      failure('BAD_OPTION', /none of the dimensions/),
    )
    const tree = readLevelHierarchy(dropped('h.csv', 'code, parent\na, All\nb ,All\nc,All\nAll,\n'))
    const found = read(`${equal} All,10`, { hierarchies: new Map([['g', tree]]) })
    expect([relations(found), said(found)]).toEqual([['All a b'], []])
    const wrong = { hierarchies: new Map([['g', tree]]), totals: new Map([['g', 'a']]) }
    expect(() => read(`${equal} All,10`, wrong)).toThrow(failure('BAD_OPTION', /part of another level/))
  })

  it('is searched for only at the top of a hierarchy, and may have another name there', () => {
    const tree = readLevelHierarchy(dropped('h.csv', 'code,parent\na1,A\na2,A\nb1,B\nA,\nB,\n'))
    const cells = 'g,n a1,1 a2,2 A,3 b1,4 B,4'
    const hierarchies = new Map([['g', tree]])
    const found = read(`${cells} Summe,7`, { hierarchies })
    expect([relations(found), said(found)]).toEqual([
      ['A a1 a2', 'B b1', 'Summe A B'],
      ['g: Summe is the sum of the others'],
    ])
    expect(() => read(`${cells} Summe,8`, { hierarchies })).toThrow(
      failure('BAD_TABLE', /g=Summe is 8, its 2 cells sum to 7/),
    )
    expect(() => read(`${cells} b2,8`, { hierarchies })).toThrow(failure('BAD_HIERARCHY', /lacks 1 level.*b2/))
    expect(read(cells, { hierarchies, noTotal: ['g'] })).toMatchObject({ withoutTotal: ['g'] })
    expect(() => read(cells, { hierarchies })).toThrow(failure('NO_TOTAL', /no level of "g"/))
  })

  it('must be given if several levels are possible', () => {
    expect(() => read('g,n a,5 b,5')).toThrow(failure('AMBIGUOUS_TOTAL', /each of a, b/, /total: "g=a"/))
    expect(() => read('g,n a,0 b,0 Total,0')).toThrow(failure('AMBIGUOUS_TOTAL', /Total, a, b/, /total: "g=Total"/))
    expect(() => read('g,n a,5 b,0 T,5')).toThrow(failure('AMBIGUOUS_TOTAL', /a, T/))
    // Two sums, each with non-zero parts.
    expect(() => read('g,n a,5 b,5 c,-2 d,2')).toThrow(failure('AMBIGUOUS_TOTAL', /a, b/))
    expect(() => read('g,n a,1 b,2 Total,4 E,7')).toThrow(
      failure('AMBIGUOUS_TOTAL', /E is the sum of the others, and Total is not/, /total: "g=E" or total: "g=Total"/),
    )
  })

  it('is refused if there is none, with suggestions', () => {
    expect(() => read('g,n a,1 b,2 c,4')).toThrow(
      failure('NO_TOTAL', /no level of "g"/, /hierarchy: "g=FILE".*noTotal: "g"/),
    )
    expect(() => read('g,n a1,1 a2,2 A,3 b1,5 b2,1 B,6 T,9')).toThrow(
      failure('NO_TOTAL', /a1, a2 sum to A; b1, b2 sum to B; A, B sum to T: a hierarchy/),
    )
    // A total before its parts is found, too.
    expect(() => read('g,n A,3 a1,1 a2,2 B,6 b1,5 b2,1')).toThrow(failure('NO_TOTAL', /sum to A/))
    expect(() => read('g,n a,1 b,2 Total,4')).toThrow(
      failure('BAD_TABLE', /g=Total is 4, its 2 cells sum to 3/, /tolerance: 1 /),
    )
    expect(() => read('g,n a,1 b,2 Total,4 Alle,5')).toThrow(failure('NO_TOTAL', /not even Total, Alle/))
  })

  it('is none if declared so, unless the table shows one', () => {
    const found = read('r,c,n N,x,1 N,y,2 S,x,3 S,y,5 E,x,4 E,y,7', { noTotal: ['c'] })
    expect(found.withoutTotal).toEqual(['c'])
    expect(said(found)).toEqual([
      'r: E is the sum of the others',
      expect.stringMatching(/an intruder who knows its totals can compute suppressed cells/),
    ])
    expect(found.table.equations).toHaveLength(2)
    expect(() => read('g,n a,1 b,2 E,3', { noTotal: ['g'] })).toThrow(failure('BAD_OPTION', /E is the sum/))
    // A single level is not a part.
    expect(read('r,c,n 2020,a,1 2020,b,2 2020,T,3')).toMatchObject({ withoutTotal: [] })
  })
})

describe('inexact sums', () => {
  const rounded = 'r,c,n a,x,12.3 a,y,20.2 a,T,32.4 b,x,10.5 b,y,30.1 b,T,40.6 T,x,22.8 T,y,50.3 T,T,73.1'
  it('are refused with the tolerance that accepts them', () => {
    const named = { totals: new Map(['r', 'c'].map((name) => [name, 'T'])) }
    expect(() => read(rounded, named)).toThrow(
      failure(
        'BAD_TABLE',
        /"n" of r=T, c=T is 73.1, its 2 cells sum to 73 \(r=a, b\), a difference of 0.1/,
        /tolerance: 0.1 /,
      ),
    )
    for (const tolerance of [0.1, 'auto', 3] as const) {
      const { table } = read(rounded, { tolerance })
      expect([table.equations.length, table.values[2]]).toEqual([6, 32.4])
    }
    expect(() => read(rounded, { ...named, tolerance: 0.09 })).toThrow(failure('BAD_TABLE', /73.1/))
    expect(() => read(rounded, { ...named, tolerance: -1 })).toThrow(failure('BAD_OPTION', /tolerance is -1/))
  })

  it('may differ by half a last decimal per number, and no more', () => {
    const lines = (total: string): string => `g,n a,1.0 b,1.0 c,1.0 T,${total}`
    expect(read(lines('3.2'), { tolerance: 'auto' }).table.equations).toHaveLength(1)
    expect(() => read(lines('3.3'), { tolerance: 'auto', totals: new Map([['g', 'T']]) })).toThrow(
      failure('BAD_TABLE', /difference of 0.3/),
    )
    // Without a tolerance, only the rounding of decimals to doubles is permitted.
    expect(read('g,n a,0.1 b,0.2 T,0.3').table.equations).toHaveLength(1)
    expect(() => read('g,n a,0.1 b,0.2 T,0.30001', { totals: new Map([['g', 'T']]) })).toThrow(
      failure('BAD_TABLE', /0.3/),
    )
  })
})

describe('linked tables of rounded numbers', () => {
  it('add up within the tolerance, also across tables', () => {
    const fine = { file: dropped('fine.csv', 'age,n\na,1.4\nb,1.4\nc,5.0\nd,5.0\nT,12.8\n') }
    const coarse = { file: dropped('coarse.csv', 'age,n\nA,2.9\nC,10.0\nT,12.8\n') }
    const tree = readLevelHierarchy(dropped('h.csv', 'a;A;T\nb;A;T\nc;C;T\nd;C;T\n'))
    const linked = (tolerance: number | 'auto'): unknown =>
      readLinked([fine, coarse], { by: ['age'], value: 'n', tolerance, hierarchies: new Map([['age', tree]]) })
    expect(linked('auto')).toMatchObject({ table: { equations: { length: 4 } } })
    expect(() => linked(0.09)).toThrow(failure('BAD_TABLE', /sum to/))
  })
})

describe('codes', () => {
  it('are trimmed, and 01 and 1 differ', () => {
    const text = 'g,n\n"01 ",1\n" 1",2\n" T ",3\n'
    const found = readTableFile({ file: dropped('t.csv', text) }, { by: ['g'], value: 'n' })
    expect(found.table.dimensions[0].levels).toEqual(['01', '1', 'T'])
    const twice = dropped('t.csv', 'g,h,n\n"a",x,1\n"a ",y,2\n')
    expect(() => readTableFile({ file: twice }, { by: ['g', 'h'], value: 'n' })).toThrow(
      failure('BAD_TABLE', /"a" and "a ", which differ in blanks only/),
    )
    const blank = dropped('t.csv', 'g,n\n" ",1\nb,2\n')
    expect(() => readTableFile({ file: blank }, { by: ['g'], value: 'n' })).toThrow(
      failure('MISSING_VALUES', /no level/),
    )
  })
})

describe('computed totals', () => {
  const compute = (lines: string, options: TableOptions = {}): TableFile =>
    read(lines, { computeTotals: true, ...options })
  it('are those that the file lacks, in all dimensions and combinations', () => {
    const totals = new Map([
      ['r', 'All'],
      ['c', 'T'],
    ])
    const found = compute('r,c,n N,x,40 N,y,2 S,x,30 S,y,25 N,T,42', { totals })
    expect(said(found)).toEqual(['4 total(s) that the file lacks were computed'])
    const cell = (name: string): number => found.table.values[cellOf(found, name)]
    expect([cell('All.x'), cell('All.y'), cell('S.T'), cell('All.T')]).toEqual([70, 27, 55, 97])
    // An existing total must be right.
    expect(() => compute('r,c,n N,x,40 N,y,2 S,x,30 S,y,25 N,T,43', { totals })).toThrow(failure('BAD_TABLE', /43/))
  })

  it('have the decimals, contributors and largest contributions of their parts', () => {
    const lines = 'g,n,count,largest_1,largest_2,alone a,0.1,1,0.1,,f1 b,0.2,2,0.15,0.05, c,0,0,,,'
    const { table } = compute(lines, {
      totals: new Map([['g', 'T']]),
      largest: ['largest_1', 'largest_2'],
      count: 'count',
      alone: 'alone',
    })
    expect([table.values[3], table.counts[3], ...(table.largest ?? []).slice(6)]).toEqual([0.3, 3, 0.15, 0.1])
    expect([...(table.alone ?? [])]).toEqual([0, -1, -1, -1])
    expect(() => compute(lines, { totals: new Map([['g', 'T']]), count: 'count', distinct: true })).toThrow(
      failure('BAD_OPTION', /several of their parts/),
    )
  })

  it('are the classes of a hierarchy, from the bottom to the top', () => {
    const tree = readLevelHierarchy(dropped('h.csv', 'a1;A;All\na2;A;All\nb1;B;All\n'))
    const found = compute('g,n a1,1 a2,2 b1,4', { hierarchies: new Map([['g', tree]]) })
    expect(relations(found)).toEqual(['A a1 a2', 'B b1', 'All A B'])
    expect([...found.table.values]).toEqual([1, 2, 4, 3, 4, 7])
  })

  it('need a name if the table shows none', () => {
    expect(() => compute('g,n a,1 b,2 c,5')).toThrow(failure('NO_TOTAL', /no level/, /computeTotals/))
    // Existing totals are found by addition, and missing ones computed.
    expect(relations(compute('r,c,n N,x,1 N,y,2 N,T,3 S,x,5 S,y,6', { noTotal: ['r'] }))).toEqual([
      'N.T N.x N.y',
      'S.T S.x S.y',
    ])
  })
})

function cellOf({ table: { dimensions, values } }: TableFile, name: string): number {
  return values.findIndex((_, c) => dimensions.map(({ codes, levels }) => levels[codes[c]]).join('.') === name)
}
