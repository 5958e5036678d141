/** Sort keys of the records of a block: numbers, with ties for equal ones. */
import { blockStream, type BlockRange, type Column, type Rng } from '@sdc/core'
import { placesOf } from './column-facts.js'

/** Numbers by which the records of a block are sorted, with their ties. */
export interface Keyed {
  readonly values: Float64Array
  readonly ties: Ties
  /** Numbers to keep of the records in place of the sort keys, record by record. */
  readonly carried?: Float64Array
}

/** Ties of equal values. */
export interface Ties {
  /** Returns the ties of a block. */
  all(): Float64Array
  /**
   * Returns a tie that a record could have, without a draw. It only determines where ranges begin, which changes no
   * rank.
   */
  like(i: number): number
}

/**
 * Ties from a random stream, between 0 and 1.
 *
 * @param rng - The stream.
 * @param block - The block.
 * @returns Its ties.
 */
export function drawnTies(rng: Rng, { index, first, end }: BlockRange): Ties {
  return {
    all() {
      const ties = new Float64Array(end - first)
      blockStream(rng, index).fillUniform(ties)
      return ties
    },
    like: (i) => likeTie(first + i),
  }
}

/**
 * Fractional parts of the multiples of the golden section: they are spread evenly between 0 and 1 for any number of
 * records.
 */
const likeTie = (record: number): number => (record * 0.6180339887498949) % 1

/**
 * Record numbers as ties.
 *
 * @param block - A block.
 * @returns Its ties.
 */
export function recordTies({ first, end }: BlockRange): Ties {
  return {
    all() {
      const ties = new Float64Array(end - first)
      for (let i = 0; i < ties.length; i++) ties[i] = first + i
      return ties
    },
    like: (i) => first + i,
  }
}

/** More than any number of records. */
const BEFORE_ALL = 4_294_967_296

/**
 * Ties that put −0 before 0; equal values of the same sign are sorted by record.
 *
 * @param values - Values of the block.
 * @param block - The block.
 * @returns Its ties.
 */
export function negativeZerosFirst(values: Float64Array, block: BlockRange): Ties {
  const { like: record } = recordTies(block)
  const like = (i: number): number => record(i) - (Object.is(values[i], -0) ? BEFORE_ALL : 0)
  return { like, all: () => Float64Array.from(values, (_, i) => like(i)) }
}

/**
 * Returns the numbers that records are ranked by: values, or the positions of categories in the order of the levels.
 */
export function rankedValues(column: Column): Float64Array {
  return column.kind === 'numeric' ? column.values : placesOf(column.codes)
}
