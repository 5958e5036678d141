// Who may import whom: the table of ARCHITECTURE.md. A rule's comment says where the code belongs instead.
const test = '([.](test|test-data|fixture|bench)[.]ts$|^(?:packages|apps)/[^/]+/src/testing([.]ts$|/))'
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
    'stats imports core’s random types only. What knows a dataset belongs in the package of its method or metric.',
  ],
  [
    'methods',
    packages('methods-[^/]+', 'reverse-map', 'metrics'),
    ['core', 'stats'],
    'Methods and metrics import core and stats. What two of them need belongs in stats, running them in engine.',
  ],
  [
    'optimize',
    packages('optimize'),
    ['core', 'stats'],
    'optimize gets methods and metrics as arguments, through the registry: it imports core and stats.',
  ],
  [
    'tools',
    packages('test-kit', 'datasets', 'report', 'io', 'tabular', 'engine'),
    ['core', 'stats'],
    'This package imports core and stats only. What joins it to others belongs in apps/.',
  ],
  [
    'standard',
    packages('standard'),
    ['core', 'methods-[^/]+', 'reverse-map', 'metrics', 'optimize'],
    'standard lists plugins and has no logic: anything else belongs in packages/engine or in an app.',
  ],
  [
    'apps',
    '^(apps)/([^/]+)/',
    [
      'core',
      'stats',
      'standard',
      'engine',
      'io',
      'report',
      'optimize',
      'reverse-map',
      'tabular',
      'datasets',
      'test-kit',
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
      comment: 'Packages run in a browser too. What needs Node belongs in packages/io/src/node.ts (files) or in apps/.',
      severity: 'error',
      from: { path: '^packages/', pathNot: ['^packages/io/src/node([.]ts$|/)', test] },
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
      from: { path: '^(packages|apps)/([^/]+)/', pathNot: test },
      to: {
        path: '^(packages|apps)/[^/]+/src/',
        pathNot: [
          '^$1/$2/',
          '^packages/[^/]+/src/index[.]ts$',
          '^packages/datasets/src/(census|eia)[.]ts$',
          '^packages/io/src/node[.]ts$',
          '^packages/stats/src/distributions[.]ts$',
        ],
      },
    },
    {
      name: 'no-tests',
      comment: 'Tests and their fixtures are not published: what both need belongs in a file of its own.',
      severity: 'error',
      from: { pathNot: [test, '^tooling/'] },
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
      from: { path: '^(packages|apps)/', pathNot: test },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only', 'npm-peer', 'npm'],
      },
    },
    ...allowed.map(([name, path, names, comment]) => ({
      name: `layer-${name}`,
      comment,
      severity: 'error',
      from: { path, pathNot: test },
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
