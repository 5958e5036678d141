import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { sources } from '../../../packages/testing/src/sources.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Matrices are read as modules: of the one script of CommonJS that the package exports, nothing can be left out. */
const matrices = createRequire(`${root}packages/stats/package.json`).resolve('ml-matrix')

/** Our packages are read as their sources: the page waits for no other build, and what it leaves out is left out file by file. */
export const alias = [
  ...sources.map(([find, source]) => ({ find, replacement: root + source })),
  { find: /^ml-matrix$/, replacement: matrices.replace(/matrix\.js$/, 'src/index.js') },
]
