import {
  createRegistry,
  dataset,
  numeric,
  numericValues,
  seededRng,
  type Dataset,
  type Registry,
  type Rng,
} from '@sdc/core'
import standard from '../index.js'
import type { FileState } from '@sdc/engine'
import { parseStep, type Precision } from '@sdc/engine'
import { replicateRng, runSteps } from '@sdc/engine'

export const registry: Registry = createRegistry().use(standard).freeze()

/** Skewed, correlated amounts in cents, like those of a census file: income, tax and wealth of n people. */
export function people(n: number): Dataset {
  const rng = seededRng('people')
  const rows = Array.from({ length: n }, () => {
    const level = rng.normal()
    return [9.5 + level / 2, 7 + level / 2 + rng.normal() / 3, 10 + level / 3 + rng.normal() / 2].map(
      (log) => Math.round(100 * Math.exp(log)) / 100,
    )
  })
  return dataset(['income', 'tax', 'wealth'].map((name, j) => [name, numeric(rows.map((row) => row[j]))]))
}

/** Result of `sdc mask` for a file, with this root of the random numbers. */
export async function maskedBy(
  original: Dataset,
  uses: readonly { use: string; params?: object; precision?: Precision }[],
  root: Rng,
): Promise<FileState> {
  const steps = uses.map((step, at) => parseStep({ ...step, ...(at === 0 ? { columns: 'all' } : {}) }))
  const run = await runSteps({ registry, original, steps, rng: replicateRng(root) })
  return run.files[0]
}

export function noiseOf(original: Dataset, masked: Dataset, name: string): Float64Array {
  const x = numericValues(original, name)
  return numericValues(masked, name).map((value, i) => value - x[i])
}
