/** Test whether the records of two files have the same order, one block at a time: a few numbers per column. */
import { isMissing, type Column } from '@sdc/core'
import { shuffledError } from './shuffled.js'

/**
 * Facts about one column of both files, as numbers that can be stored. They say whether the files differ record by
 * record, and whether the column varies. They contain a hash of its first value, and sums of two hashes of each file's
 * values, which do not depend on the order.
 */
export type ValueOrder = Float64Array

const FIELDS = 7
const NONE = -1

/**
 * Makes the facts of no records.
 *
 * @returns Numbers that `addToOrder` updates.
 */
export function noOrder(): ValueOrder {
  const found = new Float64Array(FIELDS)
  found[2] = NONE
  return found
}

/**
 * Adds the records of a block.
 *
 * @param found - The facts so far; changed in place.
 * @param before - The column in the original.
 * @param after - The column in the masked file, of the same length.
 */
export function addToOrder(found: ValueOrder, before: Column, after: Column): void {
  const [hashesBefore, hashesAfter] = [valueHashes(before), valueHashes(after)]
  const [a, b] = [new Uint32Array(2), new Uint32Array(2)]
  for (let i = 0; i < hashesBefore.count; i++) {
    hashesBefore.of(i, a)
    hashesAfter.of(i, b)
    if (a[0] !== b[0] || a[1] !== b[1]) found[0] = 1
    if (!isMissing(before, i)) {
      if (found[2] === NONE) found[2] = a[0]
      else if (a[0] !== found[2]) found[1] = 1
    }
    found[3] = (found[3] + a[0]) >>> 0
    found[4] = (found[4] + a[1]) >>> 0
    found[5] = (found[5] + b[0]) >>> 0
    found[6] = (found[6] + b[1]) >>> 0
  }
}

/**
 * Merges the facts of earlier records with those of later ones.
 *
 * @param total - Those of the earlier records.
 * @param own - Those of the later ones.
 * @returns The facts of all.
 */
export function mergedOrders(total: ValueOrder, own: ValueOrder): ValueOrder {
  const apart = total[2] !== NONE && own[2] !== NONE && total[2] !== own[2]
  return total.map((value, field) => {
    if (field === 0) return Math.max(value, own[0])
    if (field === 1) return Math.max(value, own[1], apart ? 1 : 0)
    if (field === 2) return value === NONE ? own[2] : value
    return (value + own[field]) >>> 0
  })
}

/**
 * Refuses files whose columns show that the records are in different orders. Different values have equal sums with
 * probability 2⁻⁶⁴.
 *
 * @param columns - Their names and facts, over all records.
 * @throws WRONG_INPUT if no varying column is equal record by record, and one has the same values in another order.
 */
export function refuseMoved(columns: readonly { readonly name: string; readonly found: ValueOrder }[]): void {
  const varying = columns.filter(({ found }) => found[1] === 1)
  if (varying.some(({ found }) => found[0] === 0)) return
  const moved = varying.find(({ found }) => found[3] === found[5] && found[4] === found[6])
  if (moved !== undefined) throw shuffledError(moved.name)
}

/** Two hashes of every value: of the bits of a number, or of the name of a category. */
function valueHashes(column: Column): { readonly count: number; of(i: number, into: Uint32Array): void } {
  if (column.kind === 'numeric') {
    const { values } = column
    const own = new Float64Array(1)
    const words = new Uint32Array(own.buffer)
    return {
      count: values.length,
      of(i, into) {
        own[0] = values[i] === values[i] ? values[i] : Number.NaN
        into[0] = mixed(words[0], words[1] ^ 0x9e3779b1)
        into[1] = mixed(words[1], words[0] ^ 0x85ebca6b)
      },
    }
  }
  const hashes = ['', ...column.levels].map((level) => [textHash(level, 1), textHash(level, 2)])
  return {
    count: column.codes.length,
    of(i, into) {
      const [first, second] = column.codes[i] < 0 ? [0, 0] : hashes[column.codes[i] + 1]
      into[0] = first
      into[1] = second
    },
  }
}

function textHash(text: string, seed: number): number {
  let h = seed
  for (let i = 0; i < text.length; i++) h = mixed(h, text.charCodeAt(i))
  return h
}

/** Mixes the bits of two words by odd multipliers and shifts, so that a difference in one bit spreads to all. */
function mixed(a: number, b: number): number {
  let h = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
