// Rule against circular imports of folders. It is a separate configuration, since tests of a folder may import its
// parent.
const { options } = require('./dependency-cruiser.cjs')

module.exports = {
  forbidden: [
    {
      name: 'no-folder-circles',
      comment:
        'Two folders that need each other have a subject in common: move the file that both need to the lower folder, or to one of its own.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: {
      path: [
        '/dist/',
        'node_modules',
        '[.](test|test-data|fixture|bench)[.]ts$',
        '/src/testing([.]ts$|/)',
        '^(packages|apps)/[^/]+/(scripts|build)/',
      ],
    },
  },
}
