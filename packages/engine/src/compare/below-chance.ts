import type { Row } from './comparison.js'
import { worstRun } from './place.js'
import type { RiskLevel } from './risk-level.js'
import { shortNumber, unitText } from '../ground/value-text.js'

/** A value so many standard errors below chance is no luck. */
const STANDARD_ERRORS = 3

/**
 * The risks of a row that lie below those of independent data in its worst run.
 *
 * Data without a link to the original have them by chance; less is reached only by keeping away from what is looked for, which
 * is a link of its own. Looked at are shares of cells, which no lost relation between columns lowers. Their standard error is
 * taken to be √(p(1 − p)/n) for n records, as if all cells of a record were one.
 *
 * @param row - What was measured of a candidate.
 * @param levels - The risks, with their values in independent data.
 * @param records - How many records the file has.
 * @returns A sentence for each, which begins with the candidate's label.
 */
export function belowChance(row: Row, levels: readonly RiskLevel[], records: number): string[] {
  return levels.flatMap(({ metric, independent }) => {
    if (metric.kind !== 'risk' || metric.share !== 'cells' || metric.better !== 'lower') return []
    const value = worstRun(row, metric)
    if (value === null || independent === null) return []
    const chance = independent / 100
    const error = 100 * Math.sqrt((chance * (1 - chance)) / records)
    if (!(value < independent - STANDARD_ERRORS * error)) return []
    return [
      `${row.label}: ${metric.id} ${unitText(value, metric)} is below the ${shortNumber(independent)} % of independent data: values ` +
        'were kept away from the original ones, on purpose or by a method that always moves them far, and who knows how links ' +
        'the records the other way; look at what an intruder who knows the most finds',
    ]
  })
}
