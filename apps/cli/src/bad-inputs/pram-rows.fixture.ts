import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Invalid transition matrices, and wrong uses of PRAM and of the estimate of its frequencies. */
export function pramRows({ work, good, released, out }: Setting): Row[] {
  const file = (name: string, text: string): string => work.write(name, text)
  const manifest = released.replace(/csv$/, 'manifest.json')
  const pram = (...more: readonly string[]): string[] => [
    'mask',
    good,
    '--method',
    'categorical/pram',
    '--columns',
    'region',
    ...more,
    '-o',
    out,
  ]
  const set = (...settings: readonly string[]): string[] => pram(...settings.flatMap((one) => ['--set', one]))
  const estimate = (matrix: string, ...more: readonly string[]): string[] => [
    'estimate',
    good,
    '--matrix',
    matrix,
    ...more,
  ]
  const ofRegion = (matrix: string): string[] => estimate(matrix, '--columns', 'region')
  const matrices: readonly (readonly [what: string, text: string, code: string, message: RegExp])[] = [
    ['is not square', ',north,south,west\nnorth,1,0,0\nsouth,0,1,0\n', 'BAD_PARAMETER', /2 rows and 3 columns: it is not square/],
    ['has a negative probability', ',north,south\nnorth,1.2,-.2\nsouth,0,1\n', 'BAD_PARAMETER', /negative probability -0\.2 in the row of "north"/],
    ['has a row that does not sum to 1', ',north,south\nnorth,.9,.1\nsouth,.3,.6\n', 'BAD_PARAMETER', /row "south" with the sum 0\.[89]\d* instead of 1/],
    ['lacks a level', ',north\nnorth,1\n', 'BAD_PARAMETER', /"south"/],
    ['has text in a cell', ',north,south\nnorth,.9,low\nsouth,.3,.7\n', 'BAD_PARAMETER', /"low" in the row of "north" and the column of "south"/],
    ['has a level twice', ',north,north\nnorth,.9,.1\nsouth,.3,.7\n', 'BAD_PARAMETER', /two columns of "north"/],
    ['has an empty cell', ',north,south\nnorth,1,\nsouth,0,1\n', 'BAD_PARAMETER', /nothing in the row of "north"/],
    ['has no header', 'north,.9,.1\nsouth,.3,.7\n', 'BAD_PARAMETER', /1 row and 2 columns: it is not square/],
    ['has rows of other lengths', ',north,south\nnorth,1\nsouth,0,1\n', 'RAGGED_ROW', /line 2 has 2 cells/],
    ['is empty', '', 'EMPTY_FILE', /is empty/],
    ['is broken JSON', '[["north"', 'BAD_OPTION|BAD_PLAN', /JSON/],
  ] // oxfmt-ignore
  const written = matrices.map(([what, text, code, message], i) => ({
    what,
    path: file(`pram-matrix-${i}.csv`, text),
    code,
    message,
  }))
  const identity = file('pram-identity.csv', ',north,south\nnorth,1,0\nsouth,0,1\n')
  const singular = file('pram-singular.csv', 'region,north,south\nnorth,.5,.5\nsouth,.5,.5\n')
  const none = work.path('pram-nowhere.csv')
  return [
...written.flatMap(({ what, path, code, message }): Row[] => [
      [`pram: a matrix that ${what}`, set(`matrix=@${path}`), code, message],
      [`estimate: a matrix that ${what}`, ofRegion(path), code, message],
    ]),
...rowsOf`
      pram: a matrix that is not there | ${set(`matrix=@${none}`)} | FILE | /no such file/
      pram: the identity | ${set(`matrix=@${identity}`)} | UNCHANGED | /keeps every category that occurs[^]*leave it out/
      pram: a diagonal of ones | ${set('stayByLevel={"north":1,"south":1}')} | UNCHANGED | /keeps every category/
      pram: a matrix without rows | ${set('matrix=north')} | BAD_PARAMETER | /matrix must be a list/
      pram: a matrix of another column | ${set('matrix=[{"column":"job","rows":[]}]')} | BAD_PARAMETER | /given for "job"/
      pram: a level that no column has | ${set('stayByLevel={"nord":0.5}')} | BAD_PARAMETER | /"nord"[^]*"north"/
      pram: a diagonal above 1 | ${set('stayByLevel={"north":1.5}')} | BAD_PARAMETER | /stayByLevel/
      pram: a diagonal beside a matrix | ${set(`matrix=@${identity}`, 'stayByLevel={"north":0.5}')} | BAD_PARAMETER | /exclude/
      pram: a band of 0 | ${set('band=0')} | BAD_PARAMETER | /band must be a whole number >= 1/
      pram: half a band | ${set('band=1.5')} | BAD_PARAMETER | /band must be a whole number/
      pram: crossed with what is not masked | ${set('crossed=["region","age"]')} | BAD_PARAMETER | /crossed names "age"/
      pram: crossed without a list | ${set('crossed=region')} | BAD_PARAMETER | /crossed must be a list/
      pram: exact frequencies of no invariant matrix | ${set('exactFrequencies=true', 'invariant=false')} | BAD_PARAMETER | /needs an invariant/
      estimate: no matrix | estimate ${good} |  | /--matrix <file>/
      estimate: a matrix that is not there | ${ofRegion(none)} | FILE | /no such file/
      estimate: a masked file that is not there | estimate ${none} --matrix ${identity} | FILE | /no such file/
      estimate: a singular matrix | ${estimate(singular)} | BAD_PARAMETER | /singular \(condition number infinite\)/
      estimate: an unknown column | ${estimate(identity)} --columns job | UNKNOWN_COLUMN | /no column "job"[^]*The columns are id/
      estimate: no column | ${estimate(identity)} | NO_COLUMNS | /nothing says which column[^]*--columns NAME/
      estimate: a manifest without matrices | ${estimate(manifest)} | BAD_PLAN | /no transition matrix[^]*--publish-params/
      estimate: the matrix as the output | ${estimate(identity, '--columns', 'region')} -o ${identity} | BAD_OPTION | /overwritten/
    `,
] // oxfmt-ignore
}
