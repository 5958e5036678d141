import type { Totals } from '@sdc/core'
import type { DistanceMetric, UncertainPoint } from '@sdc/stats'
import { inRange } from '@sdc/stats/internal'
import { sideOf, type LinkageSearch, type LinkageTurn } from './linkage-search.js'
import type { PairLinkage } from './pair-linkage.js'

/** Records of one of the files, in coordinates. */
export interface Coordinates {
  readonly metric: DistanceMetric
  readonly keys: readonly Float64Array[]
  /** Sums of the terms' sizes, for coordinates that are sums. */
  readonly terms: readonly Float64Array[] | undefined
  /** Reference of the rounding of each coordinate in addition to its own size. */
  readonly slack: Float64Array | undefined
  /** See `PartialCandidates`, for each column. */
  readonly apart: Float64Array
}

/**
 * Returns the coordinates of records of the attacked file (`own`) or of the searched one, by the columns of the last
 * turn.
 */
export function coordinatesOf(
  { by, turns }: LinkageSearch,
  values: readonly Float64Array[],
  own: boolean,
): Coordinates {
  const none = values.map(() => new Float64Array(0))
  const isOriginal = own === (by.direction === 'original-to-masked')
  const [original, masked] = isOriginal ? [values, none] : [none, values]
  const space = turns[turns.length - 1].spaceOf({ original: { keys: original }, masked: { keys: masked } })
  const { metric = 'euclidean', sizes, apart = new Float64Array(0) } = space
  return {
    keys: sideOf(by, space, own),
    terms: sizes?.terms && sideOf(by, sizes.terms, own),
    metric,
    apart,
    slack: sizes?.slack,
  }
}

/** Positions of the numbers of a sampled record and of its right record, each in its own file; their values follow. */
export const OWN = 0

export const RIGHT = 1

const VALUES = 2

/**
 * Returns the width of a sampled record: its number and that of its right record, its values and those of the right
 * record.
 *
 * @param linkage - The columns, d of them.
 * @returns 2 + 2d.
 */
export function sampleWidth({ names }: Pick<PairLinkage, 'names'>): number {
  return VALUES + 2 * names.length
}

/** Returns the records of a sample (`own`), or their right ones, in coordinates. */
export function sampleCoordinates(search: LinkageSearch, sample: Totals, own: boolean): Coordinates {
  const width = sampleWidth(search)
  const from = own ? VALUES : VALUES + search.names.length
  const values = search.names.map((_, j) => strided(sample, width, from + j))
  return coordinatesOf(search, values, own)
}

/**
 * Reads the numbers of the records of a sample.
 *
 * @param search - Width of a record.
 * @param sample - The sample.
 * @param place - `OWN`, or `RIGHT` for those of the right records.
 * @returns The numbers.
 */
export function numbersIn(search: Pick<PairLinkage, 'names'>, sample: Totals, place: number): Int32Array {
  return new Int32Array(strided(sample, sampleWidth(search), place))
}

function strided(sample: Totals, width: number, from: number): Float64Array {
  const values = new Float64Array(sample.length / width)
  for (let r = 0; r < values.length; r++) values[r] = sample[r * width + from]
  return values
}

export type AskedRecord = Omit<UncertainPoint, 'ring'>

/** Returns the sizes of the values of each coordinate beyond their own, in the unit of the search. */
export const beyondOf = ({ unit }: LinkageTurn, { keys, slack }: Coordinates): Float64Array =>
  Float64Array.from(keys, (_, j) => unit * (slack?.[j] ?? 0))

/** Returns record r of a sample, as a point of the search. */
export function askedOf(
  { unit }: LinkageTurn,
  { keys, terms }: Coordinates,
  beyond: Float64Array,
  r: number,
): AskedRecord {
  const point = new Float64Array(keys.length)
  const size = new Float64Array(keys.length)
  for (let j = 0; j < keys.length; j++) {
    point[j] = inRange(keys[j][r], unit)
    size[j] = (terms ? inRange(terms[j][r], unit) : Math.abs(point[j])) + beyond[j]
  }
  return { point, size, beyond }
}

/** Returns row r of some columns, in the unit of the search. */
export function rowAt({ unit }: LinkageTurn, columns: readonly Float64Array[], r: number): Float64Array {
  const row = new Float64Array(columns.length)
  for (let j = 0; j < row.length; j++) row[j] = columns[j][r] * unit
  return row
}

export const rowOf = (keys: readonly Float64Array[], r: number): Float64Array =>
  Float64Array.from(keys, (key) => key[r])

export function firstOf({ by }: LinkageSearch, { keys }: LinkageTurn, all: Coordinates): Coordinates {
  if (by.growing === undefined) return all
  return { ...all, keys: all.keys.slice(0, keys), terms: all.terms?.slice(0, keys) }
}
