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
    'rules',
    packages('rules'),
    ['core', 'stats'],
    'rules knows columns and rules between them, not plans: what runs them belongs in engine.',
  ],
  [
    'members',
    packages('methods-[^/]+', 'services', 'reverse-map', 'permutation', 'attacks', 'metrics', 'optimize', 'tabular'),
    ['core', 'stats', 'toolkit', 'rules'],
    'What registers methods, metrics, services, tables or attacks imports core, stats, toolkit and rules, never another such package: what two of them need belongs in toolkit or stats, and another method or metric is reached by a reference, through the engine.',
  ],
  [
    'engine',
    packages('engine'),
    ['core', 'stats', 'toolkit', 'rules'],
    'The engine runs what the registry has and never imports a method or metric. What a front end does belongs in packages/inspect, tables, search or release.',
  ],
  [
    'files',
    packages('datasets', 'report', 'files'),
    ['core', 'stats'],
    'This package imports core and stats only: files know columns, not plans. What joins it to others belongs in packages/inspect or packages/release.',
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
    ['core', 'datasets', 'engine', 'files', 'test-kit', 'toolkit'],
    'testing never imports a method or a metric: tests of what runs them use its fake plugin; a test of real ones belongs in their package, or in standard.',
  ],
  [
    'inspect',
    packages('inspect'),
    ['core', 'stats', 'toolkit', 'rules', 'engine', 'files', 'report'],
    'inspect reads a file by its schema and looks at it: it never imports what front ends do with it, which belongs in tables, search, release or workflow.',
  ],
  [
    'tables',
    packages('tables'),
    ['core', 'stats', 'toolkit', 'engine', 'files', 'report', 'inspect', 'tabular'],
    'tables is what front ends do with tables: a method for tables belongs in packages/tabular.',
  ],
  [
    'search',
    packages('search'),
    ['core', 'stats', 'toolkit', 'engine', 'files', 'report', 'inspect'],
    'search compares candidates: what masks and measures one file belongs in packages/release, which reads the document of a comparison.',
  ],
  [
    'release',
    packages('release'),
    ['core', 'stats', 'toolkit', 'rules', 'engine', 'files', 'report', 'inspect', 'search', 'optimize', 'reverse-map'],
    'release masks, measures and releases files: methods and metrics reach it in the registry, never by an import.',
  ],
  [
    'workflow',
    packages('workflow'),
    [
      'core',
      'stats',
      'toolkit',
      'rules',
      'engine',
      'files',
      'report',
      'inspect',
      'tables',
      'search',
      'release',
      'attacks',
      'permutation',
      'reverse-map',
    ],
    'workflow is what front ends do beside masking: methods and metrics reach it in the registry, never by an import.',
  ],
  [
    'launch',
    packages('launch-bullmq', 'launch-slurm'),
    ['core', 'engine'],
    'A launcher starts tasks, and nothing else: what a task does belongs in packages/engine/src/partitions, what is done stands in its store.',
  ],
  [
    'standard',
    packages('standard'),
    ['core', 'methods-[^/]+', 'services', 'reverse-map', 'permutation', 'attacks', 'metrics', 'optimize', 'tabular'],
    'standard lists plugins and has no logic: anything else belongs in packages/engine or packages/release.',
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
      'files',
      'report',
      'inspect',
      'tables',
      'search',
      'release',
      'workflow',
      'reverse-map',
      'permutation',
      'attacks',
      'tabular',
      'datasets',
      'test-kit',
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
        'Packages run in a browser too. What needs Node belongs in packages/files/src/node.ts (files, stores), packages/files/src/parquet.ts (Parquet), packages/engine/src/workers.ts (threads), packages/engine/src/node.ts (processes), packages/release/src/node.ts (whole runs), packages/launch-bullmq (Redis), packages/launch-slurm (Slurm) or in apps/.',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: [
          '^packages/files/src/(node|parquet)([.]ts$|/)',
          '^packages/files/src/(csv-blocks|stores)/',
          '^packages/engine/src/(node|workers?)[.]ts$',
          '^packages/engine/src/partitions/tasks/process-launcher[.]ts$',
          '^packages/release/src/(node|tasks|worker)[.]ts$',
          '^packages/release/src/flow/',
          '^packages/(launch-bullmq|launch-slurm)/',
          test,
          '[.]fixture[.]mjs$',
        ],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'browser-safe-files',
      comment:
        'Files of a disk are reached through @sdc/files/node and @sdc/files/parquet alone: what reads and writes bytes belongs in csv or xlsx, without Node.',
      severity: 'error',
      from: { path: '^packages/files/src/(index[.]ts$|xlsx[.]ts$|csv/|xlsx/)', pathNot: [test] },
      to: { path: '^packages/files/src/((node|parquet)([.]ts$|/)|csv-blocks/|stores/)' },
    },
    {
      name: 'partitions-apart',
      comment:
        'What runs files larger than memory belongs behind @sdc/engine/partitions, so that a page does not load it: only the flows of packages/release, launchers and the command line may import it.',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: [
          '^packages/engine/src/(partitions|node)([.]ts$|/)',
          '^packages/release/src/(flow/|(node|tasks|worker)[.]ts$)',
          '^packages/launch-[^/]+/',
          '^apps/cli/',
          test,
        ],
      },
      to: { path: '^packages/engine/src/(partitions|node)([.]ts$|/)' },
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
          '^packages/engine/src/((web-)?workers|partitions|node)[.]ts$',
          '^packages/files/src/(node|parquet|formats|xlsx)[.]ts$',
          '^packages/report/src/(looks|release|tables)[.]ts$',
          '^packages/standard/src/(records|needed)[.]ts$',
          '^packages/stats/src/(distributions|trees)[.]ts$',
          '^packages/(stats|toolkit)/src/internal[.]ts$',
          '^packages/release/src/(node|tasks|reports)[.]ts$',
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
        'DuckDB, BullMQ and Slurm are no part of a plain install or of the page: only the command line and what runs on Node may import @sdc/files/parquet, @sdc/launch-bullmq, @sdc/launch-slurm.',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: [
          '^packages/(files/src/parquet([.]ts$|/)|launch-bullmq/|launch-slurm/)',
          '^apps/cli/',
          '^packages/release/src/(node|tasks|worker)[.]ts$',
          '^packages/release/src/flow/',
          test,
        ],
      },
      to: { path: '^packages/(files/src/parquet([.]ts$|/)|launch-bullmq/|launch-slurm/)' },
    },
    {
      name: 'optional-lazily',
      comment: 'What is optional belongs where it is needed: await import(…), never at the head of a file.',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: ['^packages/(files/src/parquet([.]ts$|/)|launch-bullmq/|launch-slurm/)', test],
      },
      to: {
        path: '^packages/(files/src/parquet([.]ts$|/)|launch-bullmq/|launch-slurm/)',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
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
