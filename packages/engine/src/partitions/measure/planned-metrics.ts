/** The stages of metrics that are plans. */
import {
  isMeasured,
  option,
  planOf,
  type Aggregate,
  type MeasureFacts,
  type Measurement,
  type Measuring,
  type SampleMeasuring,
} from '@sdc/core'
import { checkedMeasurement } from '../../measure/measure-metrics.js'
import { dropsOfPlans, planState, type PlanGroup, type PlanState } from '../passes/plan-state.js'
import { plansInParts, type PlanRun } from '../passes/plans-in-parts.js'
import { numbersOfBlocks } from './by-record.js'
import { scopeOf, type MetricOnParts } from './metric-on-parts.js'
import { rowsOf } from './pair-files.js'
import { filesOfPlans } from './pairs-of-plans.js'
import { sampledInParts } from './sampled-in-parts.js'
import type { MetricEnd, StagePairContext } from './stage-pair-context.js'
import { measuredWhole, type WholeMetric } from './whole-metrics.js'

/** Returns the end of a metric whose stages have ended. */
export type EndOf = (on: MetricOnParts) => Promise<MetricEnd>

/**
 * Measures metrics: all plans advance together, and then those that combine others.
 *
 * @param around - The files; it then has the ends of the metrics.
 * @param ons - The metrics.
 * @param endOf - Ends of their parts.
 * @yields Groups of stages.
 */
export async function* plannedMetrics(
  around: StagePairContext,
  ons: readonly MetricOnParts[],
  endOf: EndOf,
): AsyncGenerator<PlanGroup, void> {
  if (ons.length === 0) return
  const state = planState(await filesOfPlans(around))
  for (let left = ons; left.length > 0;) {
    const others = left.filter(({ combines }) => [...combines.values()].some((part) => left.includes(part)))
    const ready = left.filter((on) => !others.includes(on))
    yield* measuredTogether(state, around, ready, endOf)
    left = others
  }
  yield [dropStage(state)]
}

/** Stage without tasks: removes intermediate results once all metrics are measured. */
function dropStage({ files }: PlanState): PlanGroup[number] {
  return {
    name: `${files.base}/drop`,
    tasks: () => Promise.resolve(0),
    drops: dropsOfPlans(files),
    run: () => Promise.resolve(new Float64Array(0)),
  }
}

/** True for a table of records that gives numbers by record only if all of them are in memory. */
const countsRecords = ({ isTable, saysRecords }: Aggregate): boolean => isTable === true && saysRecords === true

async function* measuredTogether(
  state: PlanState,
  around: StagePairContext,
  ons: readonly MetricOnParts[],
  endOf: EndOf,
): AsyncGenerator<PlanGroup, void> {
  const { registry, byRecord } = around
  const whole: WholeMetric[] = []
  const lacking = new Set<MetricOnParts>()
  const runs: (PlanRun<Measuring> & Omit<WholeMetric, 'why'>)[] = []
  for (const on of ons) {
    const facts = await factsOf(on, around, endOf)
    if (facts === undefined) continue
    if (on.whole !== undefined) {
      whole.push({ on, facts, why: on.whole })
      continue
    }
    const fits = around.inMemory(on).why === undefined
    const leaves = (aggregate: Aggregate): boolean => {
      if (!byRecord || !countsRecords(aggregate)) return false
      if (!fits) lacking.add(on)
      return fits
    }
    runs.push({ on, facts, scope: scopeOf(on), plan: planOf(on.bound.metric.plan(facts)), byRecord, leaves })
  }
  const ends = yield* plansInParts(state, runs)
  const samples = new Map<MetricOnParts, SampleMeasuring>()
  const measuredAs = ({ bound: { metric } }: MetricOnParts, measurement: Measurement): Measurement =>
    checkedMeasurement(registry, metric, measurement)
  for (const [r, { on, facts, scope }] of runs.entries()) {
    const end = ends[r]
    if (!('value' in end)) whole.push({ on, facts, why: 'tooLarge' in end ? tooLarge(end.tooLarge, around) : '' })
    else if (isMeasured(end.value)) {
      const numbers = state.numbered.has(scope) && end.value.value !== null && !end.value.records
      around.ends.set(on, {
        measurement: measuredAs(on, end.value),
        byRecord: numbers ? () => numbersOfBlocks(around, state.files, scope) : undefined,
        lacksRecords: lacking.has(on),
      })
    } else if (end.value.form === 'sample') samples.set(on, end.value)
    else whole.push({ on, facts, why: end.value.why ?? 'it needs all records at once' })
  }
  for (const [on, { measurement, records }] of yield* sampledInParts(state, samples))
    around.ends.set(on, {
      measurement: measuredAs(on, measurement),
      byRecord: byRecord && records ? () => Promise.resolve({ records: records() }) : undefined,
    })
  yield* measuredWhole(around, whole)
}

/** Facts for the plan of a metric; undefined if it has no value here. */
async function factsOf(
  on: MetricOnParts,
  around: StagePairContext,
  endOf: EndOf,
): Promise<MeasureFacts<unknown> | undefined> {
  const { metric, params } = on.bound
  const { columns } = await around.columnsOf(on)
  if (columns.length === 0) return undefined
  const parts = new Map<string, Measurement>()
  for (const [name, part] of on.combines) {
    const { measurement } = await endOf(part)
    if (measurement === undefined) return undefined
    parts.set(name, measurement)
  }
  const { given, roles, rng, heads, population } = around
  const rows = await rowsOf(around)
  return { columns, given, roles, params, rng: rng.child(metric.id), parts, rows, ...heads, population }
}

/** Reason of a metric whose table does not fit into the memory of a task. */
function tooLarge(bytes: number, { taskBytes = Infinity }: Pick<StagePairContext, 'taskBytes'>): string {
  const [needed, there] = [Math.ceil(bytes / 1e6), Math.floor(taskBytes / 1e6)]
  return `it counts too many different records: their table takes more than ${needed} MB, but a task has ${there} MB (${option('memory')})`
}
