import { basename, dirname } from 'node:path'

/**
 * Test files in the order in which they most likely notice a fault of a source file: that of its own name, those that
 * import it by name, those of its folder, the rest.
 *
 * @param {readonly string[]} tests paths of test files
 * @param {string} path the source file
 * @param {(test: string) => string} textOf the text of a test file
 * @returns {string[]}
 */
export function nearestFirst(tests, path, textOf) {
  const own = basename(path, '.ts')
  const rankOf = (test) => {
    // Of whatever kind it is.
    if (basename(test).split('.')[0] === own) return 0
    if (textOf(test).includes(`/${own}.js'`)) return 1
    return dirname(test) === dirname(path) ? 2 : 3
  }
  const ranks = new Map(tests.map((test) => [test, rankOf(test)]))
  return [...tests].sort((a, b) => ranks.get(a) - ranks.get(b) || (a < b ? -1 : 1))
}
