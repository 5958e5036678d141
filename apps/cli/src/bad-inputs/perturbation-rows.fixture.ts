import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Tables that cannot be rounded, perturbed or merged. */
export function perturbationRows({ work, out }: Setting): Row[] {
  const lines = (key: (cell: number) => string): string =>
    [
      'north,m,4',
      'north,f,1',
      'north,Total,5',
      'south,m,7',
      'south,f,0',
      'south,Total,7',
      'Total,m,11',
      'Total,f,1',
      'Total,Total,12',
    ]
      .map((line, cell) => `${line}${key(cell)}\n`)
      .join('')
  const counts = work.write('cell-frequencies.csv', `region,sex,n\n${lines(() => '')}`)
  const keyed = work.write('cell-keys.csv', `region,sex,n,key\n${lines((cell) => `,0.${cell}25`)}`)
  const keysAbove = work.write('keys-above.csv', `region,sex,n,key\n${lines((cell) => `,${cell}.25`)}`)
  const someKeys = work.write('some-keys.csv', `region,sex,n,key\n${lines((cell) => (cell === 3 ? ',' : ',0.5'))}`)
  const sums = work.write(
    'sums.csv',
    `region,sex,n,firms,key\n${lines((cell) => `,${[2, 1, 3, 2, 0, 2, 4, 1, 5][cell]},0.5`)}`,
  )
  const huge = work.write('huge-table.csv', 'region,n,firms\na,1e16,1\nb,2,1\n')
  const on =
    (id: string) =>
    (path: string, ...more: readonly string[]): string[] => {
      const by = path === huge ? ['--by', 'region', '--no-total', 'region'] : ['--by', 'region,sex']
      return ['table', 'apply', `tabular/${id}`, path, ...by, '--value', 'n', '-o', out, ...more]
    }
  const set = (...settings: readonly string[]): string[] => settings.flatMap((one) => ['--set', one])
  const [keys, controlled, random, small, recode] = [
    'cell-key',
    'controlled-rounding',
    'random-rounding',
    'small-count-rounding',
    'recode',
  ].map(on)
  const firms = ['--count', 'firms']
  return [
    ...rowsOf`
      tabular/cell-key: no keys | ${keys(counts)} | BAD_TABLE | /no cell keys\n.*--id and --key-file/s
      tabular/cell-key: keys of another kind | ${keys(keysAbove)} | BAD_TABLE|WRONG_INPUT | /key.*(?:1\.25|record 2)/
      tabular/cell-key: a key is missing | ${keys(someKeys)} | BAD_TABLE|MISSING_VALUES | /key/
      tabular/cell-key: sums | ${keys(sums, ...firms)} | BAD_TABLE | /the value of region=Total, sex=Total is 12, of 5 contrib/
      tabular/cell-key: V too small | ${keys(keyed, ...set('V=1'))} | INFEASIBLE | /V cannot be 1: it can be from 2 to 5 \(a count of 1 bounds it\)/
      tabular/cell-key: V too large | ${keys(keyed, ...set('V=5.01'))} | INFEASIBLE | /it can be from 2 to 5/
      tabular/cell-key: js above D | ${keys(keyed, ...set('D=2', 'js=3'))} | INFEASIBLE | /no variance is possible/
      tabular/cell-key: D of 0 | ${keys(keyed, ...set('D=0'))} | BAD_PARAMETER | /D must be a whole number >= 1/
      tabular/cell-key: V of 0 | ${keys(keyed, ...set('V=0'))} | BAD_PARAMETER | /V must be a number >= 0\.01/
      tabular/cell-key: half a js | ${keys(keyed, ...set('js=1.5'))} | BAD_PARAMETER | /js must be a whole number/
    `,
    ...[controlled, random, small].flatMap((of, i): Row[] => {
      const id = ['controlled', 'random', 'small-count'][i]
      return [0, 1, 2.5, -3].map((base) => [
        `tabular/${id}-rounding: a base of ${base}`,
        of(counts, ...set(`base=${base}`)),
        'BAD_PARAMETER',
        /base must be a whole number >= 2/,
      ])
    }),
    ...rowsOf`
      tabular/controlled-rounding: a power of 3 | ${controlled(counts, ...set('power=3'))} | BAD_PARAMETER | /power must be/
      tabular/controlled-rounding: no time | ${controlled(counts, ...set('seconds=0'))} | BAD_PARAMETER | /seconds must be/
      tabular/controlled-rounding: 1e16 | ${controlled(huge, ...firms)} | BAD_TABLE | /is 10000000000000000, too large/
      tabular/random-rounding: 1e16 | ${random(huge, ...firms)} | BAD_TABLE | /is 10000000000000000, too large/
      tabular/small-count-rounding: sums | ${small(sums, ...firms)} | BAD_TABLE | /changes only counts, but the value of region=/
      tabular/recode: an unknown dimension | ${recode(counts, ...set('dimension=age'))} | BAD_PARAMETER | /no dimension "age"[^\n]*\n {2}Its dimensions are region, sex/
      tabular/recode: more layers than there are | ${recode(counts, ...set('dimension=sex', 'layers=2'))} | INFEASIBLE | /has 1 layer\(s\) of levels below its top; removing 2 is not possible/
      tabular/recode: an unknown level | ${recode(counts, ...set('dimension=sex', 'merge={"all":["m","x"]}'))} | BAD_PARAMETER | /"x" is not a level/
      tabular/recode: a total and its part | ${recode(counts, ...set('dimension=sex', 'merge={"all":["m","Total"]}'))} | BAD_PARAMETER | /merges levels of different totals/
      tabular/recode: no JSON | ${recode(counts, ...set('merge=m+f'))} | BAD_PARAMETER | /merge/
    `,
  ]
}
