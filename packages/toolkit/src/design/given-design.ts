import { option, SdcError, type CategoricalColumn, type MaskInput } from '@sdc/core'
import { finiteColumns } from '../columns/finite-columns.js'

/** Maximum number of indicators. Each is an array of its own; more categories should be groups, not a design. */
const MOST_INDICATORS = 500

/** Numeric form of the columns that a conditional method conditions on. */
export interface GivenDesign {
  /** Numeric columns unchanged; a categorical one as indicators of all its categories except the first. */
  readonly columns: readonly Float64Array[]
  /** A message for every categorical column, which names its indicators. */
  readonly warnings: readonly string[]
}

/**
 * Returns the `given` columns of a group as columns of a regression (without the constant).
 *
 * A category without a record in the group has no indicator; the first that occurs, in the order of the levels, is the
 * reference.
 *
 * @param input - The records of the group, and the names of the given columns.
 * @param method - The method's id, for the message.
 * @returns The columns, and messages about the categories.
 * @throws NOT_NUMERIC for a number too large for a variance, BAD_PLAN for more than 500 indicators in all.
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
 * Finds the indicators of a categorical column in a design: one for every category that occurs except the first.
 *
 * @param name - The column.
 * @param occurs - By level: number of records that have it, or true if any has it.
 * @param before - Number of columns before it in the design.
 * @param method - The method's id, for the message.
 * @returns The levels that have an indicator, and a message that names them.
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
 * Returns 1 for records that have the category, 0 for others.
 *
 * @param column - The codes of n records.
 * @param level - The code of the category.
 * @returns n numbers.
 */
export function indicator({ codes }: Pick<CategoricalColumn, 'codes'>, level: number): Float64Array {
  const values = new Float64Array(codes.length)
  // A loop is many times as fast as a function that is called for each number.
  for (let i = 0; i < codes.length; i++) if (codes[i] === level) values[i] = 1
  return values
}
