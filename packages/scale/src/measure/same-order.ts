/** Whether the records of two files stand in the same order, by the columns that nobody masked: matched by position they must. */
import { isMissing, type Column, type Totals } from '@sdc/core'
import { shuffledError } from '@sdc/engine/in-parts'
import { resultsOf, type Stage } from '../stage.js'
import type { PairFiles } from './pair-files.js'

const STAGE = 'order'
/** Of a column: whether the files differ, whether it varies, its first value by a hash, and sums of two hashes of each file's values. */
const FIELDS = 7
const NONE = -1

/** Reads the columns of both files that are not masked, and sums up what is in them in whatever order. */
export function orderStage<A extends PairFiles>(columns: readonly string[]): Stage<A> {
  return {
    name: STAGE,
    tasks: ({ parts }) => Promise.resolve(columns.length > 0 ? parts.length : 0),
    async run({ original, masked }, part) {
      const found = new Float64Array(columns.length * FIELDS)
      for (let c = 0; c < columns.length; c++) found[c * FIELDS + 2] = NONE
      const beside = masked.source.read(masked.parts[part], columns)[Symbol.asyncIterator]()
      for await (const { data: before } of original.source.read(original.parts[part], columns)) {
        const { value, done } = await beside.next()
        if (done === true) throw new Error('the masked file has fewer blocks than the original')
        columns.forEach((name, c) => {
          addTo(found.subarray(c * FIELDS, (c + 1) * FIELDS), before.column(name), value.data.column(name))
        })
      }
      return found
    },
  }
}

/**
 * Refuses files whose unmasked columns say that the records are in another order; once the stage has ended.
 *
 * @param around - The files.
 * @param columns - The columns of the stage.
 * @throws WRONG_INPUT where no varying column is the same record by record, and one has the same values in another order.
 */
export async function refuseOtherOrder(around: PairFiles, columns: readonly string[]): Promise<void> {
  if (columns.length === 0) return
  const all = (await resultsOf(around, STAGE, around.parts.length)).reduce(merged)
  const of = (c: number): Float64Array => all.subarray(c * FIELDS, (c + 1) * FIELDS)
  const varying = columns.map((name, c) => ({ name, found: of(c) })).filter(({ found }) => found[1] === 1)
  if (varying.some(({ found }) => found[0] === 0)) return
  const moved = varying.find(({ found }) => found[3] === found[5] && found[4] === found[6])
  if (moved !== undefined) throw shuffledError(moved.name)
}

function merged(total: Totals, own: Totals): Totals {
  return total.map((value, k) => {
    const field = k % FIELDS
    const at = k - field
    if (field === 0) return Math.max(value, own[k])
    if (field === 1) {
      const apart = total[at + 2] !== NONE && own[at + 2] !== NONE && total[at + 2] !== own[at + 2]
      return Math.max(value, own[k], apart ? 1 : 0)
    }
    if (field === 2) return value === NONE ? own[k] : value
    return (value + own[k]) >>> 0
  })
}

function addTo(found: Float64Array, before: Column, after: Column): void {
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
