import type { Row, Setting } from './row.fixture.js'

/** Searches that cannot be made: what they are of, what they are bounded by, how long they may take, and where they go on. */
export function frontierRows({ work, good, plan }: Setting): Row[] {
  const search = (...more: readonly string[]): string[] => ['frontier', good, '--columns', 'income,tax', ...more]
  const bound = (text: string): string[] => search('--bound', text)
  const quick = ['--methods', 'noise/additive,microaggregation/mdav', '--generations', '0', '--workers', '1']
  const of = (name: string, text: string): string[] => [
    'frontier',
    work.write(`frontier-${name}.csv`, text),
    '--columns',
    'a,b',
    ...quick,
  ]
  const lines = (count: number, line: (i: number) => string): string =>
    `a,b\n${Array.from({ length: count }, (_, i) => line(i)).join('\n')}\n`
  const folder = work.path('frontier-nowhere')
  return [
    ['frontier: no file', ['frontier'], '', /missing required argument 'data'/],
    ['frontier: a file that is not there', ['frontier', work.path('frontier-none.csv'), '--columns', 'a'], 'FILE', /no such file/],
    ['frontier: nothing says which columns', ['frontier', good], 'NO_COLUMNS', /columns/],
    ['frontier: an unknown column', ['frontier', good, '--columns', 'incme'], 'UNKNOWN_COLUMN', /no column "incme"/],
    ['frontier: an unknown method', search('--methods', 'noise/aditive'), 'UNKNOWN_METHOD', /"noise\/aditive"[^]*noise\/additive/],
    ['frontier: an unknown axis', search('--risk', 'risk/nothing'), 'UNKNOWN_METRIC', /"risk\/nothing"/],
    ['frontier: a bound on an unknown metric', bound('risk/none=5'), 'UNKNOWN_METRIC', /"risk\/none"/],
    ['frontier: a bound on a metric of categories', bound('loss/categorical-distance=1'), 'BAD_OPTION', /loss\/categorical-distance has a limit and cannot be measured here/],
    ['frontier: a bound on a metric of keys', bound('risk/k-anonymity=1'), 'BAD_OPTION', /risk\/k-anonymity has a limit and cannot be measured here: it is of the quasi-identifiers/],
    ['frontier: a bound without a value', bound('risk/dld'), 'BAD_OPTION', /risk\/dld/],
    ['frontier: a bound that is no number', bound('risk/dld=low'), 'BAD_OPTION', /low/],
    ['frontier: a bound beyond the range', bound('risk/dld=200'), 'BAD_OPTION', /cannot have a limit of 200 %: its values go from 0 to 100/],
    ['frontier: a bound on the better end', bound('risk/dld:lower=5'), 'BAD_OPTION', /better end of its interval/],
    ['frontier: two bounds on one metric', search('--bound', 'risk/dld=5', '--bound', 'risk/dld=6'), 'BAD_OPTION', /risk\/dld[^]*twice/],
    ['frontier: a budget that is no time', search('--budget', 'soon'), 'BAD_OPTION', /--budget soon is no time[^]*90s, 2m, 1h/],
    ['frontier: a budget without a unit', search('--budget', '120'), 'BAD_OPTION', /--budget 120 is no time/],
    ['frontier: a budget of nothing', search('--budget', '0s'), 'BAD_OPTION', /--budget 0s is no time/],
    ['frontier: a negative budget', search('--budget=-2m'), 'BAD_OPTION', /--budget -2m is no time/],
    ['frontier: a budget and generations', search('--budget', '2m', '--generations', '3'), 'BAD_OPTION', /--budget and --generations exclude each other/],
    ['frontier: half a generation', search('--generations', '0.5'), '', /'0\.5' is invalid.*whole number/],
    ['frontier: no workers', search('--workers', '0'), '', /'0' is invalid.*whole number/],
    ['frontier: an empty seed', search('--seed', ''), 'BAD_OPTION', /--seed is empty/],
    ['frontier: a plan in place of data', ['frontier', plan, '--columns', 'income'], 'UNKNOWN_COLUMN|RAGGED_ROW|NO_ROWS|BAD_CSV', /./],
    ['frontier: resumed without a folder', search('--resume'), 'BAD_OPTION', /--resume has no folder to go on with[^]*-o DIR/],
    ['frontier: into a file', search(...quick, '-o', good), 'FILE', /good\.csv/],
    ['frontier: an unknown bound with a folder', [...bound('risk/none=5'), '-o', folder], 'UNKNOWN_METRIC', /"risk\/none"/],
    ['frontier: one record', of('one', 'a,b\n1,2\n'), 'CONSTANT_COLUMN', /the same value in every record/],
    ['frontier: constants', of('constants', lines(30, () => '5,7')), 'CONSTANT_COLUMN', /the same value in every record/],
    ['frontier: nothing but missing values', of('missing', lines(30, () => 'NA,NA')), 'ALL_MISSING', /no value at all/],
    ['frontier: methods that all fail', search('--methods', 'linear/ipso-a,linear/ipso-b', '--generations', '0', '--workers', '1'), 'BAD_PLAN|NO_COLUMNS|BAD_OPTION', /given/],
    ['frontier: a step that masks nothing by itself', search('--methods', 'reverse-map/rank', '--generations', '0', '--workers', '1'), 'BAD_PLAN', /works on a masked file/],
    ['frontier: the output - of a folder', search(...quick, '-o', '-'), 'BAD_OPTION', /-o|--out/],
  ] // oxfmt-ignore
}
