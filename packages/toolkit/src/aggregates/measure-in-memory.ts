import type { Measurement, MeasureInput } from '@sdc/core'
import type { Correspondence } from '../pairs/correspondence.js'
import { tooFewPairs, withoutOrigin } from '../measurement/measurement.js'
import { filesInMemory } from '../plan/files-in-memory.js'
import { readerInMemory, runInMemory } from '../plan/read-in-memory.js'
import type { MeasuredByAggregates, ReadFiles } from './aggregate.js'

/**
 * Measures two files that are in memory.
 *
 * @param input - What the metric is handed.
 * @param read - How it measures.
 * @param pairs - Which records belong together, where it compares records.
 * @param linked - Whether these are the records that came from each other.
 * @returns The measurement, with numbers by masked record where a reading says them.
 */
export function measureInMemory<P>(
  input: MeasureInput<P>,
  read: MeasuredByAggregates<P>,
  pairs?: Correspondence,
  linked = true,
): Measurement {
  const { original, masked, columns, given, roles, params, rng, origin, parts } = input
  const count = pairs?.masked.length ?? 0
  const files: ReadFiles<P> = {
    original,
    masked,
    columns,
    given,
    roles,
    params,
    rng,
    parts,
    rows: { original: original.rows, masked: masked.rows, pairs: count },
    unlinked: withoutOrigin(origin),
    tooFew: tooFewPairs(count, origin, linked),
  }
  const records = new Float64Array(count).fill(Number.NaN)
  const held = filesInMemory(original, masked, pairs)
  const { value, said } = runInMemory(read(files), readerInMemory(held), input.tick, records)
  if (!said || value.value === null || !pairs) return value
  const byRow = new Float64Array(masked.rows).fill(Number.NaN)
  pairs.masked.forEach((row, r) => (byRow[row] = records[r]))
  return { ...value, records: byRow }
}
