import type { Registry, ValueBounds } from '@sdc/core'
import type { RunFacts } from '../run/outcomes/run-facts.js'

/** Facts about a column's numbers that users of a file need; they hold for a reverse-mapped file too. */
export interface ReleasedNumbers {
  /** Step of the numbers: all are multiples of it. */
  readonly multiplesOf?: number
  /**
   * True for numbers within bounds that the holder knows. The bounds, and the number of values beyond them, are not
   * published.
   */
  readonly withinBounds?: true
  /** Moments that the method keeps by itself, and that rounding or bounds keep only nearly. */
  readonly notExact?: readonly string[]
}

/**
 * Returns the public facts about the numbers of a run: for columns with bounds, and for those with rounded averages.
 *
 * Steps on a masked file are left out: their number is published with the parameters only.
 *
 * @param run - The run.
 * @param bounds - Bounds of numeric columns from the schema.
 * @param registry - The methods of its steps.
 * @returns By column, in the order of the run's; empty if there are none.
 */
export function releasedNumbers(
  { rounded, kept, columns }: Pick<RunFacts, 'rounded' | 'kept' | 'columns'>,
  bounds: ReadonlyMap<string, ValueBounds>,
  registry: Registry,
): ReadonlyMap<string, ReleasedNumbers> {
  const isNamed = ({ step }: { readonly step: string }): boolean => !registry.get('methods', step).traits.postMasking
  const found = new Map<string, ReleasedNumbers>()
  for (const name of columns) {
    const own = rounded.filter((one) => one.column === name && isNamed(one))
    const beyond = kept.filter((one) => one.column === name && isNamed(one))
    const lost = [...new Set([...own, ...beyond].flatMap(({ nearly = [] }) => nearly))]
    const step = own.at(-1)
    if (lost.length === 0 && !bounds.has(name)) continue
    found.set(name, {
      ...(step && !step.fine && { multiplesOf: step.to }),
      ...(bounds.has(name) && { withinBounds: true }),
      ...(lost.length > 0 && { notExact: lost }),
    })
  }
  return found
}
