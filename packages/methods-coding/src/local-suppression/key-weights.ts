import { SdcError, type ErrorPlace } from '@sdc/core'
import { unknownKey } from './conditions-of.js'

/** Parameters of the importance of keys. */
export interface ImportanceOptions {
  readonly importance?: Readonly<Record<string, number>> | undefined
  readonly importanceOrder?: readonly string[] | undefined
}

/**
 * Returns the cost of a suppressed cell of each key.
 *
 * `importance` gives the weights themselves, 1 by default. `importanceOrder` names keys, the most important first: the
 * least important of q keys weighs 1, each key before it 1/q² more. So a record loses as few keys as possible, and
 * among equally many the less important ones. Keys that the order does not name are least important, with equal
 * weights.
 *
 * @param names - The keys.
 * @param options - The parameters.
 * @param place - Method, for error messages.
 * @returns One positive number a key.
 * @throws UNKNOWN_COLUMN for a column that is not a key; BAD_PARAMETER for a repeated column, or if both are given.
 */
export function keyWeights(
  names: readonly string[],
  { importance, importanceOrder }: ImportanceOptions,
  place: ErrorPlace,
): Float64Array {
  if (importance !== undefined && importanceOrder !== undefined) {
    const message = `importance and importanceOrder are both given to ${place.method}`
    throw new SdcError('BAD_PARAMETER', message, { ...place, parameter: 'importance' }, 'Leave one of them out.')
  }
  if (importanceOrder !== undefined) {
    const at = { ...place, parameter: 'importanceOrder' }
    for (const [i, column] of importanceOrder.entries()) {
      if (!names.includes(column)) throw unknownKey(column, names, at)
      if (importanceOrder.indexOf(column) === i) continue
      const message = `importanceOrder names column "${column}" twice`
      throw new SdcError('BAD_PARAMETER', message, { ...at, column }, 'Name it once.')
    }
    const q = names.length
    const rankOf = (name: string): number => {
      const rank = importanceOrder.indexOf(name)
      return rank < 0 ? Math.min(importanceOrder.length, q - 1) : rank
    }
    return Float64Array.from(names, (name) => 1 + (q - 1 - rankOf(name)) / (q * q))
  }
  const given = new Map(Object.entries(importance ?? {}))
  for (const column of given.keys())
    if (!names.includes(column)) throw unknownKey(column, names, { ...place, parameter: 'importance' })
  return Float64Array.from(names, (name) => given.get(name) ?? 1)
}
