import { symlinkSync } from 'node:fs'
import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Commands that use no contribution of a plugin. */
const pluginless = new Set(['permutation', 'permutation verify', 'attack inversion', 'combine', 'dataset', 'schema'])

/** Options that are unknown, empty, repeated, of the wrong type, or in conflict. */
export function optionRows(setting: Setting): Row[] {
  const { work, good, masked, plan, keep, plugin, table, service, released, out } = setting
  const noise = ['mask', good, '--method', 'noise/additive', '--columns', 'income']
  const mask = (...more: readonly string[]): string[] => [...noise, '-o', out, ...more]
  const columns = Array.from({ length: 15 }, (_, j) => `c${j}`)
  const records = [1, 2, 3].map((r) => columns.map((_, j) => r * (j + 2)).join())
  const wide = work.write('wide.csv', `${columns.join()}\n${records.join('\n')}\n`)
  const measure = (...more: readonly string[]): string[] => ['measure', good, masked, '--columns', 'income', ...more]
  const reverse = (...more: readonly string[]): string[] => [
    'reverse-map',
    good,
    masked,
    '--columns',
    'income',
    '-o',
    out,
    ...more,
  ]
  const compare = (...more: readonly string[]): string[] => [
    'compare',
    good,
    '--columns',
    'income',
    '--methods',
    'swapping/rank-swap',
    ...more,
  ]
  const permutation = (...more: readonly string[]): string[] => [
    'permutation',
    good,
    masked,
    '--columns',
    'income',
    ...more,
  ]
  const verify = (...more: readonly string[]): string[] => ['permutation', 'verify', good, ...more]
  const invert = (...more: readonly string[]): string[] => [
    'attack',
    'inversion',
    good,
    masked,
    '--columns',
    'income',
    ...more,
  ]
  const combine = (...more: readonly string[]): string[] => ['combine', good, masked, '--columns', 'income', ...more]
  const third = ['--plugin', plugin]
  const build = (...more: readonly string[]): string[] => [
    'service',
    'build',
    'third/counts',
    good,
    '--columns',
    'income',
    ...third,
    ...more,
  ]
  const apply = (...more: readonly string[]): string[] => ['table', 'apply', 'third/rule', table, ...third, ...more]
  const ask = (query: string): string[] => ['service', 'ask', service, query, ...third]
  const run = (...more: readonly string[]): string[] => ['run', plan, '--data', good, '-o', out, ...more]
  const linkage = (...more: readonly string[]): string[] => ['attack', 'linkage', plan, '--data', good, ...more]
  const link = work.path('link.csv')
  symlinkSync(good, link)
  const known = ['attack', 'run', 'attacks/inversion', good, '--columns', 'income']

  const commands: readonly (readonly [string, readonly string[]])[] = [
    ['mask', mask()],
    ['measure', measure()],
    ['reverse-map', reverse()],
    ['optimize', ['optimize', good, masked, '--method', 'reverse-map/rank', '--columns', 'income', '-o', out]],
    ['compare', compare()],
    ['permutation', permutation()],
    ['permutation verify', verify('--value', 'income=1')],
    ['attack inversion', invert('--function', 'linear:2,3')],
    ['attack linkage', linkage()],
    ['attack run', [...known, '--known', `masked=${masked}`]],
    ['combine', combine('--kind', 'partial')],
    ['service build', build('--private', out)],
    ['table apply', apply('--by', 'region', '--value', 'n', '-o', out)],
    ['table read', ['table', 'read', table, '--by', 'region', '--value', 'n', '-o', out]],
    ['table build', ['table', 'build', good, '--by', 'region', '-o', out]],
    ['run', run()],
    ['dataset', ['dataset', 'census']],
    ['schema', ['schema', 'plan']],
    ['methods', ['methods']],
    ['metrics', ['metrics']],
    ['services', ['services']],
    ['tables', ['tables']],
    ['attacks', ['attacks']],
    ['check', ['check', plugin]],
    ['service ask', ask('count()')],
  ]
  const every = commands.flatMap(([name, argv]): Row[] => [
    ...rowsOf`
      ${name}: an unknown option | ${argv} --colums x |  | /unknown option '--colums'/
      ${name}: an argument too many | ${name === 'combine' ? [...argv, '--kind'] : [...argv, 'a', 'b', 'c']} |  | /too many arguments|argument missing/
    `,
    ...(pluginless.has(name)
      ? []
      : [
          [
            `${name}: a plugin that is not there`,
            [...argv, '--plugin', './no-such-plugin.mjs'],
            'BAD_PLUGIN',
            /no-such-plugin\.mjs cannot be loaded/,
          ] as const,
        ]),
  ])
  const seeded = commands.filter(([name]) =>
    [
      'mask',
      'measure',
      'reverse-map',
      'optimize',
      'compare',
      'permutation',
      'attack linkage',
      'attack run',
      'service build',
      'table apply',
      'run',
    ].includes(name),
  )
  const seeds = seeded.flatMap(
    ([name, argv]): Row[] => rowsOf`
      ${name}: an empty seed | ${argv} --seed '' | BAD_OPTION | /--seed is empty/
      ${name}: a seed of blanks | ${argv} --seed '  ' | BAD_OPTION | /--seed is empty/
      ${name}: a seed beyond 2^53 | ${argv} --seed 9007199254740993 | BAD_OPTION | /9007199254740993 is a number beyond 2\^53/
      ${name}: two seeds | ${argv} --seed 1 --seed 2 | BAD_OPTION | /--seed is given twice/
    `,
  )
  const headed = commands.filter(([name]) =>
    [
      'mask',
      'measure',
      'reverse-map',
      'compare',
      'permutation',
      'permutation verify',
      'attack inversion',
      'attack linkage',
      'attack run',
      'combine',
      'service build',
      'table apply',
      'table read',
      'table build',
      'run',
    ].includes(name),
  )
  const headers = headed.flatMap(
    ([name, argv]): Row[] => rowsOf`
      ${name}: a header and none | ${argv} --header --no-header | BAD_OPTION | /--header and --no-header exclude each other/
    `,
  )
  const written: readonly (readonly [string, readonly string[]])[] = [
    ['mask -o', [...noise, '-o']],
    ['mask --private', mask('--private')],
    [
      'mask --groups',
      ['mask', good, '--method', 'microaggregation/mdav', '--columns', 'income', '-o', out, '--groups'],
    ],
    ['measure -o', measure('-o')],
    ['reverse-map -o', ['reverse-map', good, masked, '--columns', 'income', '-o']],
    ['run -o', ['run', plan, '--data', good, '-o']],
    ['run --private', run('--private')],
    ['permutation -o', permutation('-o')],
    ['permutation --plot', permutation('--plot')],
    ['compare -o', compare('-o')],
    ['service build --private', build('--private')],
    ['table apply -o', apply('--by', 'region', '--value', 'n', '-o')],
    ['table read -o', ['table', 'read', table, '--by', 'region', '--value', 'n', '-o']],
    ['attack inversion -o', invert('--function', 'linear:2,3', '-o')],
  ]
  // An output that is never overwritten is refused if the name exists, as a file or a folder.
  const isSecret = (name: string): boolean => /--(private|groups)$/.test(name)
  const outputs = written.flatMap(([name, argv]): Row[] => [
    ...(name.endsWith('-o') && name !== 'compare -o'
      ? []
      : [[`${name}: -`, [...argv, '-'], 'BAD_OPTION', /- is not the standard output/] as const]),
    ...rowsOf`
      ${name}: nothing | ${argv} '' | BAD_OPTION | /is empty/
      ${name}: no value | ${argv} |  | /argument missing/
    `,
  ])
  const folders = written.flatMap(([name, argv]): Row[] =>
    name === 'compare -o'
      ? rowsOf`
      ${name}: a file | ${argv} ${good} | FILE | /is a file, not a folder/
    `
      : [
          [
            `${name}: a folder`,
            [...argv, work.path('folder')],
            'FILE',
            isSecret(name) ? /exists already, and is not a file/ : /it is a folder/,
          ],
          ...rowsOf`
      ${name}: a folder that is not there | ${argv} ${work.path('no/such/folder.csv')} | FILE | /no such file or folder/
      ${name}: the data | ${argv} ${name.startsWith('table') ? table : good} | BAD_OPTION | /would be overwritten|exists already/
    `,
        ],
  )
  const regressions: readonly (readonly [string, string, RegExp])[] = [
    ['income ~ tx', 'UNKNOWN_COLUMN', /no column "tx"[^]*Did you mean/],
    ['income tax', 'BAD_PARAMETER', /it has no ~/],
    ['~ tax', 'BAD_PARAMETER', /no column is before the ~/],
    ['income ~', 'BAD_PARAMETER', /no column is after the ~/],
    ['income ~ income', 'BAD_PARAMETER', /it names column "income" twice/],
  ]
  const formulas = regressions.map(([formula, code, message]): Row => [
    `measure: the regression ${formula}`,
    measure('--set', `confidence-overlap.formula=${formula}`),
    code,
    message,
  ])
  return [
    ...every,
    ...formulas,
    ...seeds,
    ...headers,
    ...outputs,
    ...folders,
    ...rowsOf`
      an unknown command | msk ${good} |  | /unknown command 'msk'.*Did you mean mask/s
      attack: an unknown command | attack linkge ${plan} |  | /unknown command 'linkge'/
      table: an unknown command | table aply x |  | /unknown command 'aply'/
      service: an unknown command | service biuld x |  | /unknown command 'biuld'/
      mask: no file | mask --method noise/additive |  | /missing required argument 'data'/
      mask: no method | mask ${good} --columns income |  | /required option '--method <id>'/
      measure: one file | measure ${good} |  | /missing required argument 'masked'/
      combine: no kind | combine ${good} --columns income |  | /required option '--kind/
      permutation verify: no value | permutation verify ${good} |  | /required option '--value/
      attack inversion: no function | attack inversion ${good} ${masked} |  | /required option '--function/
      table apply: no value | table apply third/rule ${table} --by region -o ${out} ${third} | BAD_OPTION | /nothing says which column holds the values/
      mask: - for the data and for the schema | mask - --method noise/additive --columns income --schema - -o ${out} | BAD_OPTION | /the standard input \(-\) is named twice/
      mask: an empty name of the data | mask '' --method noise/additive --columns income -o ${out} | BAD_OPTION | /the name of a file is empty/
      measure: - for both files | measure - - --columns income | BAD_OPTION | /the standard input \(-\) is named twice/
      measure: a file and JSON to the standard output | ${measure()} -o - --json | BAD_OPTION | /-o - and --json would both be printed/
      mask: a parameter of another method | ${mask()} --k 5 |  | /noise\/additive has no parameter k: sdc methods/
      mask: a parameter as an option with = | ${mask()} --relative-variance=0.3 |  | /--set relativeVariance=0\.3/
      compare: a parameter as an option | ${compare()} --k 5 |  | /--try "\S+ k=5"/
      a file without a command | ${good} | BAD_OPTION | /is a file, and no command\n.*sdc inspect/
      a folder without a command | ${work.path('.')} | BAD_OPTION | /is a folder, and no command/
      a file that is not there, without a command | no-such.csv | BAD_OPTION | /neither a command nor an existing file/
      mask: a required option that is spelled wrong | mask ${good} --methd noise/additive --columns income |  | /unknown option '--methd'\n.*Did you mean --method\?/
      mask: two methods | ${mask()} --method swapping/rank-swap | BAD_OPTION | /--method is given twice/
      mask: two lists of columns | ${mask()} --columns tax | BAD_OPTION | /--columns is given twice.*a,b/s
      mask: two outputs | ${mask()} -o ${out}2 | BAD_OPTION | /--out is given twice/
      mask: no column in the list | mask ${good} --method noise/additive --columns '' -o ${out} | BAD_OPTION | /--columns is empty/
      mask: a comma for columns | mask ${good} --method noise/additive --columns , -o ${out} | BAD_OPTION | /"," has an empty name/
      mask: a hole in the columns | mask ${good} --method noise/additive --columns income,,tax -o ${out} | BAD_OPTION | /has an empty name/
      mask: a column twice | mask ${good} --method noise/additive --columns income,income -o ${out} | BAD_OPTION | /"income" twice/
      mask: nothing to group by | ${mask()} --by '' | BAD_OPTION | /--by is empty/
      mask: an unknown column to group by | ${mask()} --by land | UNKNOWN_COLUMN | /no column "land"/
      mask: grouped by what is masked | ${mask()} --by income | BAD_PLAN | /to be masked and/
      mask: an unknown column is given | ${mask()} --given land | UNKNOWN_COLUMN|BAD_PLAN | /land|does not condition/
      mask: given to a method that has no use for it | ${mask()} --given tax | BAD_PLAN | /does not condition/
      mask: an unknown rule for small groups | ${mask()} --small-groups drop |  | /Allowed choices are error, keep, pooled/
      mask: an empty schema | ${mask()} --schema '' | BAD_OPTION | /--schema is empty/
      mask: no quasi-identifier | ${mask()} --quasi-identifiers '' | BAD_OPTION | /--quasi-identifiers is empty/
      mask: an unknown quasi-identifier | ${mask()} --quasi-identifiers land | UNKNOWN_COLUMN | /no column "land"/
      mask: a taxonomy without a file | ${mask()} --hierarchy region | BAD_OPTION | /not of the form name=value/
      mask: a taxonomy of nothing | ${mask()} --hierarchy =${good} | BAD_OPTION | /not of the form name=value/
      mask: two taxonomies of a column | ${mask()} --hierarchy region=${good} --hierarchy region=${masked} | BAD_OPTION | /--hierarchy region is given twice/
      mask: a taxonomy of an unknown column | ${mask()} --hierarchy land=${work.write('tree.csv', 'category,parent\nnorth,land\nsouth,land\n')} | UNKNOWN_COLUMN | /no column "land"/
      mask: a taxonomy of one column | ${mask()} --hierarchy region=${work.write('one.csv', 'category\nnorth\n')} | BAD_HIERARCHY | /has no level above its values/
      mask: a taxonomy at odds with itself | ${mask()} --hierarchy region=${work.write('odds.csv', 'category,parent\nnorth,a\nnorth,b\n')} | BAD_HIERARCHY | /puts "north" below "b", and line 2 below "a"/
      mask: a release without a private file | ${mask()} --release | BAD_OPTION | /--release needs --private/
      mask: a release with a seed | ${mask()} --release --private ${out}.json --seed 1 | BAD_OPTION | /--release and --seed exclude each other/
      mask: a release to nowhere | ${noise} --release --private ${out}.json | BAD_OPTION | /need an output file/
      mask: a private file over another | ${mask()} --release --private ${keep} | BAD_OPTION | /exists already/
      mask: one name for two outputs | ${mask()} --private ${out} | BAD_OPTION | /would be overwritten/
      mask: groups of a method without any | ${mask()} --groups ${out}.groups | BAD_OPTION | /no groups to write/
      mask: reverse mapping only | mask ${good} --method reverse-map/rank --columns income -o ${out} | BAD_PLAN | /map a masked file back/
      measure: a setting without an id | ${measure()} --set mode=sd | BAD_OPTION | /names no metric/
      measure: a setting of an unknown metric | ${measure()} --set risk/dll.mode=sd | BAD_OPTION | /names no metric/
      measure: a setting without a value | ${measure()} --set interval-disclosure.mode | BAD_OPTION | /name=value/
      measure: an unknown setting | ${measure()} --set interval-disclosure.mod=sd | BAD_PARAMETER | /no parameter "mod"/
      measure: too many sets of keys | measure ${wide} ${wide} --columns all --metrics risk/dld --set dld.keys=all | BAD_PARAMETER | /15 columns have 16383 sets of 1 to 7.*10000[^]*keys: random/
      measure: no sets of keys | ${measure()} --set dld.subsets=0 | BAD_PARAMETER | /subsets must be a whole number/
      measure: another combination | ${measure()} --set dr-combine.combination=all | BAD_PARAMETER | /combination must be one of dld-id, dld-pld-id/
      measure: the nearest record by few columns | ${measure()} --metrics risk/rs-rl --set rs-rl.truth=nearest | BAD_PARAMETER | /needs more than 7 columns that vary/
      measure: a setting twice | ${measure()} --set interval-disclosure.mode=sd --set interval-disclosure.mode=rank | BAD_OPTION | /mode is given twice/
      measure: one cluster | ${measure()} --set clusters.c=1 | BAD_PARAMETER | /c must be a whole number >= 2 \(clusters\)/
      measure: fuzzy clusters that are not fuzzy | ${measure()} --set fuzzy-clusters.m=1 | BAD_PARAMETER | /m must be a number >= 1\.05/
      measure: tables of no columns | ${measure()} --set contingency-tables.ways=0 | BAD_PARAMETER | /ways must be a whole number >= 1/
      measure: the matrix of another column | measure ${good} ${masked} --columns region --set entropy.matrix={"land":{"north":{"north":1}}} | BAD_PARAMETER | /names column "land", which is not measured/
      measure: a matrix whose rows do not add up | measure ${good} ${masked} --columns region --set entropy.matrix={"region":{"north":{"north":0.5}}} | BAD_PARAMETER | /the matrix of column "region"/
      measure: a prior of nothing | measure ${good} ${masked} --columns region --set entropy.prior={"region":{}} | BAD_PARAMETER | /the prior of column "region" adds up to 0/
      measure: an unknown metric | ${measure()} --metrics risk/dll | UNKNOWN_METRIC | /Did you mean risk\/dld/
      measure: a population without the columns | ${measure()} --population ${work.write('strangers.csv', 'a,b\n1,2\n3,4\n')} | WRONG_INPUT | /has none of the columns of the original/
      measure: an unknown profile | ${measure()} --profile numbers | BAD_OPTION | /no profile "numbers"/
      measure: a profile and metrics | ${measure()} --profile all --metrics risk/dld |  | /'--profile <name>' cannot be used with option '--metrics <names>'/
      measure: the better end of an interval | ${measure()} --fail-above risk/dld:lower=5 | BAD_OPTION | /is the better end of its interval/
      measure: an end that there is not | ${measure()} --fail-above risk/dld:middle=5 | UNKNOWN_METRIC | /risk\/dld:middle/
      measure: no metric | ${measure()} --metrics '' | BAD_OPTION | /--metrics is empty/
      measure: a metric twice | ${measure()} --metrics risk/dld,risk/dld | BAD_OPTION | /"risk\/dld" twice/
      measure: a method for a metric | ${measure()} --metrics noise/additive | UNKNOWN_METRIC | /is a method, not a metric/
      measure: an unknown column | measure ${good} ${masked} --columns incom | UNKNOWN_COLUMN | /no column "incom"/
      measure: an unknown column to group by | ${measure()} --by land | UNKNOWN_COLUMN | /no column "land"/
      measure: an unknown column is given | ${measure()} --given land | UNKNOWN_COLUMN | /no column "land"/
      measure: the same file | measure ${good} ${good} | NO_COLUMNS | /no column differs[^]*same file[^]*--columns/
      compare: no replicate | ${compare()} --replicates 0 |  | /not a whole number from 1/
      compare: half a replicate | ${compare()} --replicates 1.5 |  | /not a whole number from 1/
      compare: hexadecimal replicates | ${compare()} --replicates 0x5 |  | /not a decimal number/
      compare: a budget that is no time | ${compare()} --budget soon | BAD_OPTION | /soon is not a time[^]*30s, 2m, 1h/
      compare: a budget without a unit | ${compare()} --budget 120 | BAD_OPTION | /--budget 120 is not a time/
      compare: a budget of nothing | ${compare()} --budget 0s | BAD_OPTION | /--budget 0s is not a time/
      compare: a negative budget | ${compare()} --budget=-2m | BAD_OPTION | /--budget -2m is not a time/
      compare: an unknown method | compare ${good} --columns income --methods noise/aditive | UNKNOWN_METHOD | /Did you mean noise\/additive/
      compare: a method twice | compare ${good} --columns income --methods noise/additive,noise/additive | BAD_OPTION | /"noise\/additive" twice/
      compare: no method | compare ${good} --columns income --methods '' | BAD_OPTION | /--methods is empty/
      compare: an unknown method to try | ${compare()} --try 'noise/aditive k=3' | UNKNOWN_METHOD | /Did you mean/
      compare: a grid without values | ${compare()} --try 'microaggregation/mdav k=' | BAD_OPTION | /k has no value/
      compare: a hole in a grid | ${compare()} --try 'microaggregation/mdav k=3,,5' | BAD_OPTION | /has an empty name/
      compare: a value twice | ${compare()} --try 'microaggregation/mdav k=3,3' | BAD_OPTION | /"3" twice/
      compare: a parameter twice | ${compare()} --try 'microaggregation/mdav k=3 k=5' | BAD_OPTION | /--try k is given twice/
      compare: a hexadecimal grid | ${compare()} --try 'microaggregation/mdav k=0x5' | BAD_PARAMETER | /k must be a whole number.*got "0x5"/
      compare: an unknown parameter to try | ${compare()} --try 'microaggregation/mdav kk=5' | BAD_PARAMETER | /no parameter "kk"/
      compare: nothing to try | ${compare()} --try '' | BAD_OPTION | /--try is empty/
      compare: an unknown axis | ${compare()} --risk risk/nothing | UNKNOWN_METRIC | /no metric "risk\/nothing"/
      compare: an unknown loss | ${compare()} --loss loss/il-scor | UNKNOWN_METRIC | /Did you mean loss\/il-score/
      compare: an unknown metric | ${compare()} --metrics loss/il-scor | UNKNOWN_METRIC | /Did you mean loss\/il-score/
      mask: a prototype for a parameter | ${mask()} --set __proto__=1 | BAD_PARAMETER | /no parameter "__proto__"/
      mask: an inherited name for a parameter | ${mask()} --set constructor=1 | BAD_PARAMETER | /no parameter "constructor"/
      mask: a hexadecimal seed | ${mask()} --seed 0x10 | BAD_OPTION | /"0x10" is another way to write the number 16/
      mask: half a seed | ${mask()} --seed 1.5 | BAD_OPTION | /1\.5 is not a whole number/
      compare: two data files | ${compare()} --data ${masked} | BAD_OPTION | /two data files/
      compare PLAN: methods besides | compare ${plan} --data ${good} --methods noise/additive | BAD_OPTION | /--methods has no effect/
      compare PLAN: candidates besides | compare ${plan} --data ${good} --try noise/additive | BAD_OPTION | /--try has no effect/
      compare PLAN: no reverse mapping | compare ${plan} --data ${good} --no-reverse-map | BAD_OPTION | /--no-reverse-map has no effect/
      mask: parameters published nowhere | ${noise} --publish-params | BAD_OPTION | /--publish-params needs an output/
      run: parameters published nowhere | run ${plan} --data ${good} --publish-params | BAD_OPTION | /--publish-params needs an output/
      table apply: a total that is not there | ${apply()} --by region --value n --total region=Sum -o ${out} | BAD_OPTION | /"region" has no level "Sum"/
      table apply: an empty total | ${apply()} --by region --value n --total '' -o ${out} | BAD_OPTION | /--total is empty/
      combine: a file and a link to it | combine ${good} ${link} --columns income --kind partial | BAD_OPTION | /is named twice/
      compare: no columns | compare ${good} | NO_COLUMNS | /no columns are named/
      permutation verify: a value without a number | ${verify()} --value income | BAD_OPTION | /name=value/
      permutation verify: a text for a value | ${verify()} --value income=much | BAD_OPTION | /"much" of income is not a number/
      permutation verify: a hexadecimal value | ${verify()} --value income=0x10 | BAD_OPTION | /"0x10" of income is not a number/
      permutation verify: an endless value | ${verify()} --value income=Infinity | BAD_OPTION | /is not a number/
      permutation verify: an empty value | ${verify()} --value income= | BAD_OPTION | /"" of income is not a number/
      permutation verify: a value twice | ${verify()} --value income=1 --value income=2 | BAD_OPTION | /--value income is given twice: 1 and 2/
      permutation verify: an unknown column | ${verify()} --value incom=1 | UNKNOWN_COLUMN | /no column "incom"/
      permutation verify: a column of text | ${verify()} --value region=1 | NOT_NUMERIC | /"region" is not numeric/
      permutation verify: a column with missing values | ${verify()} --value age=30 | MISSING_VALUES | /age \(1\)/
      permutation verify: a distance beyond 100 % | ${verify()} --value income=1 --d 101 |  | /not a percentage/
      permutation verify: a negative distance | ${verify()} --value income=1 --d=-1 |  | /not a percentage/
      permutation verify: a variance that is no number | ${verify()} --value income=1 --v much |  | /not a decimal number/
      attack inversion: no known function | ${invert()} --function square:2 | BAD_OPTION | /"square:2" is not a function/
      attack inversion: half a function | ${invert()} --function linear:2 | BAD_OPTION | /is not a function/
      attack inversion: a hexadecimal function | ${invert()} --function linear:0x2,3 | BAD_OPTION | /"0x2" in --function linear:0x2,3 is not a number/
      attack inversion: a text in a function | ${invert()} --function linear:a,b | BAD_OPTION | /"a" in --function/
      attack inversion: an unknown rounding | ${invert()} --function rounding:10,down | BAD_OPTION | /is not a function/
      attack inversion: a base of 0 | ${invert()} --function rounding:0 | BAD_PARAMETER|BAD_OPTION | /base/
      attack inversion: an empty function | ${invert()} --function '' | BAD_OPTION | /--function is empty/
      attack inversion: a text for the tolerance | ${invert()} --function linear:2,3 --tolerance small |  | /not a decimal number/
      attack inversion: a negative tolerance | ${invert()} --function linear:2,3 --tolerance=-1 | BAD_PARAMETER|BAD_OPTION | /tolerance/
      attack inversion: a key without an original | ${invert()} --function linear:2,3 --link id | BAD_OPTION | /Add --original/
      attack inversion: an unknown column | attack inversion ${good} ${masked} --columns incom --function linear:2,3 | UNKNOWN_COLUMN | /no column "incom"/
      attack inversion: a column of text | attack inversion ${good} ${masked} --columns region --function linear:2,3 | NOT_NUMERIC | /"region"/
      attack inversion: a function of an unknown column | ${invert()} --function incom=linear:2,3 | UNKNOWN_COLUMN|BAD_OPTION | /incom/
      attack linkage: no run | ${linkage()} --replicates 0 |  | /not a whole number from 1/
      attack linkage: a text for the runs | ${linkage()} --replicates many |  | /not a decimal number/
      attack linkage: a hexadecimal k | ${linkage()} --k 0x3 |  | /not a decimal number/
      attack linkage: half a k | ${linkage()} --k 2.5 |  | /not a whole number from 1/
      attack run: an unknown attack | attack run attacks/inversoin ${good} | UNKNOWN_ATTACK | /Did you mean attacks\/inversion/
      attack run: a method | attack run noise/additive ${good} | UNKNOWN_ATTACK | /is a method, not an attack|is a method, not a attack/
      attack run: nothing known | ${known} | BAD_OPTION | /needs to know: masked/
      attack run: a file without a name | ${known} --known ${masked} | BAD_OPTION | /name=value/
      attack run: a file twice | ${known} --known masked=${masked} --known masked=${good} | BAD_OPTION | /"masked" is given twice/
      attack run: a file of no use | ${known} --known masked=${masked} --known original=${good} | BAD_OPTION | /original/
      attack run: functions that are no JSON | ${known} --known masked=${masked} --set functions=linear | BAD_PARAMETER | /functions must be a list.*got "linear"/
      attack run: a function without a factor | ${known} --known masked=${masked} --set functions=[{"kind":"linear"}] | BAD_PARAMETER | /functions must be/
      attack run: a setting twice | ${known} --known masked=${masked} --set tolerance=1 --set tolerance=2 | BAD_OPTION | /--set tolerance is given twice/
      combine: one file | combine ${good} --columns income --kind partial | BAD_OPTION|TOO_FEW_RECORDS|LENGTH_MISMATCH | /there is one file/
      combine: a file twice | combine ${good} ${good} --columns income --kind partial | BAD_OPTION | /is named twice/
      combine: no columns of several | combine ${good} ${masked} --kind partial | BAD_OPTION | /nothing says what to combine/
      combine: an unknown kind | ${combine()} --kind whole |  | /Allowed choices are/
      combine: an unknown column | combine ${good} ${masked} --columns incom --kind partial | UNKNOWN_COLUMN | /no column "incom"/
      combine: a column of text | combine ${good} ${masked} --columns region --kind partial | NOT_NUMERIC | /"region"/
      combine: a column with missing values | combine ${good} ${masked} --columns age --kind partial | MISSING_VALUES | /age/
      combine: a level of 1 | ${combine()} --kind partial --level 1 |  | /not a share between 0 and 1/
      combine: a level in percent | ${combine()} --kind partial --level 95 |  | /not a share between 0 and 1/
      combine: a text for the level | ${combine()} --kind partial --level high |  | /not a decimal number/
      combine: a ratio of 0 | ${combine()} --kind full --size-ratio 0 |  | /not a number greater than 0/
      combine: a ratio of another kind | ${combine()} --kind partial --size-ratio 2 | BAD_OPTION|BAD_PARAMETER | /size-ratio|ratio/
      service build: an unknown service | service build third/count ${good} --columns income --private ${out} ${third} | UNKNOWN_SERVICE | /Did you mean third\/counts/
      service build: a setting out of range | ${build()} --private ${out} --set least=0 | BAD_PARAMETER | /least must be/
      service build: a hexadecimal setting | ${build()} --private ${out} --set least=0x5 | BAD_PARAMETER | /least must be.*got "0x5"/
      service build: a setting twice | ${build()} --private ${out} --set least=5 --set least=6 | BAD_OPTION | /--set least is given twice/
      service ask: no such file | service ask ${work.path('no.service')} count() ${third} | FILE | /no such file/
      service ask: a CSV file | service ask ${good} count() ${third} | BAD_PLAN | /service/
      service ask: without its plugin | service ask ${service} count() | UNKNOWN_SERVICE | /--plugin third/
    `,
    ...(
      [
        ['nothing', '', /expected one of count/],
        ['an unknown kind', 'total(income)', /expected one of count/],
        ['an open parenthesis', 'count(', /expected/],
        ['no column', 'sum()', /1 column\(s\) for sum/],
        ['two columns', 'sum(income, tax)', /1 column\(s\) for sum/],
        ['half a condition', 'count() where', /expected the name of a column/],
        ['an open text', "count() where region = 'north", /the quote ' is not closed/],
        ['no comparison', 'count() where age > 30', /">" means nothing/],
        ['half a range', 'count() where age in 30', /expected/],
        ['a range that falls', 'count() where age in 40..30', /a range that goes up/],
        ['two conditions of a column', 'count() where age = 3 and age = 4', /one condition a column/],
        ['words behind', 'count() please', /expected "where"/],
      ] as const
    ).map(([what, query, message]): Row => [`service ask: ${what}`, ask(query), 'BAD_OPTION', message]),
    ...rowsOf`
      service ask: an unknown column | ${ask('sum(incom)')} | UNKNOWN_COLUMN | /no column "incom"/
      service ask: a text for a number | ${ask("count() where income = 'much'")} | BAD_OPTION | /"income" is numeric/
      service ask: a number for a text | ${ask('count() where region = 5')} | BAD_OPTION | /"region" is categorical/
      table apply: an unknown method | table apply third/rul ${table} --by region --value n -o ${out} ${third} | UNKNOWN_TABLE | /Did you mean third\/rule/
      table apply: an unknown dimension | ${apply()} --by land --value n -o ${out} | UNKNOWN_COLUMN | /no column "land"/
      table apply: no dimension | ${apply()} --by '' --value n -o ${out} | BAD_OPTION | /--by is empty/
      table apply: an unknown value | ${apply()} --by region --value m -o ${out} | UNKNOWN_COLUMN | /no column "m"/
      table apply: a column for two things | ${apply()} --by region --value region -o ${out} | DUPLICATE_COLUMN | /"region" is named twice/
      table apply: the counts for contributions | ${apply()} --by region --value n --count n --largest n -o ${out} | DUPLICATE_COLUMN | /column "n" is named twice/
      table apply: a table that does not add up | table apply third/rule ${work.write('sum.csv', 'region,n\na,2\nb,7\nTotal,10\n')} --by region --value n -o ${out} ${third} | BAD_TABLE | /is 10, its 2 cells sum to 9/
      table apply: a cell twice | table apply third/rule ${work.write('cells.csv', 'region,n\na,2\na,7\n')} --by region --value n -o ${out} ${third} | BAD_TABLE | /is there twice/
      table apply: an empty cell | table apply third/rule ${work.write('hole.csv', 'region,n\na,2\nb,\n')} --by region --value n -o ${out} ${third} | MISSING_VALUES | /no finite number/
      table apply: a negative count | table apply third/rule ${work.write('minus.csv', 'region,n,c\na,2,-1\nb,3,1\nTotal,5,0\n')} --by region --count c --value n -o ${out} ${third} | WRONG_INPUT | /is -1/
      methods: an unknown one | methods noise/aditive | UNKNOWN_METHOD | /Did you mean noise\/additive/
      metrics: an unknown one | metrics risk/dll | UNKNOWN_METRIC | /Did you mean risk\/dld/
      services: an unknown one | services x/y | UNKNOWN_SERVICE | /no service "x\/y"/
      tables: an unknown one | tables x/y | UNKNOWN_TABLE | /no table/
      attacks: an unknown one | attacks x/y | UNKNOWN_ATTACK | /no attack/
      schema: an unknown one | schema plans | BAD_OPTION | /no schema "plans"/
      schema: none | schema |  | /missing required argument/
      dataset: an unknown one | dataset censsus | BAD_OPTION | /no dataset "censsus"/
      dataset: a file for nothing | dataset -o ${out} | BAD_OPTION | /without the name/
      check: no plugin | check ./no-plugin.mjs | BAD_PLUGIN | /cannot be loaded/
      check: data for a plugin | check ${good} | BAD_PLUGIN | /cannot be loaded/
      a plugin without a name | methods --plugin ${work.write('anon.mjs', 'export default {}\n')} | BAD_PLUGIN | /cannot be used/
      a plugin that throws | methods --plugin ${work.write('throws.mjs', 'throw new Error("no")\n')} | BAD_PLUGIN | /cannot be loaded: no/
      a plugin that is no program | methods --plugin ${work.write('broken.mjs', 'export default {\n')} | BAD_PLUGIN | /cannot be loaded/
      a plugin of no name | methods --plugin '' | BAD_OPTION | /--plugin is empty/
      run: a replay with a seed | run ${keep} --data ${good} -o ${out} --seed 1 | BAD_OPTION | /a replay has its own random numbers/
      run: a replay that is released | run ${keep} --data ${good} -o ${out} --release --private ${out}.json | BAD_OPTION | /a replay has its own/
      run: a replay of other data | run ${keep} --data ${masked} -o ${out} | WRONG_INPUT | /not the input of the private file/
      run: a release without a private file | ${run()} --release | BAD_OPTION | /needs --private/
      reverse-map: a key and quantiles | ${reverse()} --quantile --link id | BAD_OPTION | /--quantile excludes/
      reverse-map: an unknown rule for ties | ${reverse()} --ties last |  | /Allowed choices are random, first/
      reverse-map: an unknown distance | ${reverse()} --distance far |  | /Allowed choices are ancestors, path/
      measure: a manifest for an origin | ${measure()} --origin ${released.replace('.csv', '.manifest.json')} | BAD_PLAN | /not a private file/
    `,
  ]
}
