import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Two by two cells with totals; shops in the north are sensitive. */
const sound = `region,branch,value,status
north,farms,40,
north,shops,20,primary
north,Total,60,
south,farms,30,
south,shops,50,
south,Total,80,
Total,farms,70,
Total,shops,70,
Total,Total,140,
`

/** Wrong uses of table protection and audit. */
export function tableRows({ work, out }: Setting): Row[] {
  const table = (name: string, change: (text: string) => string = (text) => text): string =>
    work.write(`table-${name}.csv`, change(sound))
  const good = table('good')
  const counted = table('counted', (text) =>
    text.replace('value,status', 'value,count,status').replace(/(\d+),(primary)?$/gm, '$1,$1,$2'),
  )
  const protect = (path: string, ...more: readonly string[]): string[] => [
    'table',
    'protect',
    path,
    '--by',
    'region,branch',
    ...more,
    '-o',
    out,
  ]
  const plain = table('plain', (text) => text.replace('primary', ''))
  const ruled = (rule: string): string[] => protect(counted, '--rule', rule)
  let patterns = 0
  const audit = (pattern: string, ...more: readonly string[]): string[] => [
    'table',
    'audit',
    good,
    work.write(`pattern-${patterns++}.csv`, pattern),
    '--by',
    'region,branch',
    ...more,
  ]
  const keep = work.write('table-keep.json', '{ "format": "sdc private table manifest 1", "contract": "1.0.0" }')
  const masking = work.write('masking-keep.json', '{ "format": "sdc private manifest 1", "contract": "1.0.0" }')
  return rowsOf`
      a table that does not add up | ${protect(table('sum', (text) => text.replace('60', '61')))} | BAD_TABLE | /region=Total, branch=Total is 140, its 2 cells sum to 141/
      a cell twice | ${protect(table('twice', (text) => `${text}south,shops,50,\n`))} | BAD_TABLE | /shops is there twice/
      a lacking margin | ${protect(table('margin', (text) => text.replace('Total,farms,70,\n', '')))} | BAD_TABLE | /lacks the cell region=Total, branch=farms/
      text in a value | ${protect(table('text', (text) => text.replace('50', 'many')))} | NOT_NUMERIC | /many/
      a value that is missing | ${protect(table('hole', (text) => text.replace('50', '')))} | MISSING_VALUES | /"value"/
      all values missing | ${protect(table('holes', (text) => text.replace(/,\d+,/g, ',,')))} | MISSING_VALUES | /"value"/
      an unknown status | ${protect(table('word', (text) => text.replace('primary', 'secret')))} | WRONG_INPUT | /secret/
      must and must not | ${protect(work.write('table-both.csv', 'region,branch,value,status\na,u,2,fixed\na,v,9,\na,Total,11,\nb,u,9,\nb,v,9,\nb,Total,18,\nTotal,u,11,\nTotal,v,18,\nTotal,Total,29,\n'), '--rule', 'freq=3')} | BAD_TABLE | /region=a, branch=u is sensitive, but its status is fixed.*waiver/s
      nothing that says what is sensitive | ${protect(work.write('table-bare.csv', sound.replace(/,\w*$/gm, '')))} | BAD_OPTION | /--rule p=15%|nothing says which cells are sensitive/
      a rule that is none | ${ruled('q=5')} | BAD_OPTION | /"q=5" is not a rule/
      a rule without its contributions | ${ruled('p=15%')} | BAD_PARAMETER | /needs the 2 largest contribution/
      n of 0 | ${ruled('freq=0')} | BAD_PARAMETER | /m must be a whole number >= 1/
      k above 100 | ${ruled('nk=1,101')} | BAD_PARAMETER | /k must be a number > 0 and <= 100/
      p of 0 | ${ruled('p=0')} | BAD_PARAMETER | /p must be a number > 0/
      p above q | ${ruled('pq=80,10')} | BAD_PARAMETER | /p must be below q/
      two ways to protect | ${protect(good, '--exact', '--heuristic')} | BAD_OPTION | /exclude each other/
      a rule for a protection | ${protect(good, '--method', 'tabular/p-percent')} | BAD_OPTION | /protects none/
      a parameter it has not | ${protect(good, '--exact', '--set', 'speed=2')} | BAD_PARAMETER | /speed/
      a cost given twice | ${protect(good, '--exact', '--cost', 'one', '--set', 'cost=log')} | BAD_OPTION | /both given/
      a cost that no column says | ${protect(good, '--exact', '--cost', 'column')} | BAD_OPTION | /no column of costs/
      a negative level | ${protect(good, '--protection', '-1')} |  | /percentage from 0/
      no time at all | ${protect(good, '--exact', '--budget', '0s')} | BAD_OPTION | /--budget 0s is not a time/
      a name without a form | table protect ${good} --by region,branch --public ${out}.xyz | BAD_OPTION | /--format csv/
      a status that one linked table has not | table protect ${good} ${work.write('linked.csv', 'region,size,value\nnorth,a,61\nnorth,Total,61\nTotal,a,61\nTotal,Total,61\n')} --by region,branch,size --total region=Total --total size=Total --status status -o ${out} | UNKNOWN_COLUMN | /status/
      linked tables that disagree | table protect ${plain} ${work.write('apart.csv', 'region,size,value\nnorth,a,61\nnorth,Total,61\nsouth,a,80\nsouth,Total,80\nTotal,a,141\nTotal,Total,141\n')} --by region,branch,size --total region=Total --total size=Total --rule freq=30 -o ${out} | BAD_TABLE | /region=north, branch=Total, size=Total is 60 in the first and 61 in the second/
      a dimension that no linked table has | table protect ${good} ${plain} --by region,size -o ${out} | UNKNOWN_COLUMN | /none of the tables has a column "size"/
      a broken private file | table protect ${good} --replay ${keep} -o ${out} | BAD_PLAN | /private file/
      the private file of a masking | table protect ${good} --replay ${masking} -o ${out} | BAD_PLAN | /has the form/
      a pattern with another cell | ${audit('region,branch,status\neast,farms,suppressed\n')} | WRONG_INPUT | /the pattern has the cell region=east, branch=farms, which the table has not/
      a pattern with a cell twice | ${audit('region,branch,status\nnorth,farms,suppressed\nnorth,farms,\n')} | BAD_TABLE | /twice, in records 1 and 2/
      a pattern of another table | ${audit('region,branch,value\nnorth,farms,41\n')} | WRONG_INPUT | /publishes 41 .* the table has 40/
      a pattern with a word nobody knows | ${audit('region,branch,status\nnorth,farms,gone?\n')} | WRONG_INPUT | /"gone\?" is not a status/
      a pattern that says nothing | ${audit('region,branch,note\nnorth,farms,hello you\n')} | UNKNOWN_COLUMN | /nothing says which cells/
      a pattern without a dimension | ${audit('region,status\nnorth,secondary\n')} | UNKNOWN_COLUMN | /no column "branch"/
      a level of nothing | table audit ${plain} ${work.write('unnamed.csv', 'region,branch,status\nnorth,farms,suppressed\n')} --by region,branch --protection 30 | BAD_OPTION | /calls any so/
    `
}
