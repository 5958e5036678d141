import type { PaperOptions, PaperTable } from '../../paper.js'
import { additiveTables, attackTable, sensitiveByRules } from './table-rules.js'
import { leastSuppression, printedPattern } from './table-patterns.js'

/** The slides' part on tables: two tables, attacks on them, rules that find sensitive cells, and suppression. */
export async function tabularTables(options: PaperOptions): Promise<readonly PaperTable[]> {
  return [
    additiveTables(),
    await attackTable(options),
    await sensitiveByRules(options),
    await printedPattern(options),
    ...(await leastSuppression(options)),
  ]
}
