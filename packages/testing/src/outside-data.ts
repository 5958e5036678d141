import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of real files that do not belong to the project. */
const folder = process.env.SDC_DATA_DIR || fileURLToPath(new URL('../../../../shared/data', import.meta.url))

/**
 * Returns true if files of that folder exist: `describe.runIf(haveData('testdata.csv'))`. A test without its files is
 * skipped, with a message; with SDC_REQUIRE_DATA=1 it is an error. The body of a skipped `describe` still runs: read
 * files in a test or in `beforeAll`.
 */
export function haveData(...files: readonly string[]): boolean {
  const missing = files.filter((file) => !existsSync(pathOf(file)))
  if (missing.length === 0) return true
  const message = `tests need ${missing.join(', ')}, which no clone has (set SDC_DATA_DIR to the folder that has it)`
  if (process.env.SDC_REQUIRE_DATA === '1') throw new Error(message)
  console.warn(`skipped: ${message}`)
  return false
}

/** Path of such a file. */
export function pathOf(file: string): string {
  return join(folder, file)
}
