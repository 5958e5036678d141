import { readFileSync, writeFileSync } from 'node:fs'
import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Values that a method, a link column or an origin cannot use, in valid files. */
export function valueRows(setting: Setting): Row[] {
  const { work, good, masked, keep, released, schema, out } = setting
  const records = (lines: readonly string[]): string => `${lines.join('\n')}\n`
  const mask = (path: string, method: string, columns: string, ...more: readonly string[]): string[] => [
    'mask',
    path,
    '--method',
    method,
    '--columns',
    columns,
    '-o',
    out,
    ...more,
  ]
  const numbers = [
    'noise/additive',
    'noise/correlated',
    'noise/multiplicative',
    'microaggregation/mdav',
    'swapping/rank-swap',
    'linear/sblm',
  ]
  const cells: readonly (readonly [string, string, string, RegExp])[] = [
    ['text', 'x', 'NOT_NUMERIC', /line 3: "x" is not a number/],
    ['NaN', 'NaN', 'NOT_NUMERIC', /line 3: "NaN" is not a number/],
    ['Infinity', 'Infinity', 'NOT_NUMERIC', /line 3: "Infinity" is not a number/],
    ['a hexadecimal number', '0x1F', 'NOT_NUMERIC', /line 3: "0x1F" is not a number/],
    ['1e400', '1e400', 'NOT_NUMERIC', /line 3: "1e400" is too large/],
    [
      'a number beyond 2^53',
      '9007199254740993',
      'NOT_NUMERIC',
      /line 3: 9007199254740993 is a whole number beyond 2\^53/,
    ],
    ['leading zeros', '007', 'NOT_NUMERIC', /line 3: "007" has leading zeros/],
    ['a number with blanks', '5 5', 'NOT_NUMERIC', /line 3: "5 5" is not a number/],
    ['a currency', '5 EUR', 'NOT_NUMERIC', /line 3: "5 EUR" is not a number/],
    ['a percentage', '5%', 'NOT_NUMERIC', /line 3: "5%" is not a number/],
    ['a date', '2020-01-01', 'NOT_NUMERIC', /line 3: "2020-01-01" is not a number/],
    ['an apostrophe before two digits', "1'00", 'NOT_NUMERIC', /line 3: "1'00" is not a number/],
    ['a decimal comma', '"1,5"', 'NOT_NUMERIC', /decimal comma/],
    ['a code for missing', '.', 'NOT_NUMERIC', /line 3: "\." is not a number/],
  ]
  const inCells = cells.flatMap(([what, cell, code, message], i) => {
    const path = work.write(`cell-${i}.csv`, records(['a,b', '1,2', `${cell},4`, '5,6', '7,9', '8,1', '4,3']))
    return numbers.map((method): Row => [`${method}: ${what} among numbers`, mask(path, method, 'a,b'), code, message])
  })
  const one = work.write('one-record.csv', 'a,b\n1,2\n')
  const constant = work.write('constant.csv', records(['a,b', ...Array.from({ length: 12 }, (_, i) => `7,${i}`)]))
  const missing = work.write(
    'all-missing.csv',
    records(['a,b', ...Array.from({ length: 12 }, (_, i) => `${i % 2 ? 'NA' : ''},${i}`)]),
  )
  const columns = numbers.flatMap(
    (method): Row[] => rowsOf`
      ${method}: a constant column | ${mask(constant, method, 'a,b')} | CONSTANT_COLUMN | /column "a" has the same value/
      ${method}: a column without a value | ${mask(missing, method, 'a,b')} | ALL_MISSING | /column "a" has no value/
      ${method}: one record | ${mask(one, method, 'a,b')} | CONSTANT_COLUMN|TOO_FEW_RECORDS | /./
      ${method}: an unknown column | ${mask(good, method, 'income,land')} | UNKNOWN_COLUMN | /no column "land"/
      ${method}: a column of text | ${mask(good, method, 'region')} | NOT_NUMERIC | /"region" is not numeric/
      ${method}: identifiers with leading zeros | ${mask(good, method, 'id')} | NOT_NUMERIC | /leading zeros/
      ${method}: an unknown parameter | ${mask(good, method, 'income,tax')} --set strength=1 | BAD_PARAMETER | /no parameter "strength"/
      ${method}: a setting without a value | ${mask(good, method, 'income,tax')} --set k | BAD_OPTION | /name=value/
      ${method}: a setting twice | ${mask(good, method, 'income,tax')} --set k=3 --set k=5 | BAD_OPTION | /--set k is given twice: 3 and 5/
    `,
  )
  const parameters: readonly (readonly [string, string, string, RegExp])[] = [
    ['microaggregation/mdav', 'k=0x5', 'BAD_PARAMETER', /k must be a whole number.*got "0x5"/],
    ['microaggregation/mdav', 'k=1', 'BAD_PARAMETER', /k must be.*got 1/],
    ['microaggregation/mdav', 'k=0', 'BAD_PARAMETER', /k must be/],
    ['microaggregation/mdav', 'k=-3', 'BAD_PARAMETER', /k must be/],
    ['microaggregation/mdav', 'k=2.5', 'BAD_PARAMETER', /k must be/],
    ['microaggregation/mdav', 'k=', 'BAD_PARAMETER', /k must be.*got ""/],
    ['microaggregation/mdav', 'k=NaN', 'BAD_PARAMETER', /k must be.*got "NaN"/],
    ['microaggregation/mdav', 'k=Infinity', 'BAD_PARAMETER', /k must be.*got "Infinity"/],
    ['microaggregation/mdav', 'k=five', 'BAD_PARAMETER', /k must be/],
    ['microaggregation/mdav', 'k=1e400', 'BAD_PARAMETER', /k must be.*got "1e400"/],
    ['microaggregation/mdav', 'k=0b11', 'BAD_PARAMETER', /k must be.*got "0b11"/],
    ['microaggregation/mdav', 'k=61', 'TOO_FEW_RECORDS', /60/],
    ['microaggregation/mdav', 'k=1000000000', 'TOO_FEW_RECORDS', /60/],
    ['noise/additive', 'relativeVariance=0', 'BAD_PARAMETER', /relativeVariance must be a number > 0/],
    ['noise/additive', 'relativeVariance=-0.1', 'BAD_PARAMETER', /relativeVariance must be/],
    ['noise/additive', 'relativeVariance=0x1', 'BAD_PARAMETER', /got "0x1"/],
    ['noise/additive', 'relativeVariance=0,1', 'BAD_PARAMETER', /got "0,1"/],
    ['noise/additive', 'relativeVariance=10%', 'BAD_PARAMETER', /got "10%"/],
    ['noise/additive', 'relativevariance=0.1', 'BAD_PARAMETER', /Did you mean "relativeVariance"/],
    ['swapping/rank-swap', 'percent=0', 'BAD_PARAMETER|NOTHING_MOVES', /percent|move/],
    ['swapping/rank-swap', 'percent=101', 'BAD_PARAMETER', /percent must be/],
    ['swapping/rank-swap', 'percent=-5', 'BAD_PARAMETER', /percent must be/],
    ['swapping/rank-swap', 'percent=1', 'NOTHING_MOVES', /1\.6/],
  ]
  const settings = parameters.map(([method, set, code, message]): Row => [
    `${method}: --set ${set}`,
    mask(good, method, 'income,tax', '--set', set),
    code,
    message,
  ])

  const person = (id: string, income: number): string => `${id},${income}`
  const keyed = work.write(
    'keyed.csv',
    records(['id,income', ...[1, 2, 3, 4, 5].map((i) => person(String(i), 10 * i))]),
  )
  const maskedKeys = work.write(
    'keyed-masked.csv',
    records(['id,income', person('1', 11), person('2', 21), person('2', 29), person('4', 41), person('5', 51)]),
  )
  const spread = work.write('keyed-lines.csv', 'id,income,note\n1,10,"two\nlines"\n2,20,x\n2,30,x\n4,40,x\n5,50,x\n')
  const strange = work.write(
    'keyed-strange.csv',
    records(['id,income', ...[6, 7, 8, 9, 10].map((i) => person(String(i), 10 * i))]),
  )
  const links: readonly (readonly [string, (original: string, other: string, ...more: string[]) => string[]])[] = [
    ['measure', (original, other, ...more) => ['measure', original, other, '--columns', 'income', ...more]],
    [
      'reverse-map',
      (original, other, ...more) => ['reverse-map', original, other, '--columns', 'income', '-o', out, ...more],
    ],
    [
      'optimize',
      (original, other, ...more) => [
        'optimize',
        original,
        other,
        '--method',
        'reverse-map/rank',
        '--columns',
        'income',
        '-o',
        out,
        ...more,
      ],
    ],
    [
      'permutation',
      (original, other, ...more) => ['permutation', original, other, '--columns', 'income', '-o', out, ...more],
    ],
    [
      'attack inversion',
      (original, other, ...more) => [
        'attack',
        'inversion',
        original,
        other,
        '--columns',
        'income',
        '--function',
        'linear:2,3',
        '--original',
        original,
        ...more,
      ],
    ],
  ]
  const origins = (name: string, values: readonly (number | string)[]): string =>
    work.write(name, records(['origin', ...values.map(String)]))
  const manifest = JSON.parse(readFileSync(keep, 'utf8')) as { outputs: { origin: number[] }[] }
  const [first, second] = manifest.outputs[0].origin
  const twice = work.path('keep-twice.json')
  writeFileSync(
    twice,
    JSON.stringify({
      ...manifest,
      outputs: manifest.outputs.map((output) => ({
        ...output,
        origin: output.origin.map((o) => (o === second ? first : o)),
      })),
    }),
  )
  const cut = work.write('keep-cut.json', readFileSync(keep, 'utf8').slice(0, 300))
  const changed = work.write('keep-changed.json', JSON.stringify({ ...manifest, key: 'abc' }))
  const extra = work.write('keep-extra.json', JSON.stringify({ ...manifest, keys: 1 }))
  const matched = links.flatMap(([name, argv]): Row[] => [
    ...rowsOf`
      ${name}: masked records that share a key | ${argv(keyed, maskedKeys, '--link', 'id')} | WRONG_INPUT | /link column "id" has the value 2 in records 2 and 3 of the masked file \(.*keyed-masked\.csv, line 4\)/
      ${name}: original records that share a key | ${argv(maskedKeys, keyed, '--link', 'id')} | WRONG_INPUT | /records 2 and 3 of the original \(.*line 4\)/
      ${name}: a key shared behind a text of two lines | ${argv(spread, keyed, '--link', 'id')} | WRONG_INPUT | /records 2 and 3 of the original \(.*keyed-lines\.csv, line 5\)/
      ${name}: an unknown key | ${argv(keyed, strange, '--link', 'nr')} | UNKNOWN_COLUMN | /no link column "nr"/
      ${name}: keys of other people | ${argv(keyed, strange, '--link', 'id')} | WRONG_INPUT | /no value of link column "id" is in both files/
      ${name}: a key and origins | ${argv(keyed, strange, '--link', 'id', '--origin', origins('o-both.csv', [1, 2, 3, 4, 5]))} | BAD_OPTION | /--link and --origin exclude each other/
      ${name}: an origin twice | ${argv(keyed, strange, '--origin', origins('o-twice.csv', [1, 2, 2, 4, 5]))} | WRONG_INPUT | /masked records 2 and 3 have the same origin 2/
      ${name}: an origin beyond the file | ${argv(keyed, strange, '--origin', origins('o-far.csv', [1, 2, 3, 4, 6]))} | WRONG_INPUT | /origin 6 of masked record 5/
      ${name}: a negative origin | ${argv(keyed, strange, '--origin', origins('o-minus.csv', [1, 2, 3, 4, -1]))} | WRONG_INPUT | /origin -1/
      ${name}: half an origin | ${argv(keyed, strange, '--origin', origins('o-half.csv', [1, 2, 3, 4, 4.5]))} | WRONG_INPUT | /origin 4\.5/
      ${name}: an origin that is missing | ${argv(keyed, strange, '--origin', origins('o-none.csv', [1, 2, 3, 4, 'NA']))} | WRONG_INPUT | /origin NaN|missing/
      ${name}: origins that are text | ${argv(keyed, strange, '--origin', origins('o-text.csv', ['a', 'b', 'c', 'd', 'e']))} | NOT_NUMERIC | /is not numeric/
      ${name}: too few origins | ${argv(keyed, strange, '--origin', origins('o-few.csv', [1, 2]))} | LENGTH_MISMATCH | /there are 2 origins for 5 masked records/
      ${name}: a table without origins | ${argv(keyed, strange, '--origin', masked)} | UNKNOWN_COLUMN | /no column "origin"/
    `,
    // Metrics without a link are computed.
    ...(name === 'measure'
      ? []
      : ([[`${name}: files of different length`, argv(keyed, masked), 'LENGTH_MISMATCH', /5 records.*60/]] as const)),
    ...rowsOf`
      ${name}: a private file of another release | ${argv(good, masked, '--origin', keep)} | WRONG_INPUT | /does not belong to the private file/
      ${name}: a private file that was edited | ${argv(good, released, '--origin', twice)} | BAD_PLAN | /private file was edited after it was written/
      ${name}: a private file that is cut off | ${argv(good, released, '--origin', cut)} | BAD_PLAN | /neither YAML nor JSON/
      ${name}: a private file that was changed | ${argv(good, released, '--origin', changed)} | BAD_PLAN | /the private file is not right: key must be/
      ${name}: a private file with a key too many | ${argv(good, released, '--origin', extra)} | BAD_PLAN | /unknown key "keys"[^]*Did you mean "key"/
      ${name}: a plan for a private file | ${argv(good, released, '--origin', setting.plan)} | BAD_PLAN | /not a private file/
    `,
  ])
  const roles: readonly (readonly [string, string, string, RegExp])[] = [
    [
      'two weights',
      'columns: { income: { role: weight }, tax: { role: weight } }',
      'BAD_PLAN',
      /role weight to several columns: income, tax/,
    ],
    [
      'two households',
      'columns: { income: { role: household }, tax: { role: household } }',
      'BAD_PLAN',
      /role household to several columns/,
    ],
    [
      'a weight of text',
      'columns: { region: { role: weight } }',
      'NOT_NUMERIC',
      /"region" has the role weight, but is not numeric/,
    ],
    [
      'a weight that is missing',
      'columns: { age: { role: weight } }',
      'WRONG_INPUT',
      /the weight "age" of record 10 is missing/,
    ],
  ]
  const clashes = roles.flatMap(([what, yaml, code, message], i): Row[] => {
    const path = work.write(`roles-${i}.yaml`, yaml)
    return [
      [
        `mask: ${what}`,
        mask(
          good,
          'noise/additive',
          what.includes('text') || what.includes('missing') ? 'income' : 'age',
          '--schema',
          path,
        ),
        code,
        message,
      ],
      [`measure: ${what}`, ['measure', good, masked, '--columns', 'income', '--schema', path], code, message],
      [
        `compare: ${what}`,
        ['compare', good, '--columns', 'income', '--methods', 'swapping/rank-swap', '--schema', path],
        code,
        message,
      ],
    ]
  })
  const negative = work.write('negative.csv', records(['a,w', '1,2', '5,-1', '3,4', '9,1']))
  const weighted = work.write('weighted.yaml', 'columns: { w: { role: weight } }')
  const estimates = (name: string, ...lines: string[]): string => work.write(name, records(lines))
  const combine = (path: string): string[] => ['combine', path, '--kind', 'partial']
  return [
    ...inCells,
    ...columns,
    ...settings,
    ...matched,
    ...clashes,
    ...rowsOf`
      mask: a negative weight | ${mask(negative, 'noise/additive', 'a')} --schema ${weighted} | WRONG_INPUT | /the weight "w" of record 2 is -1/
      mask: roles that mask nothing | mask ${good} --method noise/additive --schema ${work.write('none.yaml', 'columns: { income: { role: non-confidential } }')} -o ${out} | NO_COLUMNS | /no columns are named/
      mask: an identifier by role and by name | ${mask(good, 'microaggregation/mdav', 'id')} --schema ${schema} | NOT_NUMERIC | /"id"/
      mask: groups that are too small | ${mask(good, 'microaggregation/mdav', 'income')} --by id | TOO_FEW_RECORDS | /group id=0000 \(1 records\).*pooled/s
      combine: estimates without variances | ${combine(estimates('e-1.csv', 'estimate,sd', '1,2', '2,3'))} | UNKNOWN_COLUMN | /no column "variance"/
      combine: one estimate | ${combine(estimates('e-2.csv', 'estimate,variance', '1,2'))} | TOO_FEW_RECORDS|LENGTH_MISMATCH|BAD_OPTION | /one estimate/
      combine: a negative variance | ${combine(estimates('e-3.csv', 'estimate,variance', '1,2', '2,-3'))} | BAD_PARAMETER | /variance in record 2 .* is negative/
      combine: an estimate of text | ${combine(estimates('e-4.csv', 'estimate,variance', 'a,2', '2,3'))} | NOT_NUMERIC | /"estimate"/
      combine: a missing estimate | ${combine(estimates('e-5.csv', 'estimate,variance', ',2', '2,3'))} | MISSING_VALUES | /estimate/
      combine: quantities of different length | ${combine(estimates('e-6.csv', 'name,estimate,variance', 'a,1,2', 'a,2,3', 'b,1,1', 'b,3,1', 'b,2,1'))} | LENGTH_MISMATCH | /2 estimates of a and 3 of b/
      attack inversion: a table of one column | attack inversion ${good} ${masked} --columns income --function table:${estimates('t-1.csv', 'from', '1')} | BAD_OPTION | /has 1/
      attack inversion: a table with a hole | attack inversion ${good} ${masked} --columns income --function table:${estimates('t-2.csv', 'from,to', '1,', '2,3')} | BAD_OPTION | /pair 1/
    `,
  ]
}
