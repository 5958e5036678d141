import type { Registry, ValueBounds } from '@sdc/core'
import type { RunResult } from '../run/run.js'

/** What users of a file need to know of a column's numbers: what it says is true of a file that was reverse-mapped, too. */
export interface ReleasedNumbers {
  /** They are multiples of it. */
  readonly multiplesOf?: number
  /** They are within bounds that the holder knows; which, and how many were beyond, is not said. */
  readonly withinBounds?: true
  /** The moments that the method keeps by itself, and that rounding or bounds leave nearly so. */
  readonly notExact?: readonly string[]
}

/**
 * What a public manifest says of the numbers of a run: of columns with bounds, and of those whose averages were rounded.
 *
 * Steps on a masked file are left out: which there were is published with the parameters only.
 *
 * @param run - The run.
 * @param bounds - What the schema says of the numbers of columns.
 * @param registry - The methods of its steps.
 * @returns By column, in the order of the run's; empty where there is nothing to say.
 */
export function releasedNumbers(
  { rounded, kept, columns }: Pick<RunResult, 'rounded' | 'kept' | 'columns'>,
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
