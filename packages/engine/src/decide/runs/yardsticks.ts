import { takeColumn, withColumns, type Dataset, type Rng } from '@sdc/core'
import { randomPermutation } from '@sdc/stats'
import type { Measured } from '../../measure/measure.js'
import { numbersUpTo } from '../../bind/in-place.js'
import type { Ground, RunSample } from './ground.js'
import { measurePair } from './measure-pair.js'

/** Metric values of the unmasked original, and of data independent of it. */
export interface Yardsticks {
  /** Values of the unchanged original; null if the metric has none in such a file. */
  readonly original: ReadonlyMap<string, Measured>
  /** Values of a file whose columns are each in a random order. */
  readonly independent: ReadonlyMap<string, Measured>
  /** Tests whether the value of a metric depends on the masking of this side. */
  dependsOn(side: 'keys' | 'values', id: string): boolean
}

/**
 * Measures the original, and copies with the columns of one side or of both each in a random order. A metric that keeps its value
 * when the confidential columns are shuffled depends on the quasi-identifiers alone. Its value for a part of these is then known
 * before the part is paired.
 *
 * @param ground - The comparison.
 * @param sample - Its first run.
 * @returns The yardsticks.
 */
export async function yardsticks(ground: Ground, sample: RunSample): Promise<Yardsticks> {
  const { sides } = ground
  const values = [...sides.numbers, ...sides.categories]
  const measured = async (columns: readonly string[]): Promise<ReadonlyMap<string, Measured>> => {
    const data = shuffled(sample.original, columns, sample.rng.child('independent data'))
    const all = await measurePair(ground, sample, [{ data, origin: numbersUpTo(data.rows) }], ground.metrics)
    return new Map(all.map((one) => [one.metric.id, one]))
  }
  const original = await measured([])
  const independent = await measured([...sides.keys, ...values])
  const without = { keys: await measured(sides.keys), values: await measured(values) }
  const valueOf = (of: ReadonlyMap<string, Measured>, id: string): number | null =>
    of.get(id)?.measurement.value ?? null
  return {
    original,
    independent,
    dependsOn: (side, id) => valueOf(original, id) !== valueOf(without[side], id),
  }
}

function shuffled(original: Dataset, columns: readonly string[], rng: Rng): Dataset {
  return withColumns(
    original,
    new Map(
      columns.map((name) => [
        name,
        takeColumn(original.column(name), Int32Array.from(randomPermutation(original.rows, rng.child(name)))),
      ]),
    ),
  )
}
