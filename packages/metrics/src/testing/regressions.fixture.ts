import { referenceFile } from '@sdc/testing/reference'

interface RegressionCase {
  readonly id: string
  readonly output: Readonly<Record<string, readonly number[]>>
}

/**
 * Returns the results of R for a regression; `packages/testing/reference/scripts/regressions.R` has the models and
 * data.
 */
export function regressionOfR(id: string): Readonly<Record<string, readonly number[]>> {
  const { cases } = referenceFile<{ cases: readonly RegressionCase[] }>('regressions/regressions.json')
  const found = cases.find((one) => one.id === id)
  if (!found) throw new Error(`regressions.json has no case ${id}`)
  return found.output
}

/** Returns multiples of `base`, as the script rounds them. */
export function roundedTo(values: Float64Array, base: number): Float64Array {
  return values.map((value) => Math.floor(value / base + 0.5) * base)
}
