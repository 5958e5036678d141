import { createRegistry, SdcError } from '@sdc/core'
import tabular from '@sdc/tabular'
import type { Told } from '../calls.js'
import { fileSource } from '../data/data-source.js'
import { openData, type OpenData } from '../data/open-data.js'
import { readingKey } from '../data/reading-key.js'
import type { Calls } from '../protocol/messages.js'
import type { MadeTable } from '../protocol/table-types.js'
import { makeTable, namesAsTexts, type HeldTable } from './make-table.js'

/** State of the worker for tables between questions. */
export interface TableHeld {
  data?: OpenData | undefined
  release?: HeldTable | undefined
}

/**
 * Makes the functions that answer the questions about tables.
 *
 * @param held - State of the worker.
 * @returns A function for each question; they throw `SdcError`.
 */
export function tableAnswers(held: TableHeld): {
  table(ask: Calls['table'], told: Told): Promise<MadeTable>
  privateSaved(): void
} {
  const registry = createRegistry().use(tabular).freeze()
  return {
    async table({ data: { file, sum }, settings }, { progress }) {
      const { table } = settings
      if (table === undefined) throw new SdcError('BAD_OPTION', 'no table is described', {}, 'Choose its dimensions.')
      const schema = namesAsTexts(settings.schema, table)
      const isRead = held.data?.sum === sum && readingKey(held.data.schema) === readingKey(schema)
      if (!isRead) {
        progress({ fraction: 0, doing: 'reading' })
        held.data = await openData(fileSource(file), { schema, sum })
      }
      held.release = await makeTable(registry, held.data!, table, progress)
      return held.release.view
    },
    privateSaved() {
      held.release?.privateSaved()
    },
  }
}
