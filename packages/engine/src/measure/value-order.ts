/** Whether the records of two files stand in the same order, of which a block at a time is at hand: in a few numbers a column. */
import { isMissing, type Column } from '@sdc/core'
import { shuffledError } from './shuffled.js'

/**
 * What is known of one column of both files, as numbers that can be written down: whether the files differ record by record, whether
 * it varies, its first value by a hash, and sums of two hashes of each file's values, which are the same in whatever order.
 */
export type ValueOrder = Float64Array

const FIELDS = 7
const NONE = -1

/**
 * Of no records yet.
 *
 * @returns Numbers that `addToOrder` changes.
 */
export function noOrder(): ValueOrder {
  const found = new Float64Array(FIELDS)
  found[2] = NONE
  return found
}

/**
 * Adds the records of a block.
 *
 * @param found - What is known of those before it.
 * @param before - The column in the original.
 * @param after - The same in the masked file, as long.
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
 * What is known of earlier records with what is known of later ones.
 *
 * @param total - Of the earlier ones.
 * @param own - Of the later ones.
 * @returns Of all.
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
 * Refuses files whose columns say that the records stand in another order. Other values have the same sums by a chance of 2⁻⁶⁴.
 *
 * @param columns - Their names and what is known of each, of all records.
 * @throws WRONG_INPUT where no varying column is the same record by record, and one has the same values in another order.
 */
export function refuseMoved(columns: readonly { readonly name: string; readonly found: ValueOrder }[]): void {
  const varying = columns.filter(({ found }) => found[1] === 1)
  if (varying.some(({ found }) => found[0] === 0)) return
  const moved = varying.find(({ found }) => found[3] === found[5] && found[4] === found[6])
  if (moved !== undefined) throw shuffledError(moved.name)
}

/** Two hashes of every value: of a number those of its bits, of a category those of its name. */
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

/** Multiplications by odd numbers and shifts spread what differs in one bit over all of them. */
function mixed(a: number, b: number): number {
  let h = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
