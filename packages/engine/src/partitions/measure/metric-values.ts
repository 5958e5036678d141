/** Values of metrics whose stages have ended. */
import type { Measurement } from '@sdc/core'
import type { Measured } from '../../measure/measure.js'
import { notGiven } from '../../measure/measure-metrics.js'
import type { MetricOnParts } from './metric-on-parts.js'
import type { MetricEnd, StagePairContext } from './stage-pair-context.js'

/** A value, or the reason why it needs both files in memory. */
export interface MeasuredInParts extends Measured {
  readonly needsWhole?: string
  /** True if numbers by record are requested, but need both files in memory. */
  readonly lacksRecords?: boolean
}

/** Returns the value of a metric, or the reason why it has none. */
export async function valueOf(around: StagePairContext, on: MetricOnParts): Promise<MeasuredInParts> {
  const { metric, params } = on.bound
  const { columns } = await around.columnsOf(on)
  const end = await endOf(around, on)
  const of = { metric, params, columns: isGiven(around, on) ? columns : [] }
  const { needsWhole } = end
  if (needsWhole === undefined) {
    const measurement = { ...end.measurement, ...(await end.byRecord?.()) }
    return { ...of, measurement, ...(end.lacksRecords === true && { lacksRecords: true }) }
  }
  return { ...of, measurement: without(`it needs both files whole: ${needsWhole}`), needsWhole }
}

const without = (reason: string): Measurement => ({ value: null, reason, used: 0 })

/** True unless a metric needs another file that is not given. */
const isGiven = ({ sources }: StagePairContext, { bound: { metric } }: MetricOnParts): boolean =>
  metric.needs === undefined || metric.needs === 'rules' || sources[metric.needs] !== undefined

/** Returns the end of a metric whose stages have ended. */
export async function endOf(around: StagePairContext, on: MetricOnParts): Promise<MetricEnd> {
  const { bound, combines } = on
  const { metric } = bound
  const { reason } = await around.columnsOf(on)
  if (reason !== undefined) return { measurement: without(reason) }
  if (metric.needs && metric.needs !== 'rules' && !isGiven(around, on))
    return { measurement: without(notGiven(metric.needs)) }
  for (const part of combines.values()) {
    const { needsWhole } = await endOf(around, part)
    if (needsWhole !== undefined) return { needsWhole: `it combines ${part.bound.metric.id}: ${needsWhole}` }
  }
  const end = around.ends.get(on)
  if (end === undefined) throw new Error(`${metric.id} has not ended`)
  return end
}
