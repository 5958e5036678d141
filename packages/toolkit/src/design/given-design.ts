import { option, SdcError, type CategoricalColumn, type MaskInput } from '@sdc/core'
import { finiteColumns } from '../columns/finite-columns.js'

/** Indicator columns are arrays of their own: more than this many categories are groups, not a design. */
const MOST_INDICATORS = 500

/** The columns that a conditional method conditions on, as numbers. */
export interface GivenDesign {
  /** Numeric columns unchanged; a categorical one as indicators of all its categories but the first. */
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
 * @param input - The records of the group, and the names of the given columns.
 * @param method - The method's id, for the message.
 * @returns The columns, and what became of the categories.
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
    const occurs = new Float64Array(column.levels.length)
    for (const code of column.codes) if (code >= 0) occurs[code] = 1
    const { levels, warning } = indicatorsIn(name, occurs, columns.length, method)
    warnings.push(warning)
    for (const level of levels) columns.push(indicator(column, level))
  }
  return { columns, warnings }
}

/**
 * Finds the indicators of a categorical column in a design: one for every category that occurs but the first.
 *
 * @param name - The column.
 * @param occurs - By level: number of records that have it, or true if any has it.
 * @param before - Number of columns before it in the design.
 * @param method - The method's id, for the message.
 * @returns The levels that have an indicator, and a sentence that says so.
 * @throws BAD_PLAN for more than 500 indicators in all.
 */
export function indicatorsIn(
  name: string,
  occurs: Float64Array,
  before: number,
  method: string,
): { readonly levels: readonly number[]; readonly warning: string } {
  const used = [...occurs.keys()].filter((code) => occurs[code] > 0)
  if (used.length - 1 > MOST_INDICATORS - before) {
    const message = `column "${name}" would need more than ${MOST_INDICATORS} indicator columns`
    const fix = `Mask within its groups instead (${option('by', name)}), or recode it to fewer categories.`
    throw new SdcError('BAD_PLAN', message, { method, column: name }, fix)
  }
  const levels = used.slice(1)
  const warning = `column "${name}" is represented by ${levels.length} indicator variables of its categories; ${option('by', name)} masks within each category instead`
  return { levels, warning }
}

/**
 * 1 where a record has the category, 0 elsewhere.
 *
 * @param column - The codes of n records.
 * @param level - The code of the category.
 * @returns n numbers.
 */
export function indicator({ codes }: Pick<CategoricalColumn, 'codes'>, level: number): Float64Array {
  const values = new Float64Array(codes.length)
  // Arrays of numbers are filled by loops: a function called for each takes many times as long.
  for (let i = 0; i < codes.length; i++) if (codes[i] === level) values[i] = 1
  return values
}
