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
import { cut, filesInMemory, type FilesInMemory } from './files-in-memory.js'
import { keptResults, type KeptResults, type SharedResults } from './kept-results.js'
import { readerInMemory, runInMemory, type ReaderInMemory } from './read-in-memory.js'
import { sampleInMemory } from './sample-in-memory.js'

/** Two files that several metrics measure: what has a key is computed once. */
export interface SharedFiles {
  readonly pairs: Correspondence
  readonly files: FilesInMemory
  readonly results: SharedResults
}

/**
 * Prepares two files for several metrics.
 *
 * @param input - The files.
 * @param original - Results of the original that other masked files share.
 * @returns The files.
 */
export function sharedFiles(
  input: Pick<MeasureInput<unknown>, 'original' | 'masked' | 'origin'>,
  original: KeptResults = keptResults(),
): SharedFiles {
  const pairs = knownPairs(input.origin)
  const files = filesInMemory(input.original, input.masked, pairs)
  return { pairs, files, results: { original, masked: keptResults(), pairs: keptResults() } }
}

/**
 * Measures two files in memory by the plan of a metric.
 *
 * @param metric - The metric.
 * @param input - The files.
 * @param shared - The same files, if other metrics measure them.
 * @returns The measurement, with numbers by masked record if an aggregate writes them; a promise if the metric measures
 *   the whole files and returns one.
 */
export function measureByPlan<P>(
  metric: Pick<Metric<P>, 'plan'>,
  input: MeasureInput<P>,
  shared?: SharedFiles,
): Measurement | Promise<Measurement> {
  const plan = (facts: MeasureFacts<P>): Planned<Measuring<P>> => metric.plan(facts)
  const { value, reader } = runOnPairs(plan, input, shared ?? filesOf(input, knownPairs(input.origin)))
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
  return runOnPairs(plan, input, filesOf(input, pairs)).value
}

type Files = Omit<SharedFiles, 'results'> & Partial<SharedFiles>

function filesOf(
  { original, masked }: Pick<MeasureInput<unknown>, 'original' | 'masked'>,
  pairs: Correspondence,
): Files {
  return { pairs, files: filesInMemory(original, masked, pairs) }
}

function runOnPairs<P, T extends Measuring<P>>(
  plan: (facts: MeasureFacts<P>) => Planned<T>,
  input: MeasureInput<P>,
  { pairs, files, results }: Files,
): { readonly value: T; readonly reader: ReaderInMemory } {
  const { original, masked, columns, given, roles, params, rng, parts, population, tick } = input
  const facts: MeasureFacts<P> = {
    columns,
    given,
    roles,
    params,
    rng,
    parts,
    population,
    rows: { original: original.rows, masked: masked.rows, pairs: pairs.masked.length },
    original: cut(original, 0, 0),
    masked: cut(masked, 0, 0),
  }
  const reader = readerInMemory(files, results)
  const records = new Float64Array(pairs.masked.length).fill(Number.NaN)
  const { value, said } = runInMemory(planOf(plan(facts)), reader, tick, records)
  if (!said || !isMeasured(value) || value.value === null || value.records) return { value, reader }
  const byRow = new Float64Array(masked.rows).fill(Number.NaN)
  for (const [r, row] of pairs.masked.entries()) byRow[row] = records[r]
  return { value: { ...value, records: byRow }, reader }
}
