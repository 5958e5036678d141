import { numericValues } from '@sdc/core'
import { paper000Records } from '@sdc/datasets'

/** The examples of rank swapping printed in the papers, for the tests. */

/** Muralidhar, Sarathy & Domingo-Ferrer 2014, Table 2, columns X and SWP Z, IDs 1 to 25; rank proximity 5. */
export const printedX: readonly number[] = [...numericValues(paper000Records, 'X')]
export const printedSwapped: readonly number[] = [...numericValues(paper000Records, 'SWP Z')]

/** Torra 2013, rank swapping, example I: four columns, each a permutation of 1…10, and their masked form; p = 2. */
export const slidesOriginal: readonly (readonly number[])[] = [
  [8, 6, 10, 7, 9, 2, 1, 4, 5, 3],
  [9, 7, 3, 1, 4, 2, 10, 8, 5, 6],
  [1, 10, 4, 2, 6, 8, 3, 7, 5, 9],
  [3, 2, 1, 6, 4, 8, 9, 10, 5, 7],
]
export const slidesSwapped: readonly (readonly number[])[] = [
  [10, 5, 8, 9, 7, 4, 3, 2, 6, 1],
  [10, 5, 4, 2, 3, 1, 9, 6, 7, 8],
  [3, 8, 2, 4, 5, 10, 1, 9, 6, 7],
  [5, 1, 2, 4, 6, 10, 7, 8, 3, 9],
]
