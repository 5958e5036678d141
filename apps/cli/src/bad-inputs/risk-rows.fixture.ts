import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Wrong uses of `sdc risk`. */
export function riskRows({ work, good, schema }: Setting): Row[] {
  const risk = (...more: readonly string[]): string[] => ['risk', good, ...more]
  const weight = work.write('risk-weight.yaml', 'columns: { region: { role: weight } }\n')
  return rowsOf`
      risk: no file | risk |  | /missing required argument 'data'/
      risk: a quasi-identifier that is not there | ${risk()} --quasi-identifiers regoin | UNKNOWN_COLUMN | /"regoin"[^]*Did you mean "region"/
      risk: a quasi-identifier twice | ${risk()} --quasi-identifiers region,region | BAD_OPTION | /region/
      risk: k of 0 | ${risk()} --k 0 |  | /--k.*not a whole number from 1/
      risk: a k that is no number | ${risk()} --k five |  | /not a decimal number/
      risk: a weight of categories | ${risk()} --schema ${weight} | NOT_NUMERIC | /"region" has the role weight/
      risk: the output is the input | ${risk()} -o ${good} | BAD_OPTION | /good\.csv/
      risk: the output is the schema | ${risk()} --schema ${schema} -o ${schema} | BAD_OPTION | /good-schema\.yaml/
      risk: a method | ${risk()} --method noise/additive |  | /unknown option '--method'/
    `
}
