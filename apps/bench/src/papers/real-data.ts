import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SdcError } from '@sdc/core'
import { readCsvFile } from '@sdc/io/node'
import type { PaperOptions, PaperTable } from './paper.js'

/**
 * Reads files of real data, which are no part of the project, from the folder SDC_DATA_DIR (`../shared/data` unless
 * set). One that is not there is null; an error with SDC_REQUIRE_DATA=1, where nothing may be skipped.
 */
export function dataReader(environment: Readonly<Record<string, string | undefined>>): PaperOptions['data'] {
  const folder = environment.SDC_DATA_DIR ?? '../shared/data'
  return async (file) => {
    const path = join(folder, file)
    if (existsSync(path)) return (await readCsvFile(path)).dataset
    if (environment.SDC_REQUIRE_DATA !== '1') return null
    throw new SdcError('FILE', `there is no ${path}, and SDC_REQUIRE_DATA is 1`, { file: path }, advice)
  }
}

const advice = 'Set SDC_DATA_DIR to the folder that has it.'

/** A table that was not made, because a file of real data is not at hand. */
export function skippedTable(id: string, title: string, file: string): PaperTable {
  const skipped = `Skipped: it needs ${file}, which is no part of the project. ${advice}`
  return { id, title, sentence: '', given: [], checks: [], rows: [], skipped }
}
