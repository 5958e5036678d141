import { isMissing, SdcError, type CategoricalColumn, type Dataset } from '@sdc/core'
import type { ModelFormula } from './model-formula.js'

/** Explanatory column: a number, or categories with a coefficient each against the reference. */
export type ModelTerm =
  | { readonly name: string; readonly kind: 'number' }
  | { readonly name: string; readonly kind: 'category'; readonly reference: string; readonly levels: readonly string[] }

/** Model to fit to both files, defined by the original. */
export interface ModelPlan {
  readonly response: string
  /**
   * The two categories of a response: the one that counts as 1 and the one that counts as 0; undefined for a number.
   */
  readonly outcomes?: readonly [one: string, zero: string]
  readonly terms: readonly ModelTerm[]
  /** Names of the coefficients, the constant first. */
  readonly coefficients: readonly string[]
}

/** Largest number of coefficients: more take minutes for a large file, and are hard to compare. */
const MOST_COEFFICIENTS = 60

/**
 * Plans the model of a formula for both files: least squares if the response is a number, logistic regression if it has
 * two categories.
 *
 * The reference of a categorical column is the most frequent one of the original's complete records, of equally
 * frequent ones the first by name; each other one that occurs there has a coefficient.
 *
 * @param original - File that defines the model.
 * @param formula - Columns of the model.
 * @param metric - Metric with the formula, for errors.
 * @returns The plan, or the reason for its absence.
 * @throws BAD_PARAMETER for a response with more than two categories.
 */
export function modelPlan(original: Dataset, formula: ModelFormula, metric: string): ModelPlan | string {
  const { response, terms } = formula
  const rows = completeRecords(original, [response, ...terms])
  if (rows.length === 0) return 'no record of the original has all columns of the formula'
  const column = original.column(response)
  const outcomes = column.kind === 'categorical' ? occurring(column, rows) : undefined
  if (outcomes !== undefined && outcomes.length > 2) {
    const message = `formula: "${response}" has ${outcomes.length} categories; a response must be a number or have two`
    throw new SdcError('BAD_PARAMETER', message, { metric, parameter: 'formula', column: response })
  }
  if (outcomes?.length === 1) return `"${response}" is ${outcomes[0]} in all complete records of the original`
  const planned = terms.map((name): ModelTerm => {
    const of = original.column(name)
    if (of.kind === 'numeric') return { name, kind: 'number' }
    const [reference, ...others] = occurring(of, rows)
    return { name, kind: 'category', reference, levels: others }
  })
  const coefficients = [
    'constant',
    ...planned.flatMap((term) =>
      term.kind === 'number' ? [term.name] : term.levels.map((level) => `${term.name} = ${level}`),
    ),
  ]
  const single = planned.find((term) => term.kind === 'category' && term.levels.length === 0)
  if (single?.kind === 'category')
    return `"${single.name}" is ${single.reference} in all complete records of the original, so it explains nothing`
  if (coefficients.length > MOST_COEFFICIENTS) {
    const many = planned.filter((term) => term.kind === 'category').map(({ name }) => name)
    return (
      `the model has ${coefficients.length} coefficients; the limit is ${MOST_COEFFICIENTS}: recode ` +
      `${many.join(', ') || 'nothing'} to fewer categories, or name fewer columns`
    )
  }
  return {
    response,
    ...(outcomes && { outcomes: [outcomes[0], outcomes[1]] as const }),
    terms: planned,
    coefficients,
  }
}

/**
 * Returns the records with a value in all these columns, finite for numbers.
 *
 * @param file - The file.
 * @param names - Its columns.
 * @returns Rows, ascending.
 */
export function completeRecords(file: Dataset, names: readonly string[]): Int32Array {
  const columns = names.map((name) => file.column(name))
  const complete = (i: number): boolean =>
    columns.every((column) => !isMissing(column, i) && (column.kind !== 'numeric' || Number.isFinite(column.values[i])))
  return Int32Array.from({ length: file.rows }, (_, i) => i).filter(complete)
}

/** Returns the categories of these records, the most frequent first, equally frequent ones by name. */
function occurring({ codes, levels }: CategoricalColumn, rows: Int32Array): string[] {
  const counts = new Float64Array(levels.length)
  for (const i of rows) counts[codes[i]]++
  return [...counts.keys()]
    .filter((code) => counts[code] > 0)
    .sort((a, b) => counts[b] - counts[a] || (levels[a] < levels[b] ? -1 : 1))
    .map((code) => levels[code])
}
