import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Files on which no assignment of unknown records' values can be tested. */
export function aggregateRows({ work, masked }: Setting): Row[] {
  const file = (name: string, ...lines: readonly string[]): string =>
    work.write(name, `income,tax,place\n${lines.join('\n')}\n`)
  const lines = Array.from({ length: 20 }, (_, i) => `${1000 + 37 * i},${200 + ((i * 7) % 20)},p${i}`)
  const whole = file('ea-whole.csv', ...lines)
  const known = file('ea-known.csv', ...lines.slice(3))
  const attack = (released: string, ...more: readonly string[]): string[] => [
    'attack',
    'run',
    'attacks/exact-aggregates',
    released,
    ...more,
  ]
  const of = (columns: string, path: string, ...more: readonly string[]): string[] =>
    attack(whole, '--columns', columns, '--known', `known=${path}`, ...more)
  const set = (...settings: readonly string[]): string[] => of('income,tax', known, ...settings.flatMap((one) => ['--set', one])) // oxfmt-ignore
  const published = (text: string): string[] => [
    '--set',
    'correlations=product-moment',
    '--known',
    `correlations=${work.write(`ea-${text.length}.csv`, text)}`,
  ]
  return rowsOf`
      exact aggregates: nothing known | ${attack(whole)} --columns income,tax | BAD_OPTION | /needs to know: known/
      exact aggregates: more known than released | ${attack(known)} --columns income,tax --known known=${whole} | WRONG_INPUT | /known records has 20, and the released file has 17/
      exact aggregates: values that were masked otherwise | ${attack(masked)} --columns income --known known=${file('ea-one.csv', '1.5,2,p')} | WRONG_INPUT | /column "income" of the released file lacks the value 1\.5 of known record 1.*Omit the column/s
      exact aggregates: a missing value | ${of('income,tax', file('ea-hole.csv', ...lines.slice(4), '1000,NA,p0'))} | MISSING_VALUES | /column "tax" of the known records has no value in record 17/
      exact aggregates: too many assignments | ${of('income,tax', file('ea-few.csv', ...lines.slice(15)))} | BAD_PARAMETER | /15 unknown records in 1 column .*1\.3e\+12 possible assignments.*10000000.*Add known records/s
      exact aggregates: text | ${of('income,place', known)} | NOT_NUMERIC | /"place"/
      exact aggregates: no such column | ${of('income,wage', known)} | UNKNOWN_COLUMN | /wage/
      exact aggregates: tolerance below 0 | ${set('tolerance=-1')} | BAD_PARAMETER | /tolerance must be a number/
      exact aggregates: no assignments | ${set('maxAssignments=0')} | BAD_PARAMETER | /maxAssignments must be a whole number/
      exact aggregates: other correlations | ${set('correlations=kendall')} | BAD_PARAMETER | /correlations must be/
      exact aggregates: correlations of other columns | ${of('income,tax', known)} ${published('income,wage\n1,0.5\n0.5,1\n')} | WRONG_INPUT | /the published correlations lack the one of tax with income/
      exact aggregates: no correlation | ${of('income,tax', known)} ${published('income,tax\n1,1.5\n1.5,1\n')} | WRONG_INPUT | /the published correlations lack the one of tax with income/
    `
}
