import { errorFrom, SdcError, type Metric, type Registry } from '@sdc/core'
import { mean } from '@sdc/stats'
import { replicateInterval } from '@sdc/toolkit/internal'
import { failedJob, type Held, type Job, type JobOutcome } from '../jobs/job.js'
import { isBeyond, worstOf, type Beyond, type Limit } from '../limits/limits.js'
import type { Row, Summary } from './comparison.js'
import { worstRun } from './place.js'

/**
 * The table of a comparison, before anything of it is high, on the front or chosen.
 *
 * @param registry - Where the metrics are.
 * @param jobs - What was run.
 * @param outcomes - What came of it, in the same order.
 * @param required - The columns that have to be masked.
 * @param limits - What the worst run is held against.
 * @returns A row for every candidate.
 */
export function rowsOf(
  registry: Registry,
  jobs: readonly Job[],
  outcomes: readonly JobOutcome[],
  required: readonly string[],
  limits: readonly Limit[],
): Row[] {
  return jobs.flatMap((job, j) => {
    const { candidates } = outcomes[j] ?? failedJob(job, new SdcError('CANCELLED', 'it was not run').toJSON())
    return job.map((candidate, v): Row => {
      const { metrics, replicates, masked, masks, negatives, error } = candidates[v]
      const row: Row = {
        ...candidate,
        metrics: new Map([...metrics].map(([id, held]) => [id, summary(registry.get('metrics', id), held)] as const)),
        replicates,
        masks,
        unmasked: error ? [] : required.filter((name) => !masked.includes(name)),
        beyond: [],
        high: [],
        pareto: false,
        chosen: false,
        ...(negatives && { negatives }),
        ...(error ? { error: errorFrom(error) } : {}),
      }
      return error ? row : { ...row, beyond: limits.flatMap((limit) => beyondIn(row, limit)) }
    })
  })
}

/** The limit, where the row's worst run does not keep it. */
function beyondIn(row: Row, limit: Limit): Beyond[] {
  const value = worstRun(row, limit.metric, limit.atEnd)
  if (!isBeyond(limit, value)) return []
  return [{ limit, value, ...(value === null && { reason: row.metrics.get(limit.metric.id)?.reason }) }]
}

/**
 * What the runs of a candidate have of one metric.
 *
 * @param metric - The metric.
 * @param held - Its values.
 * @returns Their mean, range and interval; why there are none.
 */
export function summary(metric: Metric, { values, ofFiles = values, ends = ofFiles, reason }: Held): Summary {
  if (values.length === 0) return { mean: null, min: null, max: null, reason: reason ?? 'it was not measured' }
  const interval = replicateInterval(Float64Array.from(values), metric.range)
  const known = {
    mean: mean(Float64Array.from(values)),
    min: Math.min(...ofFiles),
    max: Math.max(...ofFiles),
    worstEnd: worstOf(metric, ends),
    ...(interval && { interval }),
  }
  return reason === undefined ? known : { ...known, reason: `not in every run: ${reason}` }
}
