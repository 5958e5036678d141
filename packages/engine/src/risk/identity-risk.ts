import { isMissing, type Dataset } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { keyCodes } from '@sdc/toolkit'

/** Contribution of one quasi-identifier to the risk of identity disclosure. */
export interface KeyRisk {
  readonly key: string
  /** Number of distinct values. */
  readonly levels: number
  /** Number of records without a value. */
  readonly missing: number
  /** Number of records that are unique by this quasi-identifier alone. */
  readonly alone: number
  /** Number of records that are unique by all others without it. */
  readonly without: number
}

/** A quasi-identifier that is left out after others. */
export interface LeftOut {
  readonly key: string
  /** Number of records that are unique by the remaining quasi-identifiers. */
  readonly unique: number
}

/** Risk of identity disclosure by the quasi-identifiers. */
export interface IdentityRisk {
  readonly classes: number
  /** Number of records in the smallest class. */
  readonly smallest: number
  /** Number of records in classes of one record. */
  readonly unique: number
  /** Number of records in classes of fewer than three. */
  readonly belowThree: number
  /** Number of records in classes of fewer than k. */
  readonly belowK: number
  /**
   * Expected share of correct re-identifications: mean of 1 / class size over the records, which is classes / records.
   */
  readonly expected: number
  /** Number of records that lack a quasi-identifier. */
  readonly missing: number
  /** Quasi-identifiers, by ascending number of unique records without them; ties by descending number of values. */
  readonly keys: readonly KeyRisk[]
  /** Quasi-identifiers to leave out in turn: each time the one without which the fewest records are unique. */
  readonly leaveOut: readonly LeftOut[]
}

/**
 * Counts equivalence classes: by all quasi-identifiers, by each alone, and by all but one. Cost: O(n·d·log d) per step.
 *
 * @param data - The file, with at least one record.
 * @param keys - Its quasi-identifiers, at least one.
 * @param k - Sufficient number of records per class.
 * @param steps - Maximum number of quasi-identifiers to leave out in turn.
 * @returns Counts of records.
 */
export function identityRisk(data: Dataset, keys: readonly string[], k: number, steps: number): IdentityRisk {
  const codes = keys.map((name) => keyCodes(data.column(name)))
  const { sizes } = keyClasses(codes)
  const below = (count: number): number => sizes.reduce((sum, size) => sum + (size < count ? size : 0), 0)
  const without = uniqueWithoutEach(codes)
  const all = keys.map((key, j): KeyRisk => {
    const missing = codes[j].reduce((count, code) => count + Number(code < 0), 0)
    const own = keyClasses([codes[j]])
    const levels = own.sizes.length - Number(missing > 0)
    return { key, levels, missing, alone: uniquesOf(own.sizes), without: without[j] }
  })
  const columns = keys.map((name) => data.column(name))
  let lacking = 0
  for (let i = 0; i < data.rows; i++) lacking += Number(columns.some((column) => isMissing(column, i)))
  return {
    classes: sizes.length,
    smallest: sizes.reduce((least, size) => Math.min(least, size), data.rows),
    unique: below(2),
    belowThree: below(3),
    belowK: below(k),
    expected: sizes.length / data.rows,
    missing: lacking,
    keys: [...all].sort((a, b) => a.without - b.without || b.levels - a.levels),
    leaveOut: leftOutInTurn(all, codes, { without, unique: below(2), steps }),
  }
}

/**
 * Leaves quasi-identifiers out in turn, until one is left or no record is unique; ties by descending number of values.
 */
function leftOutInTurn(
  keys: readonly KeyRisk[],
  codes: readonly Int32Array[],
  { without, unique, steps }: { without: readonly number[]; unique: number; steps: number },
): LeftOut[] {
  if (steps === 0 || keys.length < 2 || unique === 0) return []
  const best = keys.reduce((a, { levels }, j) => {
    return without[j] < without[a] || (without[j] === without[a] && levels > keys[a].levels) ? j : a
  }, 0)
  const others = <Item>(all: readonly Item[]): Item[] => all.filter((_, j) => j !== best)
  const rest = others(codes)
  const next = { without: steps > 1 ? uniqueWithoutEach(rest) : [], unique: without[best], steps: steps - 1 }
  return [{ key: keys[best].key, unique: without[best] }, ...leftOutInTurn(others(keys), rest, next)]
}

/**
 * Counts the records that are unique without each quasi-identifier: divides them into halves recursively, so that
 * records are grouped by each half once. Cost: O(n·d·log d) instead of O(n·d²).
 */
function uniqueWithoutEach(codes: readonly Int32Array[]): number[] {
  const n = codes[0].length
  const halved = (others: Int32Array, from: number, to: number): number[] => {
    if (to - from === 1) return [uniquesOf(keyClasses([others]).sizes)]
    const middle = (from + to) >> 1
    const [first, second] = [codes.slice(from, middle), codes.slice(middle, to)]
    return [
      ...halved(keyClasses([others, ...second]).ids, from, middle),
      ...halved(keyClasses([others, ...first]).ids, middle, to),
    ]
  }
  return halved(new Int32Array(n), 0, codes.length)
}

function uniquesOf(sizes: Int32Array): number {
  return sizes.reduce((count, size) => count + Number(size === 1), 0)
}
