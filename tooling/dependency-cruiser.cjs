// Allowed imports between packages. The comment of a rule says where the code belongs instead.
const test =
  '([.](test|test-data|fixture|bench)[.]ts$|^packages/testing/|^(?:packages|apps)/[^/]+/src/testing([.]ts$|/))'
// The page's build reads the sources of our packages, like tests.
const pageBuild = '^apps/web/build/'
const packages = (...names) => `^(packages)/(${names.join('|')})/`

/** Our packages that each may import; all others are forbidden. */
const allowed = [
  [
    'core',
    packages('core'),
    [],
    'core imports no package of ours. Numerical code belongs in stats, code that runs methods in engine.',
  ],
  [
    'stats',
    packages('stats'),
    ['core'],
    'stats imports core’s random streams and blocks only. Code on datasets belongs in the package of its method or metric.',
  ],
  [
    'toolkit',
    packages('toolkit'),
    ['core', 'stats'],
    'toolkit has the dataset functions for authors of methods and metrics: it imports core and stats.',
  ],
  [
    'rules',
    packages('rules'),
    ['core', 'stats'],
    'rules knows columns and rules between them, not plans: code that runs plans belongs in engine.',
  ],
  [
    'members',
    packages('methods-[^/]+', 'services', 'reverse-map', 'permutation', 'attacks', 'metrics', 'optimize', 'tabular'),
    ['core', 'stats', 'toolkit', 'rules'],
    'A package of methods, metrics, services, tables or attacks imports core, stats, toolkit and rules, never another such package. Shared code belongs in toolkit or stats; other methods and metrics are referenced through the engine.',
  ],
  [
    'engine',
    packages('engine'),
    ['core', 'stats', 'toolkit', 'rules'],
    'The engine runs the contents of the registry and never imports a method or metric. Code of front ends belongs in packages/inspect, tables, search or release.',
  ],
  [
    'files',
    packages('datasets', 'report', 'files'),
    ['core', 'stats'],
    'This package imports core and stats only: files know columns, not plans. Code that combines it with others belongs in packages/inspect or packages/release.',
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
    'testing never imports a method or a metric: tests of the engine use its fake plugin, and a test of real ones belongs in their package or in standard.',
  ],
  [
    'inspect',
    packages('inspect'),
    ['core', 'stats', 'toolkit', 'rules', 'engine', 'files', 'report'],
    'inspect reads a file by its schema and inspects it. Further work of front ends belongs in tables, search, release or workflow.',
  ],
  [
    'tables',
    packages('tables'),
    ['core', 'stats', 'toolkit', 'engine', 'files', 'report', 'inspect', 'tabular'],
    'tables has the work of front ends on tables; a method for tables belongs in packages/tabular.',
  ],
  [
    'search',
    packages('search'),
    ['core', 'stats', 'toolkit', 'engine', 'files', 'report', 'inspect'],
    'search compares candidates. Code that masks and measures one file belongs in packages/release, which reads the document of a comparison.',
  ],
  [
    'release',
    packages('release'),
    ['core', 'stats', 'toolkit', 'rules', 'engine', 'files', 'report', 'inspect', 'search', 'optimize', 'reverse-map'],
    'release masks, measures and releases files. It gets methods and metrics from the registry, never by an import.',
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
    'workflow has the work of front ends other than masking. It gets methods and metrics from the registry, never by an import.',
  ],
  [
    'launch',
    packages('launch-bullmq', 'launch-slurm'),
    ['core', 'engine'],
    'A launcher only starts tasks. The work of a task belongs in packages/engine/src/partitions, and its state is in the work folder.',
  ],
  [
    'standard',
    packages('standard'),
    ['core', 'methods-[^/]+', 'services', 'reverse-map', 'permutation', 'attacks', 'metrics', 'optimize', 'tabular'],
    'standard lists plugins and has no logic; other code belongs in packages/engine or packages/release.',
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
        'Packages run in a browser too. Code that needs Node belongs in packages/files/src/node.ts (files, stores), packages/files/src/parquet.ts (Parquet), packages/engine/src/workers.ts (threads), packages/engine/src/node.ts (processes), packages/release/src/node.ts (whole runs), packages/launch-bullmq (Redis), packages/launch-slurm (Slurm) or in apps/.',
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
        'Files on disk are accessed through @sdc/files/node and @sdc/files/parquet only. Code that reads and writes bytes belongs in csv or xlsx, without Node.',
      severity: 'error',
      from: { path: '^packages/files/src/(index[.]ts$|xlsx[.]ts$|csv/|xlsx/)', pathNot: [test] },
      to: { path: '^packages/files/src/((node|parquet)([.]ts$|/)|csv-blocks/|stores/)' },
    },
    {
      name: 'partitions-apart',
      comment:
        'Code for files larger than memory belongs in @sdc/engine/partitions, so that a page does not load it. Only the flows of packages/release, launchers and the command line may import it.',
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
      comment: 'Another package is imported by its name, not by a path into it: its exports are in its src/index.ts.',
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
      comment: 'Tests and their fixtures are not published; code that sources need as well belongs in a separate file.',
      severity: 'error',
      from: { pathNot: [test, '^tooling/', pageBuild] },
      to: { path: [test, '^tooling/'] },
    },
    {
      name: 'no-apps',
      comment: 'No package imports an app; shared code belongs in a package.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'no-dev-dependency',
      comment: 'Published code may import only the dependencies or peerDependencies of its package.json.',
      severity: 'error',
      // The page is built with everything it needs, and is never installed.
      from: { path: '^(packages|apps)/', pathNot: [test, '^apps/web/'] },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only', 'npm-peer', 'npm'],
      },
    },
    {
      name: 'optional',
      comment:
        'DuckDB, BullMQ and Slurm do not belong to a plain install or to the page. Only the command line and Node flows may import @sdc/files/parquet, @sdc/launch-bullmq, @sdc/launch-slurm.',
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
      comment: 'An optional package is imported at its use by await import(…), never at the head of a file.',
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
