import type { CategoricalColumn } from '@sdc/core'
import { SdcError } from '@sdc/core'
import { finiteColumns } from './finite-columns.js'
import type { MaskInput } from '@sdc/core'

/** Indicator columns are arrays of their own: more than this many categories are groups, not a design. */
const MOST_INDICATORS = 500

/** The columns that a conditional method conditions on, as numbers. */
export interface GivenDesign {
  /** Numeric columns as they are; a categorical one as indicators of all its categories but the first. */
  readonly columns: readonly Float64Array[]
  /** A sentence for every categorical column: what it became. */
  readonly warnings: readonly string[]
}

/**
 * The `given` columns of a group as columns of a regression (without the constant).
 *
 * A category that no record here has makes no indicator; the first that occurs, in the order of the levels, is the
 * reference.
 *
 * @throws NOT_NUMERIC for a number too large for a variance, BAD_PLAN for more than 500 indicators in all
 */
export function givenDesign(input: Pick<MaskInput<unknown>, 'data' | 'origin' | 'given'>, method: string): GivenDesign {
  const columns: Float64Array[] = []
  const warnings: string[] = []
  for (const name of input.given) {
    const column = input.data.column(name)
    if (column.kind === 'numeric') {
      columns.push(...finiteColumns(input, [name], method))
      continue
    }
    const made = indicators(column, MOST_INDICATORS - columns.length)
    if (made === null) {
      const message = `column "${name}" would make more than ${MOST_INDICATORS} indicator columns to condition on`
      const advice = `Mask within its groups instead (--by ${name}), or recode it to fewer categories.`
      throw new SdcError('BAD_PLAN', message, { method, column: name }, advice)
    }
    warnings.push(
      `column "${name}" is conditioned on by ${made.length} indicator variables of its categories; --by ${name} masks within each category instead`,
    )
    columns.push(...made)
  }
  return { columns, warnings }
}

/** One column of 0 and 1 for every category that occurs but the first; null where that is more than `most`. */
function indicators({ codes, levels }: CategoricalColumn, most: number): Float64Array[] | null {
  const occurs = new Uint8Array(levels.length)
  for (const code of codes) if (code >= 0) occurs[code] = 1
  const used = [...occurs.keys()].filter((code) => occurs[code] === 1)
  if (used.length - 1 > most) return null
  return used.slice(1).map((level) => Float64Array.from(codes, (code) => (code === level ? 1 : 0)))
}
