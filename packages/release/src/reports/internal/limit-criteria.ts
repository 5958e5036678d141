import { limitEnd, limitedError, limitState, worstOf, type Limit } from '@sdc/engine'
import type { ReportCriterion } from '@sdc/report'
import { valueText, type MeasuredFacts } from '../facts/measure-facts.js'

/**
 * Returns the criteria of a choice: the limits of its comparison.
 *
 * @param rows - Measurements of the file of the report.
 * @param facts - The same, as numbers.
 * @param limits - Limits of the comparison.
 * @param worst - Worst values of the comparison's runs.
 * @returns One row per limit on a measured metric, with the state of the worst of all runs.
 */
export function limitCriteria(
  rows: readonly ReportCriterion[],
  { measured }: MeasuredFacts,
  limits: readonly Limit[],
  worst: ReadonlyMap<string, number | null> = new Map(),
): ReportCriterion[] {
  return limits.flatMap((limit): ReportCriterion[] => {
    const { metric } = limit
    const row = rows.find(({ id }) => id === metric.id)
    const found = measured.find((one) => one.metric.id === metric.id)
    const own = found?.measurement.value ?? null
    const other = worst.get(metric.id)
    const value = own === null || other === null ? null : other === undefined ? own : worstOf(metric, [own, other])
    return row
      ? [
          {
            ...row,
            released: valueText(own, metric, limit.value),
            ...(other !== undefined && { worst: valueText(value, metric, limit.value) }),
            limit: limitEnd(limit).trim(),
            state: stateOf(limit, value, found ? limitedError(found) : 0),
            note: noteOf(limit, value),
          },
        ]
      : []
  })
}

/**
 * Returns the verdict on the criteria of a choice.
 *
 * @param criteria - Its limits.
 * @param runs - Number of runs checked against the limits.
 * @returns One or two sentences.
 */
export function limitVerdict(criteria: readonly ReportCriterion[], runs: number): string {
  const broken = criteria.filter(({ state }) => state !== 'met').map(({ name }) => name)
  const kept =
    broken.length === 0
      ? `The ${criteria.length} limits of the comparison are kept in ${runs} runs.`
      : `Not kept in each of ${runs} runs: ${broken.join(', ')}.`
  return `${kept} No policy was named: the signer judges whether these limits are enough.`
}

function stateOf(limit: Limit, value: number | null, error: number): ReportCriterion['state'] {
  const state = limitState(limit, value, error)
  return state === 'kept' ? 'met' : state === 'too close' ? state : 'not met'
}

/** Returns the meaning of a value in words; undefined for a metric without such words. */
function noteOf({ metric }: Limit, value: number | null): string | undefined {
  return metric.high && value !== null ? metric.high.meaning.replaceAll('{value}', valueText(value, metric)) : undefined
}
