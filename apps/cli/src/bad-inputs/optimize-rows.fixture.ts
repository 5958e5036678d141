import { rowsOf, type Row, type Setting } from './row.fixture.js'

type Records = readonly (readonly (string | number)[])[]

/**
 * Returns 40 records: two skewed columns, their sum, one with zeros, one constant, one empty, one with gaps, a group, a
 * code.
 */
function records(): Records {
  return Array.from({ length: 40 }, (_, i) => {
    const a = 3 + ((i * i * 31) % 97)
    const b = 2 * a + ((i * 17) % 11)
    return [i + 1, a, b, a + b, i % 10 === 0 ? i + 1 : 0, 7, '', i % 4 === 0 ? '' : i, i % 2 === 0 ? 'n' : 's']
  })
}
const names = ['id', 'a', 'b', 'sum', 'zeros', 'same', 'none', 'holed', 'region']

/** Wrong uses of `sdc optimize`, its files and the parameters of its methods. */
export function optimizeRows({ work, out, schema }: Setting): Row[] {
  const csv = (name: string, columns: readonly string[], lines: Records): string =>
    work.write(name, `${[columns, ...lines].map((line) => line.join()).join('\n')}\n`)
  const moved = records().map((line, i) =>
    line.map((cell, j) => (j > 0 && j < 8 && j !== 5 && cell !== '' ? Number(cell) + ((i * 7 + j) % 5) : cell)),
  )
  const as = (j: number, cell: (i: number) => string | number): Records =>
    moved.map((line, i) => line.map((one, at) => (at === j ? cell(i) : one)))
  const original = csv('opt.csv', names, records())
  const copy = csv('opt-copy.csv', names, records())
  const masked = csv('opt-masked.csv', names, moved)
  const turned = csv('opt-turned.csv', names, [...moved].reverse())
  const fewer = csv('opt-fewer.csv', names, moved.slice(0, 30))
  const strange = csv(
    'opt-strange.csv',
    ['u', 'v'],
    moved.map((line) => [line[1], line[2]]),
  )
  const lacking = csv(
    'opt-lacking.csv',
    ['id', 'b'],
    moved.map((line) => [line[0], line[2]]),
  )
  const text = csv(
    'opt-text.csv',
    names,
    as(1, (i) => `x${i}`),
  )
  const huge = csv(
    'opt-huge.csv',
    names,
    as(1, (i) => (i === 3 ? 1e200 : i)),
  )
  const empty = csv(
    'opt-empty.csv',
    names,
    as(1, () => ''),
  )
  const alone = csv('opt-alone.csv', names, moved.slice(0, 1))
  const coarse = csv(
    'opt-coarse.csv',
    names,
    as(8, () => 's'),
  )
  const pair = csv('opt-pair.csv', names, records().slice(0, 2))
  const otherPair = csv(
    'opt-other-pair.csv',
    names,
    [1, 0].map((i, at) => records()[i].map((cell, j) => (j === 0 ? at + 1 : cell))),
  )
  const optimize = (file: string, columns: string, ...more: readonly string[]): string[] => [
    'optimize',
    original,
    file,
    '--columns',
    columns,
    '--seed',
    '1',
    '-o',
    out,
    ...more,
  ]
  const set = (...settings: readonly string[]): string[] =>
    optimize(masked, 'a,b,sum', ...settings.flatMap((one) => ['--set', one]))
  const swapped = csv(
    'opt-swapped.csv',
    names,
    moved.map((_, i) => records()[(i + 13) % 40].map((cell, j) => (j === 0 || j > 4 ? records()[i][j] : cell))),
  )
  const permute = (file: string, columns: string, ...more: readonly string[]): string[] =>
    optimize(file, columns, '--method', 'optimize/permute', ...more)
  const limits = (text: string): string[] => permute(swapped, 'a,b,zeros', '--set', `limits=${text}`)
  const plan = (name: string, steps: string): string[] => {
    const path = work.write(`opt-${name}.yaml`, `data: opt.csv\nseed: 1\nsteps: ${steps}\n`)
    return ['run', path, '-o', out]
  }
  return rowsOf`
      optimize: a masked file without the column | ${optimize(lacking, 'a,b')} | UNKNOWN_COLUMN | /the masked file has no column "a"[^]*The columns are id, b/
      optimize: a masked file with other columns | ${optimize(strange, 'all')} | NO_COLUMNS | /no column of the original is in the masked file[^]*the masked file u, v/
      optimize: a column of neither file | ${optimize(masked, 'a,c')} | UNKNOWN_COLUMN | /no column "c"/
      optimize: text in place of numbers | ${optimize(text, 'a,b')} | NOT_NUMERIC | /"x0" is not a number/
      optimize: categories | ${optimize(coarse, 'a,region')} | NOT_NUMERIC | /"region" is not numeric/
      optimize: a value beyond all numbers | ${optimize(huge, 'a,b')} | NOT_NUMERIC | /"a" has the value 1e\+200/
      optimize: a constant column | ${optimize(masked, 'a,same')} | CONSTANT_COLUMN | /"same" has the same value/
      optimize: a column without a value | ${optimize(masked, 'a,none')} | ALL_MISSING | /"none" has no value/
      optimize: a masked column without a value | ${optimize(empty, 'a,b')} | TOO_FEW_RECORDS | /no masked record has a value in every column/
      optimize: a column that nobody masked | ${optimize(copy, 'a,b')} | UNCHANGED | /nobody masked a, b: every record/
      optimize: a masked file of one record | ${optimize(alone, 'a,b')} | TOO_FEW_RECORDS | /the masked file has 1 record/
      optimize: an original of one record | optimize ${alone} ${masked} --columns a,b -o ${out} | TOO_FEW_RECORDS | /the original has 1 record/
      optimize: records in another order | ${optimize(turned, 'a,b')} | WRONG_INPUT | /in another order[^]*--link COLUMN[^]*--unlinked/
      optimize: other lengths, for a method that needs the link | ${optimize(fewer, 'a,b')} --method reverse-map/rank | LENGTH_MISMATCH | /no record is matched, since the original has 40 records and the masked file 30/
      optimize: unlinked, and a key | ${optimize(turned, 'a,b')} --unlinked --link id | BAD_OPTION | /--unlinked excludes --link/
      optimize: unlinked, in groups | ${optimize(turned, 'a,b')} --unlinked --by region | LENGTH_MISMATCH | /Leave out by/
      optimize: the key among the columns | ${optimize(masked, 'id,a')} --link id | BAD_PLAN | /"id" is named both to be masked and as a given or group column/
      optimize: groups of one record | ${optimize(masked, 'a,b')} --by id | TOO_FEW_RECORDS | /group id=\d+ \(1 records\)[^]*--small-groups/
      optimize: an unknown column of groups | ${optimize(masked, 'a,b')} --by land | UNKNOWN_COLUMN | /no column "land"/
      optimize: groups by what was masked | ${optimize(masked, 'a,b')} --by a | BAD_PLAN | /"a" is named both to be masked and as a given or group column/
      optimize: an unknown rule for small groups | ${optimize(masked, 'a,b')} --small-groups drop |  | /Allowed choices are/
      optimize: columns to condition on | ${optimize(masked, 'a,b')} --given sum | BAD_PLAN | /does not condition on other columns/
      optimize: the same file | optimize ${original} ${original} -o ${out} | NO_COLUMNS | /no column differs[^]*same file/
      optimize: a schema of other columns | ${optimize(masked, 'a,b')} --schema ${schema} | UNKNOWN_COLUMN|BAD_PLAN | /income/
      optimize: an unknown method | ${optimize(masked, 'a,b')} --method optimize/all | UNKNOWN_METHOD | /no method "optimize\/all"/
      optimize: a method for originals | ${optimize(masked, 'a,b')} --method noise/additive | BAD_OPTION | /masks an original file[^]*optimize\/post-mask/
      optimize: JSON and the result | optimize ${original} ${masked} --columns a,b --json | BAD_OPTION | /the result has no file/
      optimize: the result over the masked file | ${optimize(masked, 'a,b').map((one) => (one === out ? masked : one))} | BAD_OPTION | /would be overwritten/
      optimize: the origins over the result | ${optimize(masked, 'a,b')} --write-origin ${out} | BAD_OPTION | /would be overwritten/
      optimize: origins that are there | ${optimize(masked, 'a,b')} --write-origin ${alone} | FILE | /exists already/
      optimize: origins to the standard output | ${optimize(masked, 'a,b')} --write-origin - | BAD_OPTION | /is not the standard output/
      optimize: a setting without a value | ${set('target')} | BAD_OPTION | /"target" is not of the form/
      optimize: a setting twice | ${set('order=2', 'order=3')} | BAD_OPTION | /--set order is given twice/
      post-mask: an unknown parameter | ${set('lossshare=1')} | BAD_PARAMETER | /Did you mean "lossShare"/
      post-mask: no loss left | ${set('lossShare=0')} | BAD_PARAMETER | /lossShare must be a number > 0/
      post-mask: an empty M | ${set('recordShare=0')} | BAD_PARAMETER | /recordShare must be a number > 0/
      post-mask: more than all records | ${set('recordShare=1.01')} | BAD_PARAMETER | /recordShare must be .*<= 1/
      post-mask: a target of 0 | ${set('target=0')} | BAD_PARAMETER | /target must be a number > 0/
      post-mask: a target below 0 | ${set('target=-1')} | BAD_PARAMETER | /target must be a number > 0/
      post-mask: moments of order 0 | ${set('order=0')} | BAD_PARAMETER | /order must be a whole number/
      post-mask: half an order | ${set('order=2.5')} | BAD_PARAMETER | /order must be a whole number/
      post-mask: more moments than 10,000 | ${optimize(masked, 'a,b,sum,zeros')} --set order=20 | BAD_PARAMETER | /10,?625/
      post-mask: a step of 0 | ${set('step=0')} | BAD_PARAMETER | /step must be a number > 0/
      post-mask: no steps | ${set('maxSteps=0')} | BAD_PARAMETER | /maxSteps must be a whole number/
      post-mask: an unknown scale | ${set('il1Scale=log')} | BAD_PARAMETER | /il1Scale must be one of raw, std/
      post-mask: a score that is none | ${set('score=risk/dld')} | BAD_PARAMETER | /needs a metric of score, risk\/dld is one of risk/
      post-mask: an unknown score | ${set('score=score/all')} | UNKNOWN_METRIC | /no metric "score\/all"/
      post-mask: an unknown truth of the score | ${set('score={"use":"score/sebe","params":{"truth":"best"}}')} | BAD_PARAMETER | /truth must be one of identity, nearest/
      permute: columns that are no permutation | ${permute(masked, 'a,b')} | NOT_A_PERMUTATION | /"a" is not a permutation[^]*First reverse-map the file/
      permute: a permutation of the file, and not of its groups | ${permute(swapped, 'a,b')} --by region | NOT_A_PERMUTATION | /If this step works within groups/
      permute: more records | optimize ${fewer} ${swapped} --columns a,b --method optimize/permute -o ${out} | LENGTH_MISMATCH | /30 records and the masked file 40[^]*Link the files: --link[^]*optimize\/post-mask/
      permute: fewer records | ${permute(fewer, 'a,b')} | LENGTH_MISMATCH | /40 records and the masked file 30[^]*Link the files: --link[^]*optimize\/post-mask/
      permute: no link | ${permute(swapped, 'a,b')} --unlinked | LENGTH_MISMATCH | /needs one original record for each masked one[^]*Link the files: --link/
      permute: two records | optimize ${pair} ${otherPair} --columns a,b --method optimize/permute -o ${out} | TOO_FEW_RECORDS | /has 2 records/
      permute: one record | optimize ${alone} ${alone} --columns a,b --method optimize/permute -o ${out} | TOO_FEW_RECORDS | /1 record/
      permute: a constant column | ${permute(swapped, 'a,same')} | CONSTANT_COLUMN | /"same"/
      permute: a column without a value | ${permute(swapped, 'a,none')} | ALL_MISSING | /"none"/
      permute: categories without an order | ${permute(coarse, 'region')} | NOT_NUMERIC|NOT_ORDERED | /region/
      permute: an unknown column to condition on | ${permute(swapped, 'a,b')} --given land | UNKNOWN_COLUMN | /"land"/
      permute: a column to condition on that moves | ${permute(swapped, 'a,b')} --given a | BAD_PLAN | /Name it once/
      permute: a target of 0 | ${permute(swapped, 'a,b')} --set target=0 | BAD_PARAMETER | /target must be a number >= 0\.000001/
      permute: a target above 1 | ${permute(swapped, 'a,b')} --set target=1.5 | BAD_PARAMETER | /target must be .*<= 1/
      permute: ten proposals | ${permute(swapped, 'a,b')} --set maxProposals=10 | BAD_PARAMETER | /maxProposals must be a whole number >= 1000/
      permute: neither near nor far | ${permute(swapped, 'a,b')} --set keepNear=maybe | BAD_PARAMETER | /keepNear must be true or false/
      permute: a bound on a loss | ${limits('loss/il-score')} | BAD_PARAMETER | /needs a metric of risk, loss\/il-score is one of loss/
      permute: a bound on a score | ${limits('score/sebe=10')} | BAD_PARAMETER | /score\/sebe is one of score/
      permute: a bound on a risk that is better where it is higher | ${limits('risk/difference-variance=1')} | BAD_PARAMETER | /limits metrics from above, and risk\/difference-variance is better where it is higher/
      permute: an unknown bound | ${limits('risk/none')} | UNKNOWN_METRIC | /no metric "risk\/none"/
      permute: a bound twice | ${limits('risk/dld,risk/dld=20')} | BAD_PARAMETER | /risk\/dld is limited twice/
      permute: a bound that is no number | ${limits('risk/dld=low')} | BAD_PARAMETER | /at must be|number/
      permute: a bound by a name that is none | ${limits('dld')} | BAD_PARAMETER | /limits must be a list of \{ metric, at \}/
      permute: a bound with an unknown key | ${limits('[{"metric":"risk/dld","max":3}]')} | BAD_PARAMETER | /unknown key "max"/
      permute: an unknown parameter of a bound | ${limits('[{"metric":{"use":"risk/dld","params":{"depth":1}}}]')} | BAD_PARAMETER | /risk\/dld has no parameter "depth"/
      permute: a bound by the nearest of few columns | ${limits('[{"metric":{"use":"risk/dld","params":{"truth":"nearest"}}}]')} | BAD_PARAMETER | /needs more than 7 columns/
      permute: a bound without a value at the start | ${limits('risk/k-anonymity=3')} | BAD_PARAMETER | /risk\/k-anonymity/
      permute: a bound that needs another file | ${limits('risk/membership=50')} | BAD_PARAMETER | /no value at the start[^]*Leave it out of limits/
      plan: a post-masking step first | ${plan('first', '[optimize/post-mask]')} | BAD_PLAN | /optimize\/post-mask works on a masked file, but no earlier step masks a column[^]*to a masked file and its original/
      plan: a post-masking step behind a sample | ${plan('sample', '[{ use: coding/sampling, columns: [a] }, optimize/permute]')} | BAD_PLAN | /no earlier step masks a column/
      plan: a post-masking step of more than was masked | ${plan('more', '[{ use: swapping/rank-swap, columns: [a] }, { use: optimize/permute, columns: [a, b] }]')} | BAD_PLAN | /no earlier step masks "b"/
      plan: permutations without reverse mapping | ${plan('noise', '[{ use: noise/additive, columns: [a, b] }, optimize/permute]')} | NOT_A_PERMUTATION | /First reverse-map the file/
      plan: permutations of synthetic records | ${plan('new', '[{ use: copula/lhs, columns: [a, b] }, optimize/permute]')} | LENGTH_MISMATCH | /comes from no known record/
      plan: optimisation of classes | ${plan('classes', '[{ use: coding/global-recode, columns: [a, b] }, optimize/post-mask]')} | NOT_NUMERIC | /categories/
      plan: permutations within groups of what was masked | ${plan('by', '[{ use: swapping/rank-swap, columns: [a, b] }, { use: optimize/permute, columns: [b], by: [a] }]')} | BAD_PLAN | /within groups of "a", but an earlier step changed/
    `
}
