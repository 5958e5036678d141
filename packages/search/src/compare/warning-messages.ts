import type { Message } from '@sdc/core'
import type { Comparison } from '@sdc/engine'
import { groupedWarnings } from '@sdc/inspect'

/**
 * Warnings of a comparison for readers, one line per kind with its number of candidates.
 *
 * @param comparison - The comparison, whose warnings begin with the title of their candidate.
 * @param details - File with all of them.
 * @returns The lines, in the order in which their kinds first occur.
 */
export function warningMessages(
  { rows, warnings, columns }: Pick<Comparison, 'rows' | 'warnings' | 'columns'>,
  details: string,
): Message[] {
  const negatives = rows
    .filter((row) => row.negatives !== undefined && row.negatives.length > 0)
    .map(({ label }) => `${label}: negative values where the original has none`)
  const broken = rows
    .filter(({ rules }) => rules !== undefined && rules.broken > 0)
    .map(({ label }) => `${label}: records break rules of the schema`)
  return groupedWarnings([...negatives, ...broken, ...warnings], {
    labels: rows.flatMap(({ label, title }) => [label, title]),
    details,
    names: columns,
  })
}
