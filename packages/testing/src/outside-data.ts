import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of real files that are no part of the project. */
const folder = process.env.SDC_DATA_DIR || fileURLToPath(new URL('../../../../shared/data', import.meta.url))

/**
 * Whether a test can run that needs files of that folder: `describe.runIf(haveData('testdata.csv'))`. A test that cannot
 * is skipped, which is said; with SDC_REQUIRE_DATA=1 it is an error. The body of a skipped `describe` runs
 * all the same: files are read in a test or in `beforeAll`.
 */
export function haveData(...files: readonly string[]): boolean {
  const missing = files.filter((file) => !existsSync(pathOf(file)))
  if (missing.length === 0) return true
  const message = `tests need ${missing.join(', ')}, which no clone has (set SDC_DATA_DIR to the folder that has it)`
  if (process.env.SDC_REQUIRE_DATA === '1') throw new Error(message)
  console.warn(`skipped: ${message}`)
  return false
}

/** Where such a file is. */
export function pathOf(file: string): string {
  return join(folder, file)
}
