import { sameColumn, type Column, type Dataset } from '@sdc/core'
import { differs } from './differing-columns.js'
import { shuffledError } from '@sdc/engine/in-parts'

/** What two files differ in, of which a block of the same records at a time is at hand. */
export interface DifferingInBlocks {
  add(before: Dataset, after: Dataset): void
  /** The columns; throws WRONG_INPUT where the records of one are those of the other in another order. */
  columns(): string[]
}

/** What is known of one column. */
interface Compared {
  readonly name: string
  differs: boolean
  /** Whether it is the same to the bit so far. */
  same: boolean
  first: number | string | undefined
  varies: boolean
  readonly before: ValueSums
  readonly after: ValueSums
}

/**
 * Finds by position what `differingColumns` finds, and refuses what `refuseShuffled` refuses. That two columns hold the same values in
 * whatever order is told by two sums of hashes of them: other values have the same sums by a chance of 2⁻⁶⁴.
 *
 * @param names - The columns of both files, in the order of the original.
 * @returns What takes the blocks.
 */
export function differingInBlocks(names: readonly string[]): DifferingInBlocks {
  const all = names.map((name): Compared => ({
    name,
    differs: false,
    same: true,
    first: undefined,
    varies: false,
    before: valueSums(),
    after: valueSums(),
  }))
  return {
    add(before, after) {
      const origin = Int32Array.from({ length: before.rows }, (_, i) => i)
      for (const one of all) {
        const [was, is] = [before.column(one.name), after.column(one.name)]
        one.differs ||= differs(was, is, origin)
        one.same &&= sameColumn(was, is)
        one.before.add(was)
        one.after.add(is)
        if (!one.varies) lookFor(one, was)
      }
    },
    columns() {
      const varying = all.filter(({ varies }) => varies)
      const moved = varying.find(({ before, after }) => before.text() === after.text())
      if (moved !== undefined && !varying.some(({ same }) => same)) throw shuffledError(moved.name)
      return all.flatMap((one) => (one.differs ? [one.name] : []))
    },
  }
}

/** Another value than those before it; missing ones apart. */
function lookFor(one: Compared, column: Column): void {
  const length = column.kind === 'numeric' ? column.values.length : column.codes.length
  for (let i = 0; i < length; i++) {
    const value = column.kind === 'numeric' ? column.values[i] : column.levels[column.codes[i]]
    if (value === undefined || Number.isNaN(value)) continue
    one.first ??= value
    if (value === one.first) continue
    one.varies = true
    return
  }
}

interface ValueSums {
  add(column: Column): void
  /** The kind, how many values there are, and the sums: equal where the values are. */
  text(): string
}

const MISSING = [0x7ff8_0000, 0] as const

/** Adds up hashes of values, in 32 bits each: in whatever order they come, the sums are the same. */
function valueSums(): ValueSums {
  const bits = new Uint32Array(2)
  const double = new Float64Array(bits.buffer)
  const sums = new Uint32Array(2)
  let count = 0
  let kind: Column['kind'] | undefined
  const add = (low: number, high: number): void => {
    sums[0] += mixed(low, mixed(high, 0x9e37_79b9))
    sums[1] += mixed(high, mixed(low, 0x85eb_ca6b))
    count++
  }
  return {
    add(column) {
      kind = column.kind
      if (column.kind === 'numeric') {
        for (const value of column.values) {
          double[0] = value
          if (value === value) add(bits[0], bits[1])
          else add(...MISSING)
        }
        return
      }
      const hashes = column.levels.map((level) => [hashOf(level, 1), hashOf(level, 2)] as const)
      for (const code of column.codes) add(...(code < 0 ? MISSING : hashes[code]))
    },
    text: () => [kind, count, ...sums].join(' '),
  }
}

/** A hash of a text of 32 bits; another one for every seed. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = mixed(text.charCodeAt(i), hash)
  return mixed(text.length, hash)
}

/** Every bit of a number and a seed in every bit of the result: two rounds of multiplication and shift. */
function mixed(value: number, seed: number): number {
  let x = Math.imul(value ^ seed, 0xcc9e_2d51) ^ Math.imul(seed, 0x1b87_3593)
  x = Math.imul(x ^ (x >>> 16), 0x85eb_ca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2_ae35)
  return (x ^ (x >>> 16)) >>> 0
}
