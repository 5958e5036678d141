import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Wrong uses of `sdc anonymize`: invalid hierarchies, missing keys, and requirements that a file cannot meet. */
export function anonymizeRows({ work, good, out }: Setting): Row[] {
  const file = (name: string, text: string): string => work.write(`anonymize-${name}`, text)
  const regions = file('regions.csv', 'north;*\nsouth;*\n')
  const run = (...more: readonly string[]): string[] => ['anonymize', good, '-o', out, ...more]
  const by = (path: string, ...more: readonly string[]): string[] => run('--hierarchy', `region=${path}`, ...more)
  const holes = file('holes.csv', 'a,b\nNA,NA\nNA,NA\n')
  const many = file('many.csv', `id,x\n${Array.from({ length: 60 }, (_, i) => `t${i},${i}`).join('\n')}\n`)
  const recoding = (name: string, value: unknown): string => file(name, JSON.stringify(value))
  const mapped = (levels: unknown, columns: unknown): string =>
    recoding(`${JSON.stringify([levels, columns]).replace(/\W+/g, '-')}.json`, {
      recoding: 1,
      columns,
      levels,
    })
  const masking = ['mask', good, '--method', 'coding/k-anonymous-recode', '-o', out]
  return rowsOf`
      anonymize: no such file of a hierarchy | ${by('nowhere.csv')} | FILE | /nowhere\.csv/
      anonymize: a rule with widths that do not nest | ${run()} --hierarchy age=interval:5,7 | BAD_HIERARCHY | /width 7, which is not a multiple of 5[^]*interval:5,10/
      anonymize: a rule in the wrong order | ${run()} --hierarchy region=prefix:1,2 | BAD_HIERARCHY | /does not descend[^]*prefix:2,1/
      anonymize: a rule for dates of a column of texts | ${run()} --hierarchy region=date:year | BAD_HIERARCHY | /"north", which is not a date/
      anonymize: a rule for an unknown column | ${run()} --hierarchy county=tree | UNKNOWN_COLUMN | /"county", which is not a column/
      anonymize: a kept column that is no quasi-identifier | ${run()} --quasi-identifiers age --keep region | BAD_OPTION | /--keep names "region"/
      anonymize: a weight that is no number | ${run()} --quasi-identifiers age --importance age=much | BAD_OPTION | /"much" of column "age" is not a number/
      anonymize: no such folder | ${run()} --hierarchies nowhere | FILE | /no folder nowhere of hierarchies/
      anonymize: a hierarchy without a file | ${run()} --hierarchy region | BAD_OPTION | /region/
      anonymize: a hierarchy for an unknown column | ${run()} --hierarchy county=${regions} | UNKNOWN_COLUMN | /--hierarchy names "county", which is not a column[^]*The columns are id, region/
      anonymize: two hierarchies for a column | ${run()} --hierarchy region=${regions} --hierarchy region=${regions} | BAD_OPTION | /region/
      anonymize: a hierarchy that lacks a value | ${by(file('lacks.csv', 'north;*\n'))} | BAD_HIERARCHY | /hierarchy of column "region" lacks the value "south" \(record 2\)[^]*south;\*/
      anonymize: two hierarchies that lack values | ${by(file('lacks-too.csv', 'south;*\n'))} --hierarchy age=${file('ages.csv', '20;*\n')} | BAD_HIERARCHY | /"north" \(record 1\)[^]*column "age"[^]*"21" \(record 2\)[^]*21;\*/
      anonymize: two parents for one class | ${by(file('parents.csv', 'north;up;left\nsouth;up;right\n'))} | BAD_HIERARCHY | /two classes at level 2: "left" in row 1 \("north"\), "right" in row 2/
      anonymize: a value twice | ${by(file('twice.csv', 'north;*\nsouth;*\nnorth;*\n'))} | BAD_HIERARCHY | /the value "north" twice, in rows 1 and 3/
      anonymize: an empty level | ${by(file('empty.csv', 'north;;*\nsouth;a;*\n'))} | BAD_HIERARCHY | /row 1[^]*level 1/
      anonymize: one level | ${by(file('flat.csv', 'north\nsouth\n'))} | BAD_HIERARCHY | /no level above its values/
      anonymize: ragged rows | ${by(file('ragged.csv', 'north;*\nsouth;a;*\n'))} | RAGGED_ROW | /line 2 has 3 cells/
      anonymize: an empty file | ${by(file('nothing.csv', ''))} | EMPTY_FILE | /empty/
      anonymize: a class called as what is missing | ${by(file('missing.csv', 'north;NA;*\nsouth;b;*\n'))} | BAD_HIERARCHY | /class "NA" at level 1, which means a missing value/
      anonymize: k of one | ${run()} --quasi-identifiers age --k 1 |  | /with k = 1 nobody shares anything/
      anonymize: k that is no number | ${run()} --quasi-identifiers age --k five |  | /not a decimal number/
      anonymize: k beyond the file | ${run()} --quasi-identifiers age --k 61 | TOO_FEW_RECORDS | /60 records cannot be in/
      anonymize: no keys | ${run()} | NO_COLUMNS | /no column is a quasi-identifier/
      anonymize: keys by roles that there are not | ${run()} --quasi-identifiers roles | NO_COLUMNS | /no column is a quasi-identifier/
      anonymize: an unknown key | ${run()} --quasi-identifiers age,county | UNKNOWN_COLUMN | /no column "county"/
      anonymize: a sensitive column among the keys | ${run()} --quasi-identifiers age,tax --l 2 --confidential tax | BAD_OPTION | /"tax" is both confidential and a quasi-identifier/
      anonymize: an unknown sensitive column | ${run()} --quasi-identifiers age --l 2 --confidential job | UNKNOWN_COLUMN | /"job"/
      anonymize: l of nothing | ${run()} --quasi-identifiers age --l 2 | BAD_OPTION | /--l is asked of sensitive columns/
      anonymize: t of nothing | ${run()} --quasi-identifiers age --t .2 | BAD_OPTION | /--t is asked of sensitive columns/
      anonymize: t of two | ${run()} --quasi-identifiers age --t 2 --confidential tax |  | /from 0 to 1/
      anonymize: l of zero | ${run()} --quasi-identifiers age --l 0 --confidential tax |  | /not a number from 1/
      anonymize: an unknown model | ${run()} --quasi-identifiers age --l 2 --l-model log |  | /Allowed choices are distinct/
      anonymize: more values than the file has | ${run()} --quasi-identifiers age --l 3 --confidential region | BAD_PARAMETER | /no record is left/
      anonymize: an order of text | ${run()} --quasi-identifiers age --t .2 --t-distance ordered --confidential region | NOT_ORDERED | /"region" have no order/
      anonymize: a hierarchy of sensitive values that is not there | ${run()} --quasi-identifiers age --t .2 --t-distance hierarchical --confidential region | BAD_PARAMETER | /"region" has no hierarchy/
      anonymize: suppress some | ${run()} --quasi-identifiers age --suppression-limit abc |  | /not a decimal number/
      anonymize: suppress more than all | ${run()} --quasi-identifiers age --suppression-limit 150% |  | /from 0 to 100/
      anonymize: no node without suppression | ${by(file('two.csv', 'north;N\nsouth;S\n'))} --global --k 31 | BAD_PARAMETER | /none of the 2 combinations[^]*would suppress 60 of 60/
      anonymize: every record suppressed | ${by(file('two-too.csv', 'north;N\nsouth;S\n'))} --k 31 | BAD_PARAMETER | /no record is left/
      anonymize: local and global | ${run()} --quasi-identifiers age --local --global |  | /cannot be used with/
      anonymize: an unknown loss | ${run()} --quasi-identifiers age --loss money |  | /Allowed choices/
      anonymize: two records without values | anonymize ${holes} --quasi-identifiers a,b --k 3 -o ${out} | TOO_FEW_RECORDS | /2 records/
      anonymize: a mapping that is none | ${run()} --mapping ${file('text.json', '[1]')} | BAD_PLAN | /is not a recoding/
      anonymize: no such mapping | ${run()} --mapping nowhere.json | FILE | /nowhere\.json/
      anonymize: a mapping of another file | ${run()} --mapping ${mapped([{ county: 1 }], { county: { values: 'each' } })} | UNKNOWN_COLUMN | /the recoding is of a column "county"/
      anonymize: a mapping that lacks a value | ${run()} --mapping ${mapped([{ region: 1 }], { region: { hierarchy: [['north', '*']] } })} | BAD_HIERARCHY | /"south" \(record 2\)[^]*south;\*/
      anonymize: classes of numbers of text | ${run()} --mapping ${mapped([{ region: 1 }], { region: { widths: [10] } })} | NOT_NUMERIC | /"region" into classes, and it is not numeric/
      anonymize: a mapping with too high a level | ${run()} --mapping ${mapped([{ region: 7 }], { region: { values: 'each' } })} | BAD_PARAMETER | /level 7 for "region"/
      anonymize: a mapping and other keys | ${run()} --mapping ${mapped([{ region: 1, x: 1 }], { region: { values: 'each' } })} --quasi-identifiers age | BAD_OPTION | /lacks the quasi-identifier "age"/
      anonymize: a mapping that is to be global | ${run()} --mapping x.json --global |  | /cannot be used with/
      anonymize: a mapping over its data | ${run()} --quasi-identifiers age --write-mapping ${good} | BAD_OPTION | /would be overwritten/
      anonymize: a report over a hierarchy | ${by(regions)} --write-search ${regions} | BAD_OPTION | /would be overwritten/
      anonymize: no output | anonymize ${many} --quasi-identifiers id |  | /required option '-o/
      anonymize: a release without a private file | ${run()} --quasi-identifiers age --release | BAD_OPTION | /needs --private/
      anonymize: a release of a confidential column without --l and --t | ${run()} --quasi-identifiers age,region --confidential tax --release --private ${out}.json --accept-open id --accept-open income | OPEN_RELEASE | /tax \(confidential\)[^]*--accept-open tax/
      mask: keys that a recoding cannot bring together | ${masking} --columns id --set k=61 | TOO_FEW_RECORDS | /60 records cannot be in classes of 61/
      mask: importance of keys for a loss that is not of keys | ${masking} --columns age --set importance={"age":2} --set loss=aecs | BAD_PARAMETER | /does not use importance[^]*entropy/
      mask: importance of a column that is no key | ${masking} --columns age --set importance={"region":2} | UNKNOWN_COLUMN | /importance names column "region", which is not a quasi-identifier/
      mask: half as many records in the places of all | mask ${good} --method copula/lhs --columns income --set inPlace=true --set percentOfRecords=50 | BAD_PARAMETER | /a record for each of the file, not 50 percent/
      mask: k of one for a recoding | ${masking} --columns id --set k=1 | BAD_PARAMETER | /k must be/
      mask: a hierarchy of nothing | ${masking} --columns age --hierarchy county=${regions} | UNKNOWN_COLUMN | /"county"/
    `
}
