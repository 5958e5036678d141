import type { CategoricalColumn, Column, Hierarchy } from '@sdc/core'
import { columnHierarchy, type Units } from '@sdc/toolkit/internal'

/** How far the values of a class are from those of the file: values ascending, each with its count. */
export type ClosenessTo = (values: readonly number[], counts: readonly number[], total: number) => number

/** The values of a column in its order, so that those of another column can be found among them. */
export interface ValueOrder {
  /** How many values occur, missing as the last of them where there is one. */
  readonly size: number
  /** By record of a column, its value. */
  of(column: Column): Int32Array
}

/**
 * The values that occur in a column, in its order: numbers ascending, categories as their levels are, missing last.
 *
 * @param original - The column.
 * @returns What finds the values of another column among them; one that does not occur is missing.
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

/** The share of each value; of persons, each of whom counts once, the mean of theirs. */
function sharesOf(codes: Int32Array, size: number, persons: Units | undefined): Float64Array {
  const shares = new Float64Array(size)
  const { ofRecord, count } = persons ?? { ofRecord: undefined, count: codes.length }
  const records = new Float64Array(count).fill(ofRecord ? 0 : 1)
  if (ofRecord) for (const person of ofRecord) records[person]++
  codes.forEach((code, i) => (shares[code] += 1 / (records[ofRecord?.[i] ?? 0] * count)))
  return shares
}

/** ½Σ|q − p|: what the class has too much of. */
export function equalCloseness(codes: Int32Array, size: number, persons: Units | undefined): ClosenessTo {
  const p = sharesOf(codes, size, persons)
  return (values, counts, total) => values.reduce((sum, value, e) => sum + Math.max(0, counts[e] / total - p[value]), 0)
}

/** Σ_i |Σ_{j ≤ i} (q_j − p_j)|/(m − 1); between two values of the class Q stands still and P rises. */
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
 * Values are as far apart as the level at which their classes meet, of H: what flows along the edges of that tree, each
 * ½/H long, is (1/H)·Σ_{h < H} ½Σ_N |q(N) − p(N)| over the classes N of level h.
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
  // Where the last level is not one class, one more above it is.
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
