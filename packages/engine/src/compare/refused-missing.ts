import type { Dataset } from '@sdc/core'
import { missingCells, sizeText } from '../run/missing/missing-cells.js'
import type { Row } from './comparison.js'

/**
 * Says which part of a comparison was not tried because cells are missing: a sentence, not one for each method.
 *
 * @param rows - The candidates.
 * @param original - The file.
 * @param columns - Those that are masked or given.
 * @returns The sentence; none where no candidate was refused for it.
 */
export function refusedMissing(rows: readonly Row[], original: Dataset, columns: readonly string[]): string[] {
  const refused = rows.filter(({ error }) => error?.code === 'MISSING_VALUES')
  const methods = new Set(refused.map(({ use }) => use))
  if (methods.size === 0) return []
  const [first] = refused
  const size = sizeText(missingCells(original, columns))
  const who = methods.size === 1 ? `${first.use} refuses` : `${methods.size} methods refuse`
  if (first.steps.some(({ missing }) => missing === 'refuse')) return [`${who} missing values, as asked: ${size}`]
  const them = methods.size === 1 ? 'it' : 'them'
  return [`${who} missing values (${size}): --missing keep (missing: keep in a plan) tries ${them}`]
}
