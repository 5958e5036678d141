import { SdcError, unknownColumn, type ErrorPlace } from '@sdc/core'
import { conditionOn, strictest, type Condition } from './problem/problem.js'

/** Maximum number of combinations of keys: each is a pass over the file, and there are 2^q of them. */
const MOST_CONDITIONS = 2000

/** One entry of the parameter `subsets`. */
export interface Subset {
  readonly columns?: readonly string[] | undefined
  readonly dimension?: number | undefined
  readonly k: number
}

/** Parameters that select the combinations of keys to be k-anonymous. */
export interface ConditionOptions {
  readonly k: number
  readonly dimension?: number | undefined
  readonly subsets?: readonly Subset[] | undefined
}

/**
 * Returns the combinations of keys in which every record must match k records: all keys; with `dimension` D every
 * combination of D of them; with `subsets` only those that it lists.
 *
 * @param names - The keys.
 * @param options - The parameters.
 * @param place - Method, for error messages.
 * @returns The conditions that do not follow from others.
 * @throws UNKNOWN_COLUMN for a subset with a column that is not a key. BAD_PARAMETER for a dimension above the number
 *   of keys, a repeated column in a subset, or too many combinations.
 */
export function conditionsOf(
  names: readonly string[],
  { k, dimension, subsets }: ConditionOptions,
  place: ErrorPlace,
): Condition[] {
  if (subsets === undefined) {
    const all = names.map((_, j) => j)
    return combinationsOf(all, dimension, { ...place, parameter: 'dimension' }).map((keys) => conditionOn(keys, k))
  }
  const at = { ...place, parameter: 'subsets' }
  if (dimension !== undefined) {
    const message = `dimension and subsets are both given to ${place.method}`
    throw new SdcError('BAD_PARAMETER', message, at, 'Give each of the subsets a dimension, or leave one of them out.')
  }
  return strictest(
    subsets.flatMap((subset) => {
      const columns = subset.columns ?? names
      for (const [i, column] of columns.entries()) {
        if (!names.includes(column)) throw unknownKey(column, names, at)
        if (columns.indexOf(column) === i) continue
        const message = `a subset of quasi-identifiers names column "${column}" twice`
        throw new SdcError('BAD_PARAMETER', message, { ...at, column }, 'Name it once.')
      }
      const keys = columns.map((column) => names.indexOf(column))
      return combinationsOf(keys, subset.dimension, at).map((some) => conditionOn(some, subset.k))
    }),
  )
}

/**
 * Returns the error of a parameter that names a column which is not a key.
 *
 * @param column - The named column.
 * @param names - The keys.
 * @param place - Parameter and method.
 * @returns UNKNOWN_COLUMN with the keys, and the closest one.
 */
export function unknownKey(column: string, names: readonly string[], place: ErrorPlace): SdcError {
  const { fix } = unknownColumn(column, names)
  const message = `${place.parameter} names column "${column}", which is not a quasi-identifier`
  return new SdcError('UNKNOWN_COLUMN', message, { ...place, column }, fix)
}

/** All combinations of a number of keys; all keys by default. */
function combinationsOf(keys: readonly number[], dimension: number | undefined, place: ErrorPlace): number[][] {
  if (dimension === undefined) return [[...keys]]
  if (dimension > keys.length) {
    const message = `the dimension ${dimension} is more than the ${keys.length} quasi-identifiers`
    throw new SdcError(
      'BAD_PARAMETER',
      message,
      place,
      `Give ${keys.length} or fewer, or leave it out for all quasi-identifiers.`,
    )
  }
  let found: number[][] = [[]]
  for (let size = 1; size <= dimension; size++) {
    found = found.flatMap((some) =>
      keys.map((_, at) => at).flatMap((at) => (some.length === 0 || at > some[some.length - 1] ? [[...some, at]] : [])),
    )
    if (found.length <= MOST_CONDITIONS) continue
    const message = `${keys.length} quasi-identifiers have more than ${MOST_CONDITIONS} combinations of ${dimension}`
    const fix = 'Use fewer quasi-identifiers, a smaller dimension, or list the combinations that matter as subsets.'
    throw new SdcError('BAD_PARAMETER', message, place, fix)
  }
  return found.map((some) => some.map((at) => keys[at]))
}
