/** What the records of a block are ordered by: numbers, and where they are equal ties. */
import { blockStream, type BlockRange, type Column, type Rng } from '@sdc/core'
import { placesOf } from './column-facts.js'

/** Numbers by which the records of a block are ordered, and what orders equal ones. */
export interface Keyed {
  readonly values: Float64Array
  readonly ties: Ties
  /** What is kept of the records in place of these numbers, side by side. */
  readonly carried?: Float64Array
}

/** What orders equal values. */
export interface Ties {
  /** Those of a block. */
  all(): Float64Array
  /** One that such a record might have: it says where ranges begin, which changes no rank, and is not drawn for that. */
  like(i: number): number
}

/**
 * Ties that are numbers of a stream, from 0 to 1.
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

/** Multiples of the golden section, without their whole parts: they lie evenly from 0 to 1, however many there are. */
const likeTie = (record: number): number => (record * 0.6180339887498949) % 1

/**
 * Ties that are the records themselves.
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

/** More than there are records. */
const BEFORE_ALL = 4_294_967_296

/**
 * Ties that put −0 before 0; equal values of the same sign are ordered by record.
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

/** Returns the numbers that records are ranked by: values, or the places of categories in the order of the levels. */
export function rankedValues(column: Column): Float64Array {
  return column.kind === 'numeric' ? column.values : placesOf(column.codes)
}
