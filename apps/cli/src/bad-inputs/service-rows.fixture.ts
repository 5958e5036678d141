import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Files without a column to camouflage, and queries that a camouflaged column does not answer. */
export function serviceRows({ work, good, hidden, out }: Setting): Row[] {
  const file = (name: string, ...values: readonly (number | string)[]): string =>
    work.write(name, `income,age\n${values.map((value, i) => `${value},${20 + i}`).join('\n')}\n`)
  const build = (path: string, ...more: readonly string[]): string[] => [
    'service',
    'build',
    'services/camouflage',
    path,
    '--columns',
    'income',
    '--private',
    out,
    ...more,
  ]
  const set = (...settings: readonly string[]): string[] => settings.flatMap((one) => ['--set', one])
  const ask = (query: string): string[] => ['service', 'ask', hidden, query]
  const attack = (...more: readonly string[]): string[] => ['attack', 'camouflage', hidden, ...more]
  const damaged = work.write('damaged.json', '{"format":"sdc service 1"}')
  return rowsOf`
      camouflage: a greatest value for a total | ${attack()} --published ${work.write('c-greatest.csv', 'query,value\nmax(income),5\nsum(income),7\n')} | BAD_OPTION | /"max\(income\)" with the value 5 is not a linear fact/
      camouflage: totals without queries | ${attack()} --published ${work.write('c-totals.csv', 'total,value\n1,5\n2,7\n')} | UNKNOWN_COLUMN | /query/
      camouflage: a constant | ${build(file('c-constant.csv', 5, 5, 5))} | CONSTANT_COLUMN | /"income" has the same value/
      camouflage: one record | ${build(file('c-one.csv', 5))} | CONSTANT_COLUMN | /"income" has the same value/
      camouflage: all missing | ${build(file('c-missing.csv', 'NA', '', 'NA'))} | ALL_MISSING | /"income" has no value/
      camouflage: text | ${build(file('c-text.csv', 1, 2, 'many'))} | NOT_NUMERIC | /"many"/
      camouflage: two vectors | ${build(good)} ${set('vectors=2')} | BAD_PARAMETER | /vectors must be a whole number >= 3/
      camouflage: no protection | ${build(good)} ${set('protect=0')} | BAD_PARAMETER | /protect must be a number > 0/
      camouflage: protection in words | ${build(good)} ${set('protect=much')} | BAD_PARAMETER | /protect must be.*"much"/
      camouflage: protection beyond the bounds of the data | ${build(file('c-bounds.csv', 0, 10, 20))} ${set('least=0')} | BAD_PARAMETER | /record 1 of "income" is 0: its protection interval exceeds the limits/
      camouflage: a value outside the bounds | ${build(good)} ${set('greatest=1500')} | BAD_PARAMETER | /outside least and greatest/
      camouflage: bounds that are one | ${build(good)} ${set('least=3', 'greatest=3')} | BAD_PARAMETER | /not below/
      camouflage: a column that is to be protected and open | ${build(good)} --given income | BAD_PLAN | /"income" is named both to be masked and as a given or group column/
      camouflage: an unknown open column | ${build(good)} --given land | UNKNOWN_COLUMN | /no column "land"/
      camouflage: a service that is there | service build services/camouflage ${good} --columns income --private ${hidden} | BAD_OPTION | /exists already/
      camouflage: a query over nobody | ${ask("sum(income) where region = 'west'")} | TOO_FEW_RECORDS | /no record meets/
      camouflage: a query over an open column | ${ask('sum(age)')} | BAD_OPTION | /"age" is not camouflaged/
      camouflage: a query over no column | ${ask('sum(land)')} | UNKNOWN_COLUMN | /no column "land"/
      camouflage: a condition on what is camouflaged | ${ask('sum(income) where income in 0..1000')} | BAD_OPTION | /"income" is camouflaged and not allowed in a condition/
      camouflage: text for a number | ${ask("sum(income) where age = '30'")} | BAD_OPTION | /"age" is numeric/
      camouflage: a number for text | ${ask('sum(income) where region = 3')} | BAD_OPTION | /"region" is categorical/
      camouflage: a regression on text | ${ask('regression(income, region)')} | NOT_NUMERIC | /"region" is categorical/
      camouflage: a covariance with itself | ${ask('covariance(income, income)')} | BAD_OPTION | /twice/
      service log: no service | service log ${good} | BAD_PLAN | /not the file of a service/
      service log: a damaged file | service log ${damaged} | BAD_PLAN | /file of a service|id/
      service log: no file | service log ${work.path('none.json')} | FILE | /no such file/
      attack camouflage: no service | attack camouflage ${good} | BAD_PLAN | /not the file of a service/
      attack camouflage: an open column | ${attack()} --columns age | UNKNOWN_COLUMN | /"age"/
      attack camouflage: who knows all | ${attack()} --known-values 60 | BAD_OPTION | /nothing to find out/
      attack camouflage: no records | ${attack()} --sample 0 |  | /not a whole number from 1/
      attack run: a service is attacked as a file | attack run attacks/camouflage ${good} --columns income | BAD_OPTION | /attacks services, not files/
    `
}
