import {
  isMeasured,
  planOf,
  type MeasureFacts,
  type MeasureInput,
  type Measurement,
  type Measuring,
  type Metric,
  type Planned,
} from '@sdc/core'
import { knownPairs, type Correspondence } from '../pairs/correspondence.js'
import { cut, filesInMemory } from './files-in-memory.js'
import { readerInMemory, runInMemory, type ReaderInMemory } from './read-in-memory.js'
import { sampleInMemory } from './sample-in-memory.js'

/**
 * Measures two files in memory by the plan of a metric.
 *
 * @param metric - The metric.
 * @param input - The files.
 * @returns The measurement, with numbers by masked record if an aggregate writes them; a promise if the metric measures
 *   the whole files and returns one.
 */
export function measureByPlan<P>(
  metric: Pick<Metric<P>, 'plan'>,
  input: MeasureInput<P>,
): Measurement | Promise<Measurement> {
  const { value, reader } = runOnPairs((facts) => metric.plan(facts), input, knownPairs(input.origin))
  if (isMeasured(value)) return value
  return value.form === 'file' ? value.measure(input) : sampleInMemory(value, reader)
}

/**
 * Measures two files in memory by aggregates of other pairs of records than those of `origin`.
 *
 * @param plan - Requests the aggregates.
 * @param input - The files.
 * @param pairs - Records that belong together.
 * @returns The measurement, with numbers by masked record if an aggregate writes them.
 */
export function measurePairs<P>(
  plan: (facts: MeasureFacts<P>) => Planned<Measurement>,
  input: MeasureInput<P>,
  pairs: Correspondence,
): Measurement {
  return runOnPairs(plan, input, pairs).value
}

function runOnPairs<P, T extends Measuring<P>>(
  plan: (facts: MeasureFacts<P>) => Planned<T>,
  input: MeasureInput<P>,
  pairs: Correspondence,
): { readonly value: T; readonly reader: ReaderInMemory } {
  const { original, masked, columns, given, roles, params, rng, parts, tick } = input
  const facts: MeasureFacts<P> = {
    columns,
    given,
    roles,
    params,
    rng,
    parts,
    rows: { original: original.rows, masked: masked.rows, pairs: pairs.masked.length },
    original: cut(original, 0, 0),
    masked: cut(masked, 0, 0),
  }
  const reader = readerInMemory(filesInMemory(original, masked, pairs))
  const records = new Float64Array(pairs.masked.length).fill(Number.NaN)
  const { value, said } = runInMemory(planOf(plan(facts)), reader, tick, records)
  if (!said || !isMeasured(value) || value.value === null) return { value, reader }
  const byRow = new Float64Array(masked.rows).fill(Number.NaN)
  for (const [r, row] of pairs.masked.entries()) byRow[row] = records[r]
  return { value: { ...value, records: byRow }, reader }
}
