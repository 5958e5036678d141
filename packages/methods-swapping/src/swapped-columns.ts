import {
  numeric,
  numericValues,
  SdcError,
  type ByRanks,
  type Column,
  type MaskInput,
  type MaskResult,
  type Rng,
} from '@sdc/core'
import { countValues, randomSortOrder } from '@sdc/stats'
import { partnerWalk } from './partner-walk.js'

/** Partner of every rank (from 0) of a column with `count` values: an involution. */
export type Pairing = (count: number, rng: Rng, column: string) => Int32Array

/**
 * Record that every record gets its value from, by a pairing of the ranks; itself if it keeps its own value or has
 * none.
 *
 * Equal values are in random order, drawn from `rng.child('ties')`; the pairing draws from `rng.child('partners')`.
 */
export function swapRanks(values: Float64Array, rng: Rng, pair: (count: number, rng: Rng) => Int32Array): Int32Array {
  const order = randomSortOrder(values, rng.child('ties'))
  const partners = pair(order.length, rng.child('partners'))
  const from = new Int32Array(values.length)
  for (let i = 0; i < from.length; i++) from[i] = i
  for (let at = 0; at < order.length; at++) from[order[at]] = order[partners[at]]
  return from
}

/** Columns swapped independently; missing values stay in place. The report counts the unchanged values. */
export function swappedColumns({ data, columns: names, rng, tick }: MaskInput<unknown>, pair: Pairing): MaskResult {
  const columns = new Map<string, Column>()
  const report = new Map<string, number>()
  const warnings: string[] = []
  names.forEach((name, j) => {
    tick(j / names.length)
    const column = data.column(name)
    const values = rankedValues(column, name, data)
    const present = countValues(values)
    // A group in which nobody has a value has nothing to swap.
    const from = present === 0 ? undefined : swapRanks(values, rng.child(name), (count, own) => pair(count, own, name))
    const masked = from ? taken(values, from) : values
    columns.set(name, column.kind === 'numeric' ? numeric(masked) : { ...column, codes: codesOf(masked) })
    report.set(`unchanged values of ${name}`, countEqual(values, masked))
    warnings.push(...missingSentence(name, values.length - present))
  })
  return { files: [{ columns }], report, warnings }
}

/**
 * Pairing of ranks out of core: it depends on no value, so one walk through the ranks exchanges them.
 *
 * @param pair - The partner of each of so many ranks (from 0), an involution; throws if the column is refused.
 * @returns The shape, with the partners of all ranks of a column.
 */
export function pairedInRanks<P>(pair: (params: P, count: number, rng: Rng, column: string) => Int32Array): ByRanks<P> {
  return {
    shape: 'ranks',
    ties: () => 'random',
    window: ({ count }) => count,
    walk: ({ params, count, column, rng }) =>
      partnerWalk(pair(params, count, rng.child(column).child('partners'), column)),
    words: ({ column, missing }) => ({ warnings: missingSentence(column, missing) }),
  }
}

/**
 * Message about missing values of a column.
 *
 * @param name - The column.
 * @param missing - Number of its missing values.
 * @returns One message; none without missing values.
 */
export function missingSentence(name: string, missing: number): string[] {
  return missing > 0 ? [`column "${name}": ${missing} missing values stay missing`] : []
}

/** What the records are ranked by: their numbers, or the places of their categories in the order of the levels. */
function rankedValues(column: Column, name: string, data: MaskInput<unknown>['data']): Float64Array {
  if (column.kind === 'numeric' || !column.ordered) return numericValues(data, name)
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
}

function codesOf(places: Float64Array): Int32Array {
  return Int32Array.from(places, (place) => (Number.isNaN(place) ? -1 : place))
}

/** Values in the order of `from`: result[i] = values[from[i]]. */
export function taken(values: Float64Array, from: Int32Array): Float64Array {
  const masked = new Float64Array(values.length)
  for (let i = 0; i < masked.length; i++) masked[i] = values[from[i]]
  return masked
}

/**
 * Refuses a column with one value.
 *
 * @throws TOO_FEW_RECORDS for a column with one value: a swap needs two
 */
export function refuseSingle(method: string, count: number, column: string): void {
  if (count >= 2) return
  const message = `column "${column}" has one value here; a swap needs two`
  throw new SdcError('TOO_FEW_RECORDS', message, { method, column }, 'Leave the column out, or mask larger groups.')
}

function countEqual(a: Float64Array, b: Float64Array): number {
  let count = 0
  for (let i = 0; i < a.length; i++) if (a[i] === b[i]) count++
  return count
}
