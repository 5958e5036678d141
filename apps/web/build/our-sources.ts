import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { sources } from '../../../packages/testing/src/sources.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The matrix library is read as modules: its CommonJS script, which the package exports, cannot be tree-shaken. */
const matrices = createRequire(`${root}packages/stats/package.json`).resolve('ml-matrix')

/** Our packages are read from their sources, so the page needs no other build and is tree-shaken file by file. */
export const alias = [
  ...sources.map(([find, source]) => ({ find, replacement: root + source })),
  { find: /^ml-matrix$/, replacement: matrices.replace(/matrix\.js$/, 'src/index.js') },
]
