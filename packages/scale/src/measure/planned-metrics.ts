/** The stages of metrics that are plans. */
import {
  isMeasured,
  option,
  planOf,
  type MeasureFacts,
  type Measurement,
  type Measuring,
  type SampleMeasuring,
} from '@sdc/core'
import { dropsOfPlans, planState, type PlanGroup, type PlanState } from '../plan/plan-state.js'
import { plansInParts, type PlanRun } from '../plan/plans-in-parts.js'
import { scopeOf, type MetricOnParts } from './metric-on-parts.js'
import { rowsOf } from './pair-files.js'
import { filesOfPlans } from './pairs-of-plans.js'
import { sampledInParts } from './sampled-in-parts.js'
import type { MetricEnd, StagePairContext } from './stage-pair-context.js'

/** Returns the end of a metric whose stages have ended. */
export type EndOf = (on: MetricOnParts) => Promise<MetricEnd>

/**
 * Runs the plans of metrics: all advance together, and then those that combine others.
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

/** No task: removes what nobody reads once all metrics are measured. */
function dropStage({ files }: PlanState): PlanGroup[number] {
  return {
    name: `${files.base}/drop`,
    tasks: () => Promise.resolve(0),
    drops: dropsOfPlans(files),
    run: () => Promise.resolve(new Float64Array(0)),
  }
}

async function* measuredTogether(
  state: PlanState,
  around: StagePairContext,
  ons: readonly MetricOnParts[],
  endOf: EndOf,
): AsyncGenerator<PlanGroup, void> {
  const runs: (PlanRun<Measuring> & { readonly on: MetricOnParts })[] = []
  for (const on of ons) {
    const facts = await factsOf(on, around, endOf)
    if (facts) runs.push({ on, scope: scopeOf(on), plan: planOf(on.bound.metric.plan(facts)) })
  }
  const ends = yield* plansInParts(state, runs)
  const samples = new Map<MetricOnParts, SampleMeasuring>()
  for (const [r, { on }] of runs.entries()) {
    const end = ends[r]
    if ('tooLarge' in end) around.ends.set(on, { needsWhole: tooLarge(end.tooLarge, around) })
    else if (isMeasured(end.value)) around.ends.set(on, { measurement: end.value })
    else if (end.value.form === 'sample') samples.set(on, end.value)
    else around.ends.set(on, { needsWhole: end.value.why ?? 'it needs all records at once' })
  }
  const measured = yield* sampledInParts(state, samples)
  for (const [on, measurement] of measured) around.ends.set(on, { measurement })
}

/** Facts for the plan of a metric; undefined if it has no value here. */
async function factsOf(
  on: MetricOnParts,
  around: StagePairContext,
  endOf: EndOf,
): Promise<MeasureFacts<unknown> | undefined> {
  const { metric, params } = on.bound
  const { columns } = await around.columnsOf(on)
  if (columns.length === 0 || metric.needs !== undefined) return undefined
  const parts = new Map<string, Measurement>()
  for (const [name, part] of on.combines) {
    const { measurement } = await endOf(part)
    if (measurement === undefined) return undefined
    parts.set(name, measurement)
  }
  const { given, roles, rng, heads } = around
  return { columns, given, roles, params, rng: rng.child(metric.id), parts, rows: await rowsOf(around), ...heads }
}

/** Reason of a metric whose table does not fit into the memory of a task. */
export function tooLarge(bytes: number, { taskBytes = Infinity }: Pick<StagePairContext, 'taskBytes'>): string {
  const [needed, there] = [Math.ceil(bytes / 1e6), Math.floor(taskBytes / 1e6)]
  return `it counts too many different records: their table takes more than ${needed} MB, but a task has ${there} MB (${option('memory')})`
}
