import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Wrong rules, and wrong uses of `sdc rules check`. */
export function rulesRows({ work, good, schema }: Setting): Row[] {
  const check = (...more: readonly string[]): string[] => ['rules', 'check', good, ...more]
  const rule = (text: string): string[] => check('--rule', text)
  const inSchema = (text: string): string =>
    work.write(
      `rules-${text.length}.yaml`,
      `columns: { income: { role: confidential } }\nrules: [${JSON.stringify(text)}]\n`,
    )
  const mask = (text: string): string[] => ['mask', good, '--method', 'noise/additive', '--schema', inSchema(text)]
  return rowsOf`
      rules: no file | rules check |  | /missing required argument 'data'/
      rules: none | ${check()} | BAD_OPTION | /there are no rules to check[^]*sdc inspect --write/
      rules: an unknown column | ${rule('incom >= 0')} | UNKNOWN_COLUMN | /"incom", which the rule "incom >= 0" names[^]*Did you mean "income"/
      rules: a product | ${rule('income * income = 1')} | BAD_RULE | /at "\* income = 1": it multiplies two columns/
      rules: a text without quotes | ${rule('region = north')} | UNKNOWN_COLUMN | /"north"[^]*Put texts in quotes/
      rules: a number for a category | ${rule('region = 1')} | BAD_RULE | /"region" is categorical/
      rules: no end | ${rule('if income > 3 then')} | BAD_RULE | /at its end: a column or number is missing/
      rules: the output is the input | ${rule('income >= 0')} -o ${good} | BAD_OPTION | /good\.csv/
      rules: the output is the schema | ${rule('income >= 0')} --schema ${schema} -o ${schema} | BAD_OPTION | /good-schema\.yaml/
      rules: in a schema, a function | ${mask('log(income) > 1')} | BAD_RULE | /"log" is not a function/
      rules: in a schema, an unknown column | ${mask('wages >= 0')} | UNKNOWN_COLUMN | /"wages", which the rule/
    `
}
