import {
  isMeasured,
  planOf,
  type ColumnAsRead,
  type MeasureFacts,
  type Measuring,
  type Metric,
  type Plan,
  type Rng,
  type SampleMeasuring,
  type Side,
} from '@sdc/core'
import { EndsWithFile } from './outcome.js'
import { copyOf, replayedPlan } from './replayed-plan.js'

/**
 * Runs the metric as workers do: plans are replayed; a sample is drawn block by block, and searched in two sets of
 * blocks.
 *
 * @param metric - The metric.
 * @param fresh - Creates new random numbers equal to those of the facts.
 * @param known - Facts about the unmasked columns of the file that is read.
 * @returns Runs in memory; throws EndsWithFile if its plan ends with the file.
 */
export function replayedMetric(
  metric: Metric,
  fresh: () => Rng,
  known: (name: string, side: Side) => ColumnAsRead | undefined,
): Pick<Metric, 'plan'> {
  return {
    *plan(facts: MeasureFacts<unknown>): Plan<Measuring> {
      const begin = (): Plan<Measuring> =>
        planOf(metric.plan({ ...facts, params: structuredClone(facts.params), rng: fresh() }))
      const end = yield* replayedPlan(
        begin,
        ({ reads }) =>
          (name) =>
            known(name, reads),
      )
      const measuring = end()
      if (isMeasured(measuring)) return measuring
      if (measuring.form === 'file') throw new EndsWithFile(measuring.why)
      return sample(measuring, end as () => SampleMeasuring)
    },
  }
}

function sample(measuring: SampleMeasuring, replayed: () => SampleMeasuring): SampleMeasuring {
  return {
    ...measuring,
    draw: (block, share) => replayed().draw(copyOf(block), share).slice(),
    search(blocks) {
      const half = Math.ceil(blocks.length / 2)
      const [some, others] = [blocks.slice(0, half), blocks.slice(half)].map((own) =>
        replayed().search(own.map(copyOf)),
      )
      if (blocks.length < 2) return some
      return (drawn) => replayed().nearer(others(drawn.slice()), some(drawn.slice()))
    },
  }
}
