import type { Column } from '@sdc/core'
import { countUpTo, log } from '@sdc/stats'
import type { KeyDomain } from '@sdc/toolkit/internal'

/**
 * Number of classes of equal frequency for numbers; the information of a key counts at most like so many equal classes.
 */
const CLASSES = 10

/** A key of the original in classes, for `disclosedShare`. */
export interface DisclosedKey {
  /** Class of each record; missing values form a class of their own. */
  readonly codes: Int32Array
  /** Bounds of the classes of numbers, ascending; empty for categories. A number on a bound is in the class above. */
  readonly bounds: Float64Array
}

/**
 * Returns the classes of a key for the measurement of information.
 *
 * @param domain - The key of the original.
 * @returns Its categories, or tenths of its numbers.
 */
export function disclosedKey(domain: KeyDomain): DisclosedKey {
  if (domain.kind === 'categorical') return { codes: domain.codes.map((code) => code + 1), bounds: new Float64Array(0) }
  const { sorted, values } = domain
  const bounds = Float64Array.from({ length: CLASSES - 1 }, (_, q) =>
    sorted.length > 0 ? sorted[Math.floor(((q + 1) * sorted.length) / CLASSES)] : 0,
  )
  return { codes: bandsOf(values, bounds), bounds }
}

function bandsOf(values: Float64Array, bounds: Float64Array): Int32Array {
  return Int32Array.from(values, (value) => (Number.isNaN(value) ? 0 : 1 + countUpTo(bounds, value)))
}

/**
 * Returns the share of the information of a key that its released cells still contain.
 *
 * min(1, MI/min(H, ln 10)) · min(1, n/rows): mutual information without its bias, over the smaller of the entropy and
 * ln 10, times the share of the records that are released. The bias for n pairs of records is (cells − rows − columns +
 * 1)/2n, at least 0. Source: Miller 1955 (bias); this project.
 *
 * @param key - The key of the original.
 * @param column - The same column of the masked file.
 * @param pairs - Masked records with their original ones.
 * @param rows - Number of original records.
 * @returns From 0 to 1; 1 for a constant key. Cost: O(n).
 */
export function disclosedShare(
  key: DisclosedKey,
  column: Column,
  pairs: { readonly masked: Int32Array; readonly original: Int32Array },
  rows: number,
): number {
  const cells =
    column.kind === 'categorical'
      ? column.codes.map((code) => code + 1)
      : key.bounds.length > 0
        ? bandsOf(column.values, key.bounds)
        : codesOf(column.values)
  const n = pairs.masked.length
  const [x, y] = [pairs.original.map((row) => key.codes[row]), pairs.masked.map((row) => cells[row])]
  const width = 1 + y.reduce((most, one) => Math.max(most, one), 0)
  const [ofX, ofY, joint] = [countsOf(x), countsOf(y), countsOf(Float64Array.from(x, (code, r) => code * width + y[r]))]
  const entropy = entropyOf(ofX, n)
  if (!(entropy > 0)) return 1
  const bias = Math.max(0, joint.length - ofX.length - ofY.length + 1) / (2 * n)
  const information = Math.max(0, entropy + entropyOf(ofY, n) - entropyOf(joint, n) - bias)
  return Math.min(1, information / Math.min(entropy, log(CLASSES))) * Math.min(1, n / rows)
}

function codesOf(values: Float64Array): Int32Array {
  const codes = new Map<number, number>()
  return Int32Array.from(values, (value) => {
    const code = codes.get(value) ?? codes.size
    codes.set(value, code)
    return code
  })
}

function countsOf(codes: ArrayLike<number>): number[] {
  const counts = new Map<number, number>()
  for (let i = 0; i < codes.length; i++) counts.set(codes[i], (counts.get(codes[i]) ?? 0) + 1)
  return [...counts.values()].sort((a, b) => a - b)
}

function entropyOf(counts: readonly number[], n: number): number {
  return counts.reduce((sum, count) => sum - (count / n) * log(count / n), 0)
}
