/** Stages of metrics that need all records at once: a task reads the files whole, if they fit. */
import type { MeasureFacts, MeasureInput } from '@sdc/core'
import { measureInput } from '../../measure/measure-metrics.js'
import type { PlanGroup } from '../passes/plan-state.js'
import { getJson, putJson } from '../tasks/store.js'
import { readWhole, storedSource } from './files-in-memory.js'
import { scopeOf, type MetricOnParts } from './metric-on-parts.js'
import { originOfAll } from './pair-files.js'
import type { MetricEnd, StagePairContext } from './stage-pair-context.js'
import { getByRecord, keptMeasurement, measurementOf, putByRecord, type KeptMeasurement } from './stored-measurement.js'

/** A metric that needs all records at once, and the reason. */
export interface WholeMetric {
  readonly on: MetricOnParts
  readonly facts: MeasureFacts<unknown>
  readonly why: string
}

const storedName = (on: MetricOnParts): string => `${scopeOf(on)}/whole`

/**
 * Measures metrics of files that a task reads whole.
 *
 * @param around - The files; it then has the ends of the metrics.
 * @param metrics - The metrics.
 * @yields The stages, with one task per metric.
 */
export async function* measuredWhole(
  around: StagePairContext,
  metrics: readonly WholeMetric[],
): AsyncGenerator<PlanGroup, void> {
  const fitting = metrics.filter(({ on }) => around.inMemory(on).why === undefined)
  if (fitting.length > 0) yield fitting.map((one) => wholeStage(around, one))
  for (const { on, why } of metrics) {
    const unread = around.inMemory(on).why
    around.ends.set(on, unread === undefined ? await wholeEnd(around, on) : { needsWhole: `${why}; ${unread}` })
  }
}

function wholeStage(around: StagePairContext, { on, facts }: WholeMetric): PlanGroup[number] {
  const { registry, store, sources, byRecord } = around
  const { metric } = on.bound
  const { columns: names } = around.inMemory(on)
  return {
    name: `${storedName(on)}/measure`,
    tasks: () => Promise.resolve(1),
    async run() {
      const original = await readWhole(storedSource(around.original), names.original)
      const masked = await readWhole(storedSource(around.masked), names.masked)
      const { columns, given, roles, params, rng, parts } = facts
      const work = { original, columns, given, roles, params, tick: () => {} }
      const input: MeasureInput<unknown> = {
        ...work,
        masked,
        origin: await originOfAll(around),
        rng,
        parts,
        prepared: metric.prepare?.(work),
        population: sources.population && (await readWhole(sources.population, names.population)),
        control: sources.control && (await readWhole(sources.control, names.control)),
      }
      const measurement = await measureInput(registry, metric, input)
      await putJson(store, `${storedName(on)}/measured`, keptMeasurement(measurement))
      if (byRecord) await putByRecord(store, `${storedName(on)}/by-record`, measurement)
      return new Float64Array(0)
    },
  }
}

async function wholeEnd({ store, byRecord }: StagePairContext, on: MetricOnParts): Promise<MetricEnd> {
  return {
    measurement: measurementOf((await getJson(store, `${storedName(on)}/measured`)) as KeptMeasurement),
    byRecord: byRecord ? () => getByRecord(store, `${storedName(on)}/by-record`) : undefined,
  }
}
