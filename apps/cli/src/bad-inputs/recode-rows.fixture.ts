import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Wrong uses of global recoding, sampling and rounding to vectors. */
export function recodeRows({ work, good, out }: Setting): Row[] {
  const mask =
    (method: string) =>
    (columns: string, ...more: readonly string[]): string[] =>
      ['mask', good, '--method', method, '--columns', columns, '-o', out].concat(more)
  const [recode, sample, round] = ['coding/global-recode', 'coding/sampling', 'coding/rounding'].map(mask)
  const set = (...values: readonly string[]): string[] => values.flatMap((value) => ['--set', value])
  const rows = (name: string, ...lines: readonly string[]): string => `@${work.write(name, lines.join('\n') + '\n')}`
  const withHierarchy = (name: string, ...hierarchy: readonly (readonly string[])[]): string[] => [
    '--schema',
    work.write(name, JSON.stringify({ columns: { region: { hierarchy } } })),
  ]
  const household = work.write('recode-house.yaml', 'columns: { region: { role: household } }')
  const lone = work.write(
    'recode-lone.csv',
    ['r,x', 'a,1', ...Array.from({ length: 9 }, (_, i) => `b,${i}`)].join('\n'),
  )
  const breaks: readonly (readonly [string, string, string, RegExp])[] = [
    ['out of order', '[0,50,20]', 'BAD_PARAMETER', /do not ascend: 20 follows 50/],
    ['equal', '[0,20,20]', 'BAD_PARAMETER', /do not ascend: 20 occurs twice/],
    ['one', '[20]', 'BAD_PARAMETER', /one break makes no class/],
    ['none', '[]', 'BAD_PARAMETER', /no breaks make no class/],
    ['a number', '20', 'BAD_PARAMETER', /breaks must be a list or an object/],
    ['text', '["a","b"]', 'BAD_PARAMETER', /breaks\.0 must be a number/],
    ['cut off', '[1,2', 'BAD_PARAMETER', /breaks must be a list or an object.*got "\[1,2"/],
    ['infinite', '[0,1e999]', 'BAD_PARAMETER', /breaks must be a list or an object/],
    ['for an unknown column', '{"land":[1,2]}', 'UNKNOWN_COLUMN', /no column "land"/],
    ['for a column of text', '{"region":[1,2]}', 'BAD_PARAMETER', /breaks has an entry for column "region"/],
  ]
  const maps: readonly (readonly [string, string, string, RegExp])[] = [
    ['without a level', '{"north":"n"}', 'BAD_PARAMETER', /lacks the level "south" \(record 2\)/],
    ['that is empty', '{}', 'BAD_PARAMETER', /the map is empty/],
    ['to an empty text', '{"north":"","south":"s"}', 'BAD_PARAMETER', /makes the level "north" an empty text/],
    ['to numbers', '{"north":1,"south":2}', 'BAD_PARAMETER', /map\.north must be/],
    ['with a level twice', '[["north","a"],["north","b"]]', 'BAD_PARAMETER', /the level "north" twice/],
    ['half by column', '{"north":"a","region":{"south":"b"}}', 'BAD_PARAMETER', /texts and some are maps/],
    ['for an unknown column', '{"land":{"a":"b"}}', 'UNKNOWN_COLUMN', /no column "land"/],
    ['for a column left out', '{"income":{"1":"b"}}', 'BAD_PARAMETER', /"income", which is not recoded here/],
    ['that only renames', '{"north":"n","south":"s"}', 'UNCHANGED', /no class of column "region" has two/],
    ['that is text', 'north', 'BAD_PARAMETER', /map must be a list or an object; got "north"/],
    ['from a table of one column', rows('map-1.csv', 'north', 'south'), 'BAD_PARAMETER', /row 1 of the map has 1 cell/],
    ['from a table of three', rows('map-3.csv', 'north,a,b', 'south,c,d'), 'BAD_PARAMETER', /row 1 of the map has 3/],
    ['from a file that is not there', `@${work.path('map-none.csv')}`, 'FILE', /map-none\.csv/],
    ['from a table with a hole', rows('map-hole.csv', 'north,a', 'south'), 'RAGGED_ROW', /line 2 has 1 cells/],
  ]
  const hierarchies: readonly (readonly [string, readonly string[], string, RegExp])[] = rowsOf`
      none |  | BAD_PARAMETER | /column "region" has no hierarchy/
      without a value | ${withHierarchy('h-1.yaml', ['north', '*'])} | BAD_HIERARCHY | /lacks the value "south" \(record 2\)/
      with two parents | ${withHierarchy('h-2.yaml', ['north', 'a', '*'], ['south', 'a', '+'])} | BAD_HIERARCHY | /puts "a" of level 1 into two classes/
      with an empty level | ${withHierarchy('h-3.yaml', ['north', ''], ['south', '*'])} | BAD_HIERARCHY | /an empty class/
      of fewer levels | ${withHierarchy('h-4.yaml', ['north', '*'], ['south', '*'])} | BAD_PARAMETER | /has no level 2/
    `
  const samples: readonly (readonly [string, readonly string[], string, RegExp])[] = rowsOf`
      of none | records=0 | BAD_PARAMETER | /records must be a whole number >= 1/
      of more than all | records=61 | BAD_PARAMETER | /61 records of 60/
      of no percent | percent=0 | BAD_PARAMETER | /percent must be a number > 0/
      of a percent that is none | percent=1 | TOO_FEW_RECORDS | /1 % of 60 records is less than one/
      of strata that are not said | design=stratified | BAD_PARAMETER | /needs strata/
      of an unknown column | design=stratified strata=["land"] | UNKNOWN_COLUMN | /no column "land"/
      of strata that are no list | design=stratified strata=region | BAD_PARAMETER | /strata must be a list/
      of strata that are not used | strata=["region"] | BAD_PARAMETER | /the design is simple/
      of fewer records than strata | design=stratified strata=["region"] records=1 | TOO_FEW_RECORDS | /1 record are fewer than the 2 strata/
      of more than a stratum has | design=stratified strata=["region"] allocation=given strataRecords={"north":31,"south":1} | BAD_PARAMETER | /takes 31 of the stratum "north", which has 30/
      of none of a stratum | design=stratified strata=["region"] allocation=given strataRecords={"north":0,"south":1} | BAD_PARAMETER | /strataRecords\.north must be/
      of a stratum that is not there | design=stratified strata=["region"] allocation=given strataRecords={"east":1} | BAD_PARAMETER | /names "east", which is not a stratum/
      of households that are not said | unit=household | BAD_PARAMETER | /no column has the role household/
      under a name that is taken | weightName=tax | BAD_PARAMETER | /already has a column "tax"/
    `
  const vectors: readonly (readonly [string, string, string, RegExp])[] = [
    ['without a vector', '[["income","tax"]]', 'BAD_PARAMETER', /no vector below their header/],
    ['without a column', '[["income"],[1000]]', 'BAD_PARAMETER', /no column "tax"/],
    ['of another column', '[["income","age"],[1000,2]]', 'BAD_PARAMETER', /a column "age", which is not rounded/],
    ['with a column twice', '[["income","income"],[1000,2]]', 'BAD_PARAMETER', /the column "income" twice/],
    ['of different length', '[["income","tax"],[1000]]', 'BAD_PARAMETER', /row 2 of vectors has 1 cells/],
    ['of text', rows('v-1.csv', 'income,tax', '1000,much'), 'BAD_PARAMETER', /row 2 of vectors has "much" for "tax"/],
    ['that are one number', '5', 'BAD_PARAMETER', /vectors must be a list/],
  ]
  return [
    ...breaks.map(([what, value, code, message]): Row => [
      `coding/global-recode: breaks ${what}`,
      recode('age', ...set(`breaks=${value}`)),
      code,
      message,
    ]),
    ...maps.map(([what, value, code, message]): Row => [
      `coding/global-recode: a map ${what}`,
      recode('region', ...set(`map=${value}`)),
      code,
      message,
    ]),
    ...hierarchies.map(([what, more, code, message]): Row => [
      `coding/global-recode: a hierarchy ${what}`,
      recode('region', ...set(what === 'of fewer levels' ? 'level=2' : 'level=1'), ...more),
      code,
      message,
    ]),
    ...rowsOf`
      coding/global-recode: a value outside closed breaks | ${recode('age', ...set('breaks=[0,30,40]', 'closed=true'))} | BAD_PARAMETER | /the value 41 of column "age", record 22, lies outside the breaks, 0 to 40/
      coding/global-recode: logarithms of 0 | ${recode('tax', ...set('method=log'))} | BAD_PARAMETER | /need positive numbers; column "tax" has 0 in record 1/
      coding/global-recode: a level and a map | ${recode('region', ...set('level=1', 'map={"north":"a","south":"a"}'))} | BAD_PARAMETER | /level and map are both given/
      coding/global-recode: the mean of a class of one | ${recode('income', ...set('represent=mean', 'breaks=[0,1000.5,9000]'))} | TOO_FEW_RECORDS | /has 1 record: its mean would disclose/
      coding/global-recode: no class | ${recode('age', ...set('classes=0'))} | BAD_PARAMETER | /classes must be a whole number >= 1/
    `,
    ...samples.map(([what, values, code, message]): Row => [
      `coding/sampling: ${what}`,
      sample('all', ...set(...values)),
      code,
      message,
    ]),
    ...rowsOf`
      coding/sampling: more households than there are | ${sample('income', ...set('unit=household', 'records=3'), '--schema', household)} | BAD_PARAMETER | /would take 3 households of 2/
      coding/sampling: households across strata | ${sample('income', ...set('unit=household', 'design=stratified', 'strata=["age"]'), '--schema', household)} | BAD_PARAMETER | /records 1 and 3 are of one household but of two strata/
      coding/sampling: a stratum of one record | ${['mask', lone, '--method', 'coding/sampling', '--columns', 'x', '-o', out].concat(set('design=stratified', 'strata=["r"]', 'fewRecords=error'))} | TOO_FEW_RECORDS | /a stratum has only one record, the first is "a"/
    `,
    ...vectors.map(([what, value, code, message]): Row => [
      `coding/rounding: vectors ${what}`,
      round('income,tax', ...set(`vectors=${value}`)),
      code,
      message,
    ]),
    ...rowsOf`
      coding/rounding: vectors and a base | ${round('income,tax', ...set('base=5', 'vectors=[["income","tax"],[1,2]]'))} | BAD_PARAMETER | /both base and vectors are given/
    `,
  ]
}
