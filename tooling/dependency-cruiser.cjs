// Who may import whom. The comment of a rule says where the code belongs instead.
const test =
  '([.](test|test-data|fixture|bench)[.]ts$|^packages/testing/|^(?:packages|apps)/[^/]+/src/testing([.]ts$|/))'
// The page's build reads the sources of our packages as tests do.
const pageBuild = '^apps/web/build/'
const packages = (...names) => `^(packages)/(${names.join('|')})/`

/** The packages of ours that each may import; whatever is not named is forbidden. */
const allowed = [
  [
    'core',
    packages('core'),
    [],
    'core imports no package of ours. What needs numbers belongs in stats, what runs methods in engine.',
  ],
  [
    'stats',
    packages('stats'),
    ['core'],
    'stats imports core’s random streams and blocks only. What knows a dataset belongs in the package of its method or metric.',
  ],
  [
    'toolkit',
    packages('toolkit'),
    ['core', 'stats'],
    'toolkit is what the author of a method or metric needs of a dataset: it imports core and stats.',
  ],
  [
    'members',
    packages('methods-[^/]+', 'services', 'reverse-map', 'permutation', 'attacks', 'metrics', 'optimize', 'tabular'),
    ['core', 'stats', 'toolkit'],
    'What registers methods, metrics, services, tables or attacks imports core, stats and toolkit, never another such package: what two of them need belongs in toolkit or stats, and another method or metric is reached by a reference, through the engine.',
  ],
  [
    'engine',
    packages('engine'),
    ['core', 'stats', 'toolkit'],
    'The engine runs what the registry has and never imports a method or metric. What a front end does belongs in packages/workflow.',
  ],
  [
    'files',
    packages('datasets', 'report', 'io'),
    ['core', 'stats'],
    'This package imports core and stats only. What joins it to others belongs in packages/workflow.',
  ],
  [
    'test-kit',
    packages('test-kit'),
    ['core', 'stats', 'toolkit', 'engine'],
    'The conformance suite imports core, stats, toolkit and engine: it never imports its subjects, which it is given.',
  ],
  [
    'testing',
    packages('testing'),
    ['core', 'datasets', 'engine', 'scale', 'test-kit', 'toolkit'],
    'testing never imports a method or a metric: tests of what runs them use its fake plugin; a test of real ones belongs in their package, or in standard.',
  ],
  [
    'workflow',
    packages('workflow'),
    [
      'core',
      'stats',
      'toolkit',
      'engine',
      'io',
      'report',
      'optimize',
      'tabular',
      'attacks',
      'permutation',
      'reverse-map',
    ],
    'workflow is what a front end does: methods and metrics reach it in the registry, never by an import.',
  ],
  [
    'scale',
    packages('scale'),
    ['core', 'stats', 'toolkit', 'engine', 'io'],
    'scale runs plans on files in parts: what reads and writes files belongs in a package of its own, and methods reach it in the registry.',
  ],
  [
    'duckdb',
    packages('duckdb'),
    ['core', 'io', 'scale'],
    'duckdb reads and writes Parquet, and nothing else: what is computed of a file belongs in packages/scale or in a method.',
  ],
  [
    'launch-bullmq',
    packages('launch-bullmq'),
    ['core', 'scale'],
    'launch-bullmq starts tasks, and nothing else: what a task does belongs in packages/scale, what is done stands in its store.',
  ],
  [
    'launch-slurm',
    packages('launch-slurm'),
    ['core', 'scale'],
    'launch-slurm starts tasks, and nothing else: what a task does belongs in packages/scale, what is done stands in its store.',
  ],
  [
    'standard',
    packages('standard'),
    ['core', 'methods-[^/]+', 'services', 'reverse-map', 'permutation', 'attacks', 'metrics', 'optimize', 'tabular'],
    'standard lists plugins and has no logic: anything else belongs in packages/engine or packages/workflow.',
  ],
  [
    'apps',
    '^(apps)/([^/]+)/',
    [
      'core',
      'stats',
      'toolkit',
      'standard',
      'engine',
      'io',
      'report',
      'workflow',
      'reverse-map',
      'permutation',
      'attacks',
      'tabular',
      'datasets',
      'test-kit',
      'scale',
      'duckdb',
      'launch-bullmq',
      'launch-slurm',
    ],
    'An app reaches methods and metrics through @sdc/standard and the registry, never their packages directly.',
  ],
]

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment:
        'Two files that need each other are one thing, or have a third in common: move that to a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-resolved',
      comment: 'This import leads nowhere: a misspelt path, or a dependency that is not in the package’s package.json.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'browser-safe',
      comment:
        'Packages run in a browser too. What needs Node belongs in packages/io/src/node.ts (files), packages/engine/src/workers.ts (threads), packages/duckdb (Parquet), packages/launch-bullmq (Redis), packages/launch-slurm (Slurm), packages/scale/src/node.ts (stores, processes, CSV in parts) or in apps/.',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: [
          '^packages/io/src/node([.]ts$|/)',
          '^packages/engine/src/workers?[.]ts$',
          '^packages/(duckdb|launch-bullmq|launch-slurm)/',
          '^packages/scale/src/(node[.]ts$|work/(folder-store|process-launcher)[.]ts$|csv/)',
          test,
          '[.]fixture[.]mjs$',
        ],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'browser-safe-io',
      comment:
        'Files are reached through @sdc/io/node alone: what the rest of io needs belongs beside index.ts, without Node.',
      severity: 'error',
      from: { path: '^packages/io/src/', pathNot: ['^packages/io/src/node([.]ts$|/)', test] },
      to: { path: '^packages/io/src/node([.]ts$|/)' },
    },
    {
      name: 'entry-only',
      comment:
        'Another package is imported by its name, not by a path into it: what it exports stands in its src/index.ts.',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/', pathNot: [test, pageBuild] },
      to: {
        path: '^(packages|apps)/[^/]+/src/',
        pathNot: [
          '^$1/$2/',
          '^packages/[^/]+/src/index[.]ts$',
          '^packages/datasets/src/(census|eia)[.]ts$',
          '^packages/engine/src/((web-)?workers|in-parts)[.]ts$',
          '^packages/io/src/(node|xlsx)[.]ts$',
          '^packages/scale/src/node[.]ts$',
          '^packages/report/src/(looks|release|tables)[.]ts$',
          '^packages/standard/src/(records|needed)[.]ts$',
          '^packages/stats/src/distributions[.]ts$',
          '^packages/(stats|toolkit)/src/internal[.]ts$',
          '^packages/workflow/src/(records|tables|attacks|permutations|policies|reports)[.]ts$',
        ],
      },
    },
    {
      name: 'no-tests',
      comment: 'Tests and their fixtures are not published: what both need belongs in a file of its own.',
      severity: 'error',
      from: { pathNot: [test, '^tooling/', pageBuild] },
      to: { path: [test, '^tooling/'] },
    },
    {
      name: 'no-apps',
      comment: 'Nothing imports an app: what others need of it belongs in a package.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'no-dev-dependency',
      comment: 'What is published may import only what its package.json has under dependencies or peerDependencies.',
      severity: 'error',
      // The page is built with all that it needs, and nobody installs it.
      from: { path: '^(packages|apps)/', pathNot: [test, '^apps/web/'] },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only', 'npm-peer', 'npm'],
      },
    },
    {
      name: 'optional',
      comment:
        'DuckDB, BullMQ and Slurm are no part of a plain install or of the page: the command line alone may import @sdc/duckdb, @sdc/launch-bullmq, @sdc/launch-slurm.',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: ['^packages/(duckdb|launch-bullmq|launch-slurm)/', '^apps/cli/', test],
      },
      to: { path: '^packages/(duckdb|launch-bullmq|launch-slurm)/' },
    },
    {
      name: 'optional-lazily',
      comment: 'What is optional belongs where it is needed: await import(…), never at the head of a file.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/(duckdb|launch-bullmq|launch-slurm)/', test] },
      to: { path: '^packages/(duckdb|launch-bullmq|launch-slurm)/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    ...allowed.map(([name, path, names, comment]) => ({
      name: `layer-${name}`,
      comment,
      severity: 'error',
      from: { path, pathNot: name === 'testing' ? [] : [test, pageBuild] },
      to: { path: '^(packages|apps)/', pathNot: ['^$1/$2/', ...(names.length > 0 ? [packages(...names)] : [])] },
    })),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['/dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
