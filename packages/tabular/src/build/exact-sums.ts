import { commonStep, decimalOf, digitsAt, fromDecimal, type Decimal } from '@sdc/stats/internal'

/** Numbers with exact sums in any order, which are rounded once to the nearest double. */
export interface ExactNumbers {
  /** Number of a record. */
  at(record: number): number
  /** Sum over some records, `order[from]` to before `order[to]`. */
  sum(order: Int32Array, from: number, to: number): number
  /** Sums for a number of cells, all 0. */
  sums(cells: number): ExactSums
}

export interface ExactSums {
  /** Adds the number of a record to a cell. */
  add(cell: number, record: number): void
  /** Adds the size of a sum to a cell: |Σ| over `order[from]` to before `order[to]`. */
  addSize(cell: number, order: Int32Array, from: number, to: number): void
  /** Adds the sum of a cell to another. */
  carry(from: number, to: number): void
  /** The sums; ±∞ beyond the largest double. */
  numbers(): Float64Array
}

/** Powers of ten to 10²² are doubles. */
const LARGEST_SCALE = 1e22

/**
 * Returns the products of two lists of numbers, taken as decimals as written: whole multiples of 10^−d, with d the
 * decimals of both together. Their sums have no digits that the data lack, totals equal the sums of their parts, and
 * the order of records does not matter. O(n); a microsecond per record if 53 bits are too few.
 *
 * @param x - Finite numbers.
 * @param weight - Factor of each number; 1 by default.
 * @returns The products.
 */
export function exactProducts(x: Float64Array, weight?: Float64Array): ExactNumbers {
  const [p, q] = [scaleOf(x), weight ? scaleOf(weight) : 1]
  if (p * q <= LARGEST_SCALE) {
    let size = 0
    const units = x.map((one, i) => {
      const unit = Math.round(one * p) * (weight ? Math.round(weight[i] * q) : 1)
      size += Math.abs(unit)
      return unit
    })
    if (size < Number.MAX_SAFE_INTEGER / 2) return ofDoubles(units, p * q)
  }
  const products = Array.from(x, (one, i) => product(decimalOf(one), decimalOf(weight?.[i] ?? 1)))
  const exponent = products.reduce((least, one) => Math.min(least, one.exponent), 0)
  return ofWhole(
    products.map((one) => digitsAt(one, exponent)),
    exponent,
  )
}

/**
 * Returns the fractional part of weights, w − ⌊w⌋, of their decimals.
 *
 * @param weight - Weights, 0 or more.
 * @returns The nearest doubles; undefined if all weights are whole.
 */
export function fractions(weight: Float64Array): Float64Array | undefined {
  if (weight.every(Number.isInteger)) return undefined
  return weight.map((w) => {
    if (Number.isInteger(w)) return 0
    const { digits, exponent } = decimalOf(w)
    return fromDecimal(digits % 10n ** BigInt(-exponent), exponent)
  })
}

function product(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, exponent: a.exponent + b.exponent }
}

/** 10^d, with d the decimals of the numbers; Infinity if there are too many. */
function scaleOf(numbers: Float64Array): number {
  return commonStep(numbers)?.scale ?? Infinity
}

function ofDoubles(units: Float64Array, scale: number): ExactNumbers {
  const between = (order: Int32Array, from: number, to: number): number => {
    let sum = 0
    for (let k = from; k < to; k++) sum += units[order[k]]
    return sum
  }
  return {
    at: (record) => units[record] / scale,
    sum: (order, from, to) => between(order, from, to) / scale,
    sums(cells) {
      const sums = new Float64Array(cells)
      return {
        add: (cell, record) => void (sums[cell] += units[record]),
        addSize: (cell, order, from, to) => void (sums[cell] += Math.abs(between(order, from, to))),
        carry: (from, to) => void (sums[to] += sums[from]),
        numbers: () => sums.map((sum) => sum / scale),
      }
    },
  }
}

function ofWhole(units: readonly bigint[], exponent: number): ExactNumbers {
  const between = (order: Int32Array, from: number, to: number): bigint => {
    let sum = 0n
    for (let k = from; k < to; k++) sum += units[order[k]]
    return sum
  }
  return {
    at: (record) => fromDecimal(units[record], exponent),
    sum: (order, from, to) => fromDecimal(between(order, from, to), exponent),
    sums(cells) {
      const sums = new Array<bigint>(cells).fill(0n)
      return {
        add: (cell, record) => void (sums[cell] += units[record]),
        addSize(cell, order, from, to) {
          const sum = between(order, from, to)
          sums[cell] += sum < 0n ? -sum : sum
        },
        carry: (from, to) => void (sums[to] += sums[from]),
        numbers: () => Float64Array.from(sums, (sum) => fromDecimal(sum, exponent)),
      }
    },
  }
}
