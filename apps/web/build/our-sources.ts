import { fileURLToPath } from 'node:url'
import { sources } from '../../../packages/testing/src/sources.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Our packages are read as their sources: the page waits for no other build, and what it leaves out is left out file by file. */
export const alias = sources.map(([find, source]) => ({ find, replacement: root + source }))
