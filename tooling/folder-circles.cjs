// Folders that import each other in a circle. A configuration of its own: the tests of a folder may use what stands above it.
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
