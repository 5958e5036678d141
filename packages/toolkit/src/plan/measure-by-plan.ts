import { isMeasured, planOf, type MeasureFacts, type MeasureInput, type Measurement, type Metric } from '@sdc/core'
import { knownPairs } from '../pairs/correspondence.js'
import { cut, filesInMemory } from './files-in-memory.js'
import { readerInMemory, runInMemory } from './read-in-memory.js'
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
  const { original, masked, origin, columns, given, roles, params, rng, parts, tick } = input
  const pairs = knownPairs(origin)
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
  const { value, said } = runInMemory(planOf(metric.plan(facts)), reader, tick, records)
  if (!isMeasured(value)) return value.form === 'file' ? value.measure(input) : sampleInMemory(value, reader)
  if (!said || value.value === null) return value
  const byRow = new Float64Array(masked.rows).fill(Number.NaN)
  for (const [r, row] of pairs.masked.entries()) byRow[row] = records[r]
  return { ...value, records: byRow }
}
