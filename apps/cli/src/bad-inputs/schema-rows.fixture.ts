import { rowsOf, type Row, type Setting } from './row.fixture.js'
import { schemaSlots } from './slots.fixture.js'

/** Errors in a schema, for every command that reads one. */
const bad: readonly (readonly [what: string, yaml: string, code: string, message: RegExp])[] = [
  ['not YAML', 'columns: [', 'BAD_PLAN', /neither YAML nor JSON/],
  ['a tab for blanks', 'columns:\n\tincome: {}\n', 'BAD_PLAN', /neither YAML nor JSON/],
  ['a key twice', 'decimal: "."\ndecimal: ","\n', 'BAD_PLAN', /neither YAML nor JSON.*unique/],
  ['nothing', '', 'BAD_PLAN', /it must be an object of keys and values, and is empty/],
  ['a text', 'income', 'BAD_PLAN', /it must be an object.*and is the text "income"/],
  ['a list', '- income\n- tax\n', 'BAD_PLAN', /it must be an object.*and is a list of 2/],
  ['an unknown key', 'column: {}', 'BAD_PLAN', /unknown key "column" at its top[^]*Did you mean "columns"/],
  [
    'an unknown key of a column',
    'columns: { income: { rol: confidential } }',
    'BAD_PLAN',
    /unknown key "rol" at columns\.income[^]*Did you mean "role"/,
  ],
  [
    'an unknown role',
    'columns: { income: { role: secret } }',
    'BAD_PLAN',
    /columns\.income\.role must be one of "identifier".*and is the text "secret"/,
  ],
  [
    'an unknown kind',
    'columns: { income: { kind: number } }',
    'BAD_PLAN',
    /columns\.income\.kind must be one of "numeric", "categorical"/,
  ],
  [
    'a number for a missing code',
    'columns: { income: { missing: [-9] } }',
    'BAD_PLAN',
    /missing\.0 must be a text, and is -9[^]*quotes: '-9'/,
  ],
  ['a missing code without a list', 'missing: "-9"', 'BAD_PLAN', /missing must be a list, and is the text "-9"/],
  ['levels of numbers', 'columns: { region: { levels: [1, 2] } }', 'BAD_PLAN', /levels\.0 must be a text, and is 1/],
  ['no level', 'columns: { region: { levels: [] } }', 'BAD_PLAN', /gives column "region" an empty list of levels/],
  [
    'a level twice',
    'columns: { region: { levels: [north, south, north] } }',
    'BAD_PLAN',
    /level "north" of column "region" twice/,
  ],
  [
    'a level that is missing',
    'columns: { region: { levels: [north, south, NA] } }',
    'BAD_PLAN',
    /"NA" is a level of column "region" and also means a missing value/,
  ],
  [
    'a level that its column calls missing',
    'columns: { region: { levels: [north, south], missing: [south] } }',
    'BAD_PLAN',
    /"south" is a level/,
  ],
  [
    'a value outside the levels',
    'columns: { region: { levels: [north] } }',
    'BAD_PLAN',
    /line 3, column "region": "south" is not one of its levels/,
  ],
  [
    'an order of nothing',
    'columns: { region: { ordered: true } }',
    'BAD_PLAN',
    /declared ordered, but its order is missing/,
  ],
  [
    'numbers with levels',
    'columns: { income: { kind: numeric, levels: ["1"] } }',
    'BAD_PLAN',
    /declared numeric, but has levels/,
  ],
  [
    'numbers with an order',
    'columns: { income: { kind: numeric, ordered: true } }',
    'BAD_PLAN',
    /declared numeric, but has levels, an order/,
  ],
  [
    'a max below the min',
    'columns: { income: { min: 9, max: 3 } }',
    'BAD_PLAN',
    /columns\.income\.max must be at least min \(9\), and is 3/,
  ],
  [
    'bounds of categories',
    'columns: { income: { kind: categorical, min: 0 } }',
    'BAD_PLAN',
    /columns\.income\.min must be left out for a categorical column/,
  ],
  [
    'a level outside the taxonomy',
    'columns: { region: { levels: [north, south], taxonomy: { north: land } } }',
    'BAD_PLAN',
    /"south" of column "region" has no place in its taxonomy/,
  ],
  [
    'a missing category of a taxonomy',
    'columns: { region: { taxonomy: { north: land, south: land, NA: land } } }',
    'BAD_PLAN',
    /"NA" is a category of the taxonomy/,
  ],
  [
    'a taxonomy of numbers',
    'columns: { region: { taxonomy: { north: 1 } } }',
    'BAD_PLAN',
    /taxonomy\.north must be a text/,
  ],
  ['a long separator', 'separator: ";;"', 'BAD_PLAN', /separator must be 1 character\(s\) long/],
  ['an unknown decimal mark', "decimal: '·'", 'BAD_PLAN', /decimal must be one of ".", ","/],
  [
    'one mark for both',
    "separator: ','\ndecimal: ','",
    'BAD_OPTION',
    /"," cannot be separator and decimal mark at once/,
  ],
  ['a separator that is the quote', `separator: '"'`, 'BAD_OPTION', /cannot be separator and quote at once/],
  ['a line end for a separator', 'separator: "\\n"', 'BAD_OPTION', /is not one character/],
  ['a header that is no word', 'header: maybe', 'BAD_PLAN', /header must be true or false, and is the text "maybe"/],
]

/**
 * A column that the file lacks is an error only for commands that read one file, since a released file may lack
 * columns.
 */
const ofOneFile = [
  'mask',
  'reverse-map',
  'measure',
  'permutation',
  'permutation verify',
  'compare',
  'combine',
  'attack inversion',
  'service build',
]

export function schemaRows(setting: Setting): Row[] {
  const { work } = setting
  const slots = schemaSlots(setting)
  const rows = bad.flatMap(([what, yaml, code, message], i) => {
    const path = work.write(`schema-${i}.yaml`, yaml)
    return slots.map(([command, argv]): Row => [`${command} --schema: ${what}`, argv(path), code, message])
  })
  const unknown = work.write('schema-unknown.yaml', 'columns: { profession: { role: confidential } }')
  const latin = work.write('schema-text.yaml', 'columns: { id: { kind: numeric } }')
  return [
    ...rows,
    ...slots.flatMap(([command, argv]): Row[] => [
      ...(ofOneFile.includes(command)
        ? [
            [
              `${command} --schema: an unknown column`,
              argv(unknown),
              'UNKNOWN_COLUMN',
              /no column "profession".*The columns are id/s,
            ] as const,
          ]
        : []),
      ...rowsOf`
      ${command} --schema: numbers with leading zeros | ${argv(latin)} | NOT_NUMERIC | /line 2, column "id": "0000" has leading zeros/
      ${command} --schema: not there | ${argv(work.path('no-schema.yaml'))} | FILE | /no such file/
      ${command} --schema: a folder | ${argv(work.path('folder'))} | FILE | /it is a folder/
    `,
    ]),
  ]
}
