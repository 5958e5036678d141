import { basename, dirname } from 'node:path'

/**
 * Sorts test files by the likelihood of noticing a fault in a source file: the test of the same name, those that import
 * it by name, those of its folder, the rest.
 *
 * @param {readonly string[]} tests - Paths of test files.
 * @param {string} path - The source file.
 * @param {(test: string) => string} textOf - Returns the text of a test file.
 * @returns {string[]} The paths in order.
 */
export function nearestFirst(tests, path, textOf) {
  const own = basename(path, '.ts')
  const rankOf = (test) => {
    // Any kind of test.
    if (basename(test).split('.')[0] === own) return 0
    if (textOf(test).includes(`/${own}.js'`)) return 1
    return dirname(test) === dirname(path) ? 2 : 3
  }
  const ranks = new Map(tests.map((test) => [test, rankOf(test)]))
  return [...tests].sort((a, b) => ranks.get(a) - ranks.get(b) || (a < b ? -1 : 1))
}
