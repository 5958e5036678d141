import { writeFileSync } from 'node:fs'
import { rowsOf, type Row, type Setting } from './row.fixture.js'
import { planSlots } from './slots.fixture.js'

type Bad = readonly [what: string, yaml: string, code: string, message: RegExp]

/** Errors in the form of a plan, for every command that reads one. */
const forms: readonly Bad[] = [
  ['not YAML', 'steps: [', 'BAD_PLAN', /neither YAML nor JSON/],
  ['half of JSON', '{"steps": [{"use": ', 'BAD_PLAN', /neither YAML nor JSON/],
  ['two documents', 'steps: []\n---\nsteps: []\n', 'BAD_PLAN', /neither YAML nor JSON/],
  ['nothing', '', 'BAD_PLAN', /it must be an object.*and is empty/],
  ['a list', '- noise/additive\n', 'BAD_PLAN', /it must be an object.*and is a list of 1/],
  ['a number', '7', 'BAD_PLAN', /it must be an object.*and is 7/],
  ['an unknown key', 'step: []', 'BAD_PLAN', /unknown key "step"[^]*Did you mean "steps"/],
  ['a text for the steps', 'steps: noise/additive', 'BAD_PLAN', /steps must be a list, and is the text/],
  [
    'a number for a step',
    'steps: [7]',
    'BAD_PLAN',
    /steps\.0 must be a text or an object of keys and values, and is 7/,
  ],
  [
    'an unknown key of a step',
    'steps: [{ use: noise/additive, column: [income] }]',
    'BAD_PLAN',
    /unknown key "column" at steps\.0[^]*Did you mean "columns"/,
  ],
  [
    'parameters beside a step',
    'steps: [{ use: microaggregation/mdav, k: 5 }]',
    'BAD_PLAN',
    /unknown key "k" at steps\.0[^]*params/,
  ],
  ['a step without a method', 'steps: [{ columns: [income] }]', 'BAD_PLAN', /steps\.0 has no "use"/],
  [
    'the second step',
    'steps: [noise/additive, { uses: x }]',
    'BAD_PLAN',
    /unknown key "uses" at steps\.1[^]*Did you mean "use"/,
  ],
  [
    'a text for columns',
    'steps: [{ use: noise/additive, columns: income }]',
    'BAD_PLAN',
    /steps\.0\.columns must be "all" or a list, and is the text "income"/,
  ],
  [
    'a number among columns',
    'steps: [{ use: noise/additive, columns: [income, 1990] }]',
    'BAD_PLAN',
    /steps\.0\.columns\.1 must be a text, and is 1990[^]*quotes: '1990'/,
  ],
  [
    'a list for parameters',
    'steps: [{ use: noise/additive, params: [1] }]',
    'BAD_PLAN',
    /steps\.0\.params must be an object/,
  ],
  [
    'an unknown rule for small groups',
    'steps: [{ use: noise/additive, smallGroups: drop }]',
    'BAD_PLAN',
    /steps\.0\.smallGroups must be one of "error", "keep", "pooled"/,
  ],
  ['a text for by', 'steps: [{ use: noise/additive, by: region }]', 'BAD_PLAN', /steps\.0\.by must be a list/],
  ['an empty seed', 'seed: ""\nsteps: [noise/additive]', 'BAD_PLAN', /seed must be a text that is not empty/],
  [
    'a seed beyond 2^53',
    'seed: 9007199254740993\nsteps: [noise/additive]',
    'BAD_PLAN',
    /seed must be .*and is 9007199254740992/,
  ],
  [
    'half a seed',
    'seed: 1.5\nsteps: [noise/additive]',
    'BAD_PLAN',
    /seed must be a text .*or a (whole )?number, and is 1\.5/,
  ],
  ['an endless seed', 'seed: .inf\nsteps: [noise/additive]', 'BAD_PLAN', /seed must be/],
  [
    'a list of seeds',
    'seed: [1, 2]\nsteps: [noise/additive]',
    'BAD_PLAN',
    /seed must be a text .*or a (whole )?number, and is a list of 2/,
  ],
  ['a number for data', 'data: 7\nsteps: [noise/additive]', 'BAD_PLAN', /data must be a text, and is 7/],
  [
    'a metric without an id',
    'metrics: [{ params: {} }]\nsteps: [noise/additive]',
    'BAD_PLAN',
    /metrics\.0 has no "use"/,
  ],
  ['a text for the metrics', 'metrics: risk/dld\nsteps: [noise/additive]', 'BAD_PLAN', /metrics must be a list/],
  [
    'an empty list of candidates',
    'compare: { candidates: [] }',
    'BAD_PLAN',
    /compare\.candidates must be a list of at least 1/,
  ],
  [
    'a text for a candidate',
    'compare: { candidates: [noise/additive] }',
    'BAD_PLAN',
    /compare\.candidates\.0 must be an object/,
  ],
  [
    'a grid without a list',
    'compare: { candidates: [{ use: noise/additive, grid: { relativeVariance: 0.1 } }] }',
    'BAD_PLAN',
    /grid\.relativeVariance must be a list, and is 0\.1/,
  ],
  [
    'an empty grid',
    'compare: { candidates: [{ use: noise/additive, grid: { relativeVariance: [] } }] }',
    'BAD_PLAN',
    /grid\.relativeVariance must be a list of at least 1/,
  ],
  [
    'no replicate',
    'compare: { replicates: 0, candidates: [{ use: noise/additive }] }',
    'BAD_PLAN',
    /compare\.replicates must be a number of at least 1/,
  ],
  [
    'half a replicate',
    'compare: { replicates: 2.5, candidates: [{ use: noise/additive }] }',
    'BAD_PLAN',
    /compare\.replicates must be a whole number/,
  ],
  [
    'an unknown axis',
    'compare: { axes: { riks: risk/dld }, candidates: [{ use: noise/additive }] }',
    'BAD_PLAN',
    /unknown key "riks" at compare\.axes[^]*Did you mean "risk"/,
  ],
  [
    'further steps that are no list',
    'compare: { then: reverse-map/rank, candidates: [{ use: noise/additive }] }',
    'BAD_PLAN',
    /compare\.then must be a list/,
  ],
  [
    'an unknown key of a schema',
    'schema: { colums: {} }\nsteps: [noise/additive]',
    'BAD_PLAN',
    /unknown key "colums" at schema[^]*Did you mean "columns"/,
  ],
  [
    'an unknown role',
    'schema: { columns: { income: { role: key } } }\nsteps: [noise/additive]',
    'BAD_PLAN',
    /schema\.columns\.income\.role must be one of/,
  ],
  ['a text for plugins', 'plugins: evil\nsteps: [noise/additive]', 'BAD_PLAN', /plugins must be a list/],
  [
    'plugins that nobody allowed',
    'plugins: [./evil.mjs]\nsteps: [noise/additive]\ncompare: { candidates: [{ use: noise/additive }] }',
    'BAD_PLUGIN',
    /names a plugin that is not loaded: .*evil\.mjs.*--allow-plugins/s,
  ],
]

/** Steps that do not match file, registry or method, for commands that run them. */
const steps: readonly Bad[] = [
  [
    'an unknown method',
    'steps: [{ use: noise/aditive, columns: [income] }]',
    'UNKNOWN_METHOD',
    /Did you mean noise\/additive/,
  ],
  [
    'a metric for a method',
    'steps: [{ use: risk/dld, columns: [income] }]',
    'UNKNOWN_METHOD',
    /risk\/dld is a metric, not a method/,
  ],
  ['no columns', 'steps: [noise/additive]', 'NO_COLUMNS', /no columns are named/],
  [
    'an unknown column',
    'steps: [{ use: microaggregation/mdav, columns: [incom] }]',
    'UNKNOWN_COLUMN',
    /no column "incom"/,
  ],
  [
    'a column twice',
    'steps: [{ use: microaggregation/mdav, columns: [income, income] }]',
    'DUPLICATE_COLUMN',
    /"income" is named twice/,
  ],
  [
    'an unknown column to group by',
    'steps: [{ use: microaggregation/mdav, columns: [income], by: [land] }]',
    'UNKNOWN_COLUMN',
    /no column "land"/,
  ],
  [
    'a column masked and grouped by',
    'steps: [{ use: microaggregation/mdav, columns: [income], by: [income] }]',
    'BAD_PLAN',
    /"income" is named both to be masked and as a given or group column/,
  ],
  [
    'an unknown parameter',
    'steps: [{ use: microaggregation/mdav, columns: [income], params: { kk: 3 } }]',
    'BAD_PARAMETER',
    /no parameter "kk"/,
  ],
  [
    'a text for a parameter',
    'steps: [{ use: microaggregation/mdav, columns: [income], params: { k: five } }]',
    'BAD_PARAMETER',
    /k must be a whole number.*got "five"/,
  ],
  [
    'nothing for a parameter',
    'steps: [{ use: microaggregation/mdav, columns: [income], params: { k: } }]',
    'BAD_PARAMETER',
    /k must be a whole number.*got null/,
  ],
  [
    'a parameter too small',
    'steps: [{ use: microaggregation/mdav, columns: [income], params: { k: 1 } }]',
    'BAD_PARAMETER',
    /k must be/,
  ],
  [
    'half a parameter',
    'steps: [{ use: microaggregation/mdav, columns: [income], params: { k: 2.5 } }]',
    'BAD_PARAMETER',
    /k must be/,
  ],
  [
    'a parameter that is no number',
    'steps: [{ use: noise/additive, columns: [income], params: { relativeVariance: .nan } }]',
    'BAD_PARAMETER',
    /got NaN/,
  ],
  [
    'an endless parameter',
    'steps: [{ use: noise/additive, columns: [income], params: { relativeVariance: .inf } }]',
    'BAD_PARAMETER',
    /got Infinity/,
  ],
  [
    'k beyond the records',
    'steps: [{ use: microaggregation/mdav, columns: [income], params: { k: 61 } }]',
    'TOO_FEW_RECORDS',
    /60/,
  ],
  [
    'text to be masked as numbers',
    'steps: [{ use: microaggregation/mdav, columns: [id] }]',
    'NOT_NUMERIC',
    /leading zeros/,
  ],
  ['missing values', 'steps: [{ use: microaggregation/mdav, columns: [age] }]', 'MISSING_VALUES', /record 10/],
  [
    'given that is of no use',
    'steps: [{ use: microaggregation/mdav, columns: [income], given: [tax] }]',
    'BAD_PLAN',
    /does not condition on other columns/,
  ],
]

export function planRows(setting: Setting): Row[] {
  const { work, good, out } = setting
  const slots = planSlots(setting)
  const formRows = forms.flatMap(([what, yaml, code, message], i) => {
    const path = work.write(`form-${i}.yaml`, yaml)
    return slots.map(([command, argv]): Row => [`${command} PLAN: ${what}`, argv(path), code, message])
  })
  const stepRows = steps.flatMap(([what, yaml, code, message], i) => {
    const path = work.write(`steps-${i}.yaml`, yaml)
    return [slots[0], slots[2]].map(([command, argv]): Row => [`${command} PLAN: ${what}`, argv(path), code, message])
  })
  const bare = work.write('bare.yaml', 'steps: [{ use: noise/additive, columns: [income] }]')
  const compared = work.write('compared.yaml', 'compare: { candidates: [{ use: noise/additive }], columns: [income] }')
  const first = work.write('first.yaml', 'steps: [{ use: reverse-map/rank, columns: [income] }]')
  const regrouped = work.write(
    'regrouped.yaml',
    'steps: [{ use: noise/additive, columns: [income] }, { use: noise/additive, columns: [tax], by: [income] }]',
  )
  const nowhere = work.write('nowhere.yaml', 'data: gone/data.csv\nsteps: [{ use: noise/additive, columns: [income] }]')
  const wide = work.path('utf16.yaml')
  writeFileSync(wide, Buffer.from('\uFEFFsteps: []\n', 'utf16le').subarray(0, -1))
  return [
    ...formRows,
    ...stepRows,
    ...slots.flatMap(([command, argv]): Row[] => [
      [`${command} PLAN: not there`, argv(work.path('no-plan.yaml')), 'FILE', /no such file/],
      [`${command} PLAN: a text in UTF-16 cut within a letter`, argv(wide), 'FILE', /no character in utf-16le/],
    ]),
    ...rowsOf`
      run PLAN: no data file is named | run ${bare} -o ${out} | BAD_OPTION | /no data file is named/
      attack linkage PLAN: no data file is named | attack linkage ${bare} | BAD_OPTION | /no data file is named/
      run PLAN: its data are not there | run ${nowhere} -o ${out} | FILE | /data\.csv cannot be read/
      attack linkage PLAN: its data are not there | attack linkage ${nowhere} | FILE | /data\.csv cannot be read/
      run PLAN: a comparison | run ${compared} --data ${good} -o ${out} | BAD_PLAN | /the plan has no steps.*sdc compare/s
      attack linkage PLAN: a comparison | attack linkage ${compared} --data ${good} | BAD_PLAN | /the plan has no steps/
      compare PLAN: steps | compare ${bare} --data ${good} | BAD_PLAN | /the plan has no comparison/
      run PLAN: reverse mapping of nothing | run ${first} --data ${good} -o ${out} | BAD_PLAN | /no earlier step masks "income"/
      run PLAN: groups of a masked column | run ${regrouped} --data ${good} -o ${out} | BAD_PLAN | /but an earlier step changed/
      run PLAN: the data for a plan | run ${good} -o ${out} | BAD_PLAN | /not right|neither YAML/
    `,
  ]
}
