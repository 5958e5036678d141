import type { CategoricalColumn, Column, Hierarchy } from '@sdc/core'
import { columnHierarchy, type Units } from '@sdc/toolkit/internal'

/** Distance between the values of a class and those of the file: values ascending, each with its count. */
export type ClosenessTo = (values: readonly number[], counts: readonly number[], total: number) => number

/** Distinct values of a column in order, to find those of another column among them. */
export interface ValueOrder {
  /** Number of values; a missing value is the last one, if there is one. */
  readonly size: number
  /** Returns the rank of each record's value. */
  of(column: Column): Int32Array
}

/**
 * Distinct values of a column in order: numbers ascending, categories in the order of their levels, missing last.
 *
 * @param original - The column.
 * @returns A function that finds the values of another column among them; a value that does not occur counts as
 *   missing.
 */
export function valueOrder(original: Column): ValueOrder {
  const present =
    original.kind === 'numeric'
      ? [...new Set(original.values.filter((value) => !Number.isNaN(value)).sort())].map((value) => value + 0)
      : occurring(original)
  const place = new Map<number | string, number>(present.map((value, at) => [value, at]))
  const of = (column: Column): Int32Array =>
    column.kind === 'numeric'
      ? Int32Array.from(column.values, (value) => place.get(value + 0) ?? present.length)
      : column.codes.map((code) => place.get(column.levels[code]) ?? present.length)
  return { size: present.length + (of(original).includes(present.length) ? 1 : 0), of }
}

function occurring({ codes, levels }: CategoricalColumn): string[] {
  const seen = new Set(codes)
  return levels.filter((_, code) => seen.has(code))
}

/** Returns the share of each value; with persons, the mean of the persons' shares. */
function sharesOf(codes: Int32Array, size: number, persons: Units | undefined): Float64Array {
  const shares = new Float64Array(size)
  const { ofRecord, count } = persons ?? { ofRecord: undefined, count: codes.length }
  const records = new Float64Array(count).fill(ofRecord ? 0 : 1)
  if (ofRecord) for (const person of ofRecord) records[person]++
  codes.forEach((code, i) => (shares[code] += 1 / (records[ofRecord?.[i] ?? 0] * count)))
  return shares
}

/** ½Σ|q − p|, the sum of the positive differences q − p. */
export function equalCloseness(codes: Int32Array, size: number, persons: Units | undefined): ClosenessTo {
  const p = sharesOf(codes, size, persons)
  return (values, counts, total) => values.reduce((sum, value, e) => sum + Math.max(0, counts[e] / total - p[value]), 0)
}

/** Σ_i |Σ_{j ≤ i} (q_j − p_j)|/(m − 1). Between two values of the class, Q is constant and P increases. */
export function orderedCloseness(codes: Int32Array, size: number, persons: Units | undefined): ClosenessTo {
  const p = sharesOf(codes, size, persons)
  const below = new Float64Array(size)
  const area = new Float64Array(size + 1)
  for (let value = 0, sum = 0; value < size; value++) {
    below[value] = sum += p[value]
    area[value + 1] = area[value] + below[value]
  }
  /** Σ |q − P_i| over from ≤ i < to. */
  const gap = (q: number, from: number, to: number): number => {
    let [low, high] = [from, to]
    while (low < high) {
      const middle = (low + high) >> 1
      if (below[middle] <= q) low = middle + 1
      else high = middle
    }
    return q * (low - from) - (area[low] - area[from]) + (area[to] - area[low]) - q * (to - low)
  }
  if (size < 2) return () => 0
  return (values, counts, total) => {
    let sum = gap(0, 0, values[0])
    let q = 0
    for (const [e, value] of values.entries()) {
      q += counts[e] / total
      sum += gap(q, value, values[e + 1] ?? size)
    }
    return sum / (size - 1)
  }
}

/**
 * The distance of two values is the level at which their classes meet, divided by the height H of the tree. The flow
 * along the edges of that tree, each of length ½/H, is (1/H)·Σ_{h < H} ½Σ_N |q(N) − p(N)| over the classes N of level
 * h.
 */
export function hierarchicalCloseness(
  original: Column,
  order: ValueOrder,
  { rows, persons }: { readonly rows: Hierarchy; readonly persons: Units | undefined },
): ClosenessTo {
  const codes = order.of(original)
  const { codes: rowOf, levels } = columnHierarchy(original, rows)
  const row = new Int32Array(order.size).fill(-1)
  codes.forEach((value, i) => (row[value] = rowOf[i]))
  // If the last level has several classes, one more level above joins them.
  const height = levels[levels.length - 1].labels.length === 1 ? levels.length - 1 : levels.length
  const steps = levels.slice(0, height).map(({ classOf, labels }) => {
    const node = row.map((at) => (at < 0 ? labels.length : classOf[at]))
    return {
      node,
      p: sharesOf(
        codes.map((value) => node[value]),
        labels.length + 1,
        persons,
      ),
    }
  })
  return (values, counts, total) => {
    let sum = 0
    for (const { node, p } of steps) {
      const q = new Map<number, number>()
      for (const [e, value] of values.entries()) q.set(node[value], (q.get(node[value]) ?? 0) + counts[e] / total)
      for (const [at, share] of q) sum += Math.max(0, share - p[at])
    }
    return sum / height
  }
}
