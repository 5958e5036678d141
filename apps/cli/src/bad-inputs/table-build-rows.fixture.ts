import { rowsOf, type Row, type Setting } from './row.fixture.js'

const lines = [
  'town,sex,job,pay,w,firm,id',
  'Bonn,m,a,10,1,f1,1',
  'Bonn,f,a,20,1,f1,2',
  'Kiel,m,b,30,1,f2,3',
  'Kiel,f,b,40,2,f3,4',
]

/** Microdata without a possible table, and invalid hierarchies and tables. */
export function tableBuildRows({ work, out, good }: Setting): Row[] {
  const data = work.write('tb-data.csv', `${lines.join('\n')}\n`)
  const changed = (name: string, from: string, to: string): string =>
    work.write(`tb-${name}.csv`, `${lines.join('\n').replace(from, to)}\n`)
  const build = (path: string, ...more: readonly string[]): string[] => [
    'table',
    'build',
    path,
    '--by',
    'town,sex',
    '-o',
    out,
    ...more,
  ]
  const pay = (path: string, ...more: readonly string[]): string[] => build(path, '--value', 'pay', ...more)
  const along = (name: string, text: string): string[] =>
    build(data, '--hierarchy', `town=${work.write(`tb-h-${name}.csv`, text)}`)
  const read = (name: string, text: string, ...more: readonly string[]): string[] => [
    'table',
    'read',
    work.write(`tb-t-${name}.csv`, text),
    '--by',
    'g',
    '-o',
    out,
    ...more,
  ]
  const cells = (...more: readonly string[]): string => ['g,value,count,largest_1,largest_2', ...more, ''].join('\n')
  return [
    ...microdata(data, changed, build, pay),
    ...keys(data, good, build, work),
    ...rowsOf`
      table build: a circle | ${along('circle', 'code,parent\nBonn,N\nN,S\nS,N\nKiel,\n')} | BAD_HIERARCHY | /a circle: N is below S/
      table build: a level without parent | ${along('orphan', 'code,parent\nBonn,N\nKiel,S\nS,\n')} | BAD_HIERARCHY | /"Bonn" below "N", which no line/
      table build: a level of two | ${along('two', 'Bonn;N\nKiel;N\nBonn;S\n')} | BAD_HIERARCHY | /"Bonn" below "S", and line 1 below "N"/
      table build: ragged classes | ${along('ragged', 'Bonn;N;D\nKiel;N\n')} | RAGGED_ROW | /line 2 has 2 cells/
      table build: a step that is left out | ${along('steps', 'N\n@@Bonn\n@Kiel\n')} | BAD_HIERARCHY | /2 steps at once/
      table build: a level that the hierarchy lacks | ${along('lacks', 'Bonn;N\nKoeln;S\n')} | BAD_HIERARCHY | /lacks 1 level\(s\) of the data: Kiel/
      table build: records half in a part | ${along('half', 'code,parent\nBonn,Kiel\nKiel,\nX,\n')} | BAD_HIERARCHY | /in "Kiel" of "town" itself/
      table build: an empty hierarchy | ${along('empty', '')} | EMPTY_FILE | /is empty/
      table build: two hierarchies of a column | ${build(data)} --hierarchy town=${data} --hierarchy town=${good} | BAD_OPTION | /town is given twice/
      table build: a hierarchy of no column | ${build(data)} --hierarchy land=${work.write('tb-h-land.csv', 'a;A\nb;B\n')} | BAD_OPTION | /"land", which is none of the dimensions/
      table read: no dimension | table read ${data} -o ${out} | BAD_OPTION | /which columns of .* are dimensions/
      table read: a sum that is off | ${read('sum', 'g,value\nu,1\nv,2\nTotal,4\n')} | BAD_TABLE | /is 4, its 2 cells sum to 3 \(g=u, v\), a difference of 1 .*line 4/
      table read: a cell twice | ${read('twice', 'g,value\nu,1\nu,1\nTotal,2\n')} | BAD_TABLE | /g=u is there twice, in records 1 and 2/
      table read: a total that is not there | ${[...read('lacks', 'g,h,value\nu,x,1\nu,Total,1\nTotal,Total,1\n'), '--by', 'g,h'].filter((_, i) => i !== 3 && i !== 4)} | BAD_TABLE | /lacks the cell g=Total, h=x/
      table read: text in a value | ${read('text', 'g,value\nu,one\nv,2\nTotal,3\n')} | NOT_NUMERIC | /"value" is not numeric.*"one"/
      table read: nothing in a value | ${read('hole', 'g,value\nu,\nv,2\nTotal,2\n')} | MISSING_VALUES | /no finite number in record 1/
      table read: half a contributor | ${read('half', 'g,value,count\nu,1,.5\n')} | WRONG_INPUT | /0.5, and no number of contributors/
      table read: more contributions than contributors | ${read('more', cells('u,10,1,6,4'))} | WRONG_INPUT | /2 contributions and 1 contributor/
      table read: contributions above the value | ${read('above', cells('u,10,5,6,5'))} | WRONG_INPUT | /sum to 11, above its value 10/
      table read: the second largest first | ${read('second', cells('u,10,5,4,5'))} | WRONG_INPUT | /"largest_2" of record 1 is larger/
      table read: a status that is none | ${read('status', 'g,value,status\nu,1,secret\n')} | WRONG_INPUT | /"secret", and no status of a cell/
      table read: a negative weight | ${read('weight', 'g,value,weight\nu,1,-1\n')} | WRONG_INPUT | /-1, below 0/
      table read: a weight that is missing | ${read('noweight', 'g,value,weight\nu,1,\n')} | MISSING_VALUES | /"weight"/
      table read: a low without a high | ${read('low', 'g,value,low\nu,1,0\n')} | BAD_OPTION | /column low and no other/
      table read: a key of 1 | ${read('key', 'g,value,key\nu,1,1\n')} | WRONG_INPUT | /no key of a cell/
      table read: no such total | ${read('total', 'g,value\nu,1\n')} --total g=all | BAD_OPTION | /"g" has no level "all"/
      table read: a total of no dimension | ${read('total2', 'g,value\nu,1\n')} --total all | BAD_OPTION | /name=value/
      table read: a total and none | ${read('total3', 'g,value\nu,1\n')} --total g=u --no-total g | BAD_OPTION | /both name "g"/
      table read: two levels that may be the total | ${read('total4', 'g,value\nu,1\nv,1\n')} | AMBIGUOUS_TOTAL | /each of u, v.*--total "g=u"/s
      table read: no level that is the total | ${read('total5', 'g,value\nu,1\nv,2\nw,2\nx,4\n')} | NO_TOTAL | /v, w sum to x: a hierarchy.*--no-total "g"/s
      table read: a total that is denied | ${read('total6', 'g,value\nu,1\nv,2\nw,3\n')} --no-total g | BAD_OPTION | /w is the sum of the others/
      table read: a tolerance in words | ${read('far', 'g,value\nu,1\n')} --tolerance some |  | /neither a decimal number nor auto/
      table read: a tolerance below 0 | ${read('far2', 'g,value\nu,1\n')} --tolerance -1 | BAD_OPTION | /--tolerance is -1/
      table read: codes of no house | ${read('house', 'g,value\nu,1\n')} --status-codes ours | BAD_OPTION | /argus, sdmx, eurostat/
      table read: an a-priori line of no cell | ${read('apriori', 'g,value\nu,1\n')} --apriori ${work.write('apriori.txt', 'w;primary\n')} | WRONG_INPUT | /names the cell w, which the table has not.*apriori.txt, line 1/
      table read: a waiver of nobody | ${read('waiver', 'g,value\nu,1\n')} --waiver firm | BAD_OPTION | /"firm" waives.*--contributions/s
      table read: contributions above their cell | ${read('much', 'g,value\nu,1\n')} --contributions ${work.write('much.x.csv', 'g,respondent,x\nu,f,2\n')} | WRONG_INPUT | /sum to 2, and its value is 1/
      table read: a description that is none | ${described(work, out)} | BAD_PLAN | /format/
    `,
  ]
}

function microdata(
  data: string,
  changed: (name: string, from: string, to: string) => string,
  build: (path: string, ...more: readonly string[]) => string[],
  pay: (path: string, ...more: readonly string[]) => string[],
): Row[] {
  const weighted = ['--weight', 'w']
  return rowsOf`
      table build: no rows | ${build(data).filter((one) => one !== '--by' && one !== 'town,sex')} |  | /required option '--by/
      table build: the values for names | ${pay(data)} --respondent pay | DUPLICATE_COLUMN | /"pay" is named twice/
      table build: no such dimension | ${build(data).with(4, 'town,wage')} | UNKNOWN_COLUMN | /"wage"/
      table build: a dimension twice | ${build(data).with(4, 'town,sex,sex')} | BAD_OPTION | /has "sex" twice/
      table build: text for values | ${build(data)} --value job | NOT_NUMERIC | /"job" is not numeric/
      table build: no such value | ${build(data)} --value wage | UNKNOWN_COLUMN | /"wage"/
      table build: two values | ${pay(data)} --value w | BAD_OPTION | /--value is given twice/
      table build: a level that is missing | ${build(changed('level', 'Bonn,m', ',m'))} | MISSING_VALUES | /1 of 4 records have no level of "town"/
      table build: a missing level that is there | ${build(changed('level2', 'Bonn,m', ',m'))} --missing-level Kiel | BAD_OPTION | /already has a level "Kiel"/
      table build: a level called Total | ${build(changed('total', 'Bonn,m', 'Total,m'))} | BAD_OPTION | /a level "Total".*--total-level/s
      table build: a value that is missing | ${pay(changed('value', ',10,', ',NA,'))} | MISSING_VALUES | /1 of 4 records have no value of "pay"/
      table build: all values missing | ${pay(work4(changed))} | ALL_MISSING | /"pay" has no value/
      table build: a weight that is missing | ${pay(changed('noweight', '10,1', '10,'))} ${weighted} | MISSING_VALUES | /1 of 4 records have no weight in "w"/
      table build: a negative weight | ${pay(changed('weight', '10,1', '10,-1'))} ${weighted} | WRONG_INPUT | /"w" of record 1 is -1/
      table build: two weights of a respondent | ${pay(changed('weights', '10,1', '10,3'))} ${weighted} --respondent firm | WRONG_INPUT | /records 1 and 2 of one respondent \(f1\) have the weights 3, 1/
      table build: a record of nobody | ${pay(changed('nobody', '1,f1,1', '1,,1'))} --respondent firm | MISSING_VALUES | /1 records have no respondent/
      table build: no contributions | ${pay(data)} --keep-largest 0 |  | /not a whole number from 1/
      table build: too many contributions | ${pay(data)} --keep-largest 101 | BAD_OPTION | /number of largest contributions must be from 1 to 100; got 101/
      table build: contributions of a count | ${build(data)} --keep-largest 3 | BAD_OPTION | /--keep-largest is about contributions/
      table build: an order of counts | ${build(data)} --order size | BAD_OPTION | /--order is about values/
      table build: missing values of a count | ${build(data)} --missing-values leave-out | BAD_OPTION | /--missing-values is about values/
      table build: an order that is none | ${pay(data)} --order up |  | /Allowed choices are size, signed/
    `
}

/** Writes the file without a single value. */
function work4(changed: (name: string, from: string, to: string) => string): string {
  return changed(
    'allmissing',
    lines.slice(1).join('\n'),
    lines
      .slice(1)
      .map((line) => line.replace(/,\d0,/, ',NA,'))
      .join('\n'),
  )
}

function keys(
  data: string,
  good: string,
  build: (path: string, ...more: readonly string[]) => string[],
  work: Setting['work'],
): Row[] {
  const key = work.path('tb-key.json')
  return rowsOf`
      table build: an identifier without a key | ${build(data)} --id id | BAD_OPTION | /--id is for --key-file/
      table build: a key without an identifier | ${build(data)} --key-file ${key} | BAD_OPTION | /no column identifies a record/
      table build: no such identifier | ${build(data)} --id number --key-file ${key} | UNKNOWN_COLUMN | /"number"/
      table build: an identifier of two | ${build(data)} --id firm --key-file ${key} | WRONG_INPUT | /records 1 and 2 have the same identifier/
      table build: a key that is none | ${build(data)} --id id --key-file ${good} | BAD_PLAN | /release key|YAML/
      table build: the data for a key | ${build(data)} --id id --key-file ${data} | BAD_PLAN|BAD_OPTION | /./
    `
}

function described(work: Setting['work'], out: string): string[] {
  work.write('tb-described.table.json', '{ "format": "sdc table 0" }')
  return ['table', 'read', work.write('tb-described.csv', 'g,value\nu,1\n'), '-o', out]
}
