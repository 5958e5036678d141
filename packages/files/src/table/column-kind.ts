import type { ColumnSchema } from '../csv/csv-file.js'
import type { ColumnDescription } from '../dictionary/dictionary.js'

/** Largest number of labelled values of a column of unknown measure that is read as categorical. */
const MOST_LABELLED = 50

/** Kind of a column of numbers. */
export interface ColumnKindFound {
  readonly isCategorical: boolean
  /** Reason if the file determines it by more than its numbers; for `inspect`. */
  readonly reason?: string | undefined
}

/**
 * Decides the kind of a column of numbers: by the schema; else numbers with a label for each value are categorical if
 * their measure is nominal, ordinal or unknown.
 *
 * @param values - The numbers; NaN if missing.
 * @param description - Description of the column in the file.
 * @param schema - Schema of the column.
 * @returns The kind, with its reason.
 */
export function kindOfNumbers(
  values: Float64Array,
  { labels, measure, time }: ColumnDescription,
  schema: ColumnSchema,
): ColumnKindFound {
  if (schema.kind === 'categorical' || schema.levels !== undefined || schema.taxonomy !== undefined)
    return { isCategorical: true }
  if (schema.kind !== undefined || time !== undefined) return { isCategorical: false }
  if (labels === undefined || !allLabelled(values, labels)) {
    const isNominal = measure === 'nominal' || measure === 'ordinal'
    if (isNominal) return { isCategorical: false, reason: `its measure is ${measure}, but not each value has a label` }
    return { isCategorical: false }
  }
  if (measure === 'scale') return { isCategorical: false, reason: 'each value has a label, but its measure is scale' }
  if (measure !== undefined)
    return { isCategorical: true, reason: `its measure is ${measure}, and each value has a label` }
  const few = labels.size <= MOST_LABELLED
  return { isCategorical: few, reason: few ? 'each value has a label' : 'it has labels for more than 50 values' }
}

function allLabelled(values: Float64Array, labels: ReadonlyMap<string, string>): boolean {
  const known = new Set([...labels.keys()].map(Number))
  let some = false
  for (const value of values) {
    if (value !== value) continue
    if (!known.has(value)) return false
    some = true
  }
  return some
}
