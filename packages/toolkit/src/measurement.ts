import { categorical, dataset, numeric, type Column, type Dataset, type Measurement } from '@sdc/core'

/** A value that cannot be computed, and why. */
export function unmeasured(reason: string, used = 0, tables?: ReadonlyMap<string, Dataset>): Measurement {
  return { value: null, reason, used, ...(tables ? { tables } : {}) }
}

export const unknownOrigin =
  'it is not known which original record any masked record came from: match the files by a column they share (--key) ' +
  'or by the private file of the run (--origin)'

/**
 * Why there is nothing to compare, in the words of someone who has two files; undefined where two pairs or more are
 * left.
 */
export function tooFewPairs(pairs: number, origin: Int32Array, needsOrigin: boolean): string | undefined {
  if (pairs >= 2) return undefined
  if (needsOrigin && origin.length > 0 && origin.every((i) => i < 0)) {
    return unknownOrigin
  }
  return `${pairs} of ${origin.length} masked records can be compared with an original one, and 2 are needed`
}

/** A table whose first column names its rows. NaN is a missing number, null a missing text. */
export function table(columns: Readonly<Record<string, readonly (string | null)[] | Float64Array>>): Dataset {
  return dataset(
    Object.entries(columns).map(([name, values]): [string, Column] =>
      values instanceof Float64Array ? [name, numeric(values)] : [name, categorical(values)],
    ),
  )
}

/** Numbers beside the value: a table `what`, `value`. NaN is a missing number. */
export function figures(values: Readonly<Record<string, number>>): Dataset {
  return table({ what: Object.keys(values), value: Float64Array.from(Object.values(values)) })
}

/** What a metric did not use, counted: a table `what`, `count`. */
export function leftOut(counts: Readonly<Record<string, number>>): Dataset {
  return table({ what: Object.keys(counts), count: Float64Array.from(Object.values(counts)) })
}

/** How many records have no known origin. */
export function withoutOrigin(origin: Int32Array): number {
  let count = 0
  for (const i of origin) if (i < 0) count++
  return count
}
