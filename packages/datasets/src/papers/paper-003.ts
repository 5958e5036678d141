import { dataset, numeric, type Dataset } from '@sdc/core'

/** The columns of the table below, in its order. */
// oxfmt-ignore
const names = ['a1', 'a2', 'a3', 'a4', 'masked a1', 'masked a2', 'masked a3', 'masked a4'] as const

export type Paper003Column = (typeof names)[number]

/** Example I as printed: the original file and the protected one. */
// oxfmt-ignore
const printed: readonly (readonly number[])[] = [
  [ 8,  9,  1,  3, 10, 10,  3,  5],
  [ 6,  7, 10,  2,  5,  5,  8,  1],
  [10,  3,  4,  1,  8,  4,  2,  2],
  [ 7,  1,  2,  6,  9,  2,  4,  4],
  [ 9,  4,  6,  4,  7,  3,  5,  6],
  [ 2,  2,  8,  8,  4,  1, 10, 10],
  [ 1, 10,  3,  9,  3,  9,  1,  7],
  [ 4,  8,  7, 10,  2,  6,  9,  8],
  [ 5,  5,  5,  5,  6,  7,  6,  3],
  [ 3,  6,  9,  7,  1,  8,  7,  9],
]

/**
 * Rank swapping, example I of Torra (2013): ten records of four columns, each a permutation of 1 … 10. In the second
 * file every column is swapped independently, and values move by at most two positions.
 */
export const paper003RankSwapping: Dataset = dataset(
  names.map((name, j) => [name, numeric(printed.map((record) => record[j]))] as const),
)

export interface Paper003Linkage {
  /** The window p of the swapping, in positions. */
  readonly window: number
  /** Examples III to V: masked records that may belong to the second original record, by each of a1 … a4. */
  readonly candidatesOfRecord2: readonly (readonly (readonly number[])[])[]
  /** Example V: the only masked record that is in all four sets. */
  readonly linkOfRecord2: readonly number[]
  /**
   * Number of records linked correctly by the first 1 … 4 columns, examples II and VI: by distance, and by the
   * candidates.
   */
  readonly distanceLinked: readonly number[]
  readonly candidatesLinked: readonly number[]
}

/**
 * Printed results for those records. The last of `candidatesLinked` is misprinted. In the data 7 records have one
 * candidate by all four columns, all linked correctly, and none of the other three is nearest to its own.
 */
export const paper003Linkage: Paper003Linkage = {
  window: 2,
  // oxfmt-ignore
  candidatesOfRecord2: [
    [[4, 1, 10, 10], [5, 5, 8, 1], [6, 7, 6, 3], [7, 3, 5, 6], [8, 4, 2, 2]],
    [[5, 5, 8, 1], [2, 6, 9, 8], [6, 7, 6, 3], [1, 8, 7, 9], [3, 9, 1, 7]],
    [[5, 5, 8, 1], [2, 6, 9, 8], [4, 1, 10, 10]],
    [[5, 5, 8, 1], [8, 4, 2, 2], [6, 7, 6, 3], [9, 2, 4, 4]],
  ],
  linkOfRecord2: [5, 5, 8, 1],
  distanceLinked: [0, 2, 4, 1],
  candidatesLinked: [0, 2, 7, 8],
}
