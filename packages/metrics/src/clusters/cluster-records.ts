import { numericValues, type MeasureInput, type Rng } from '@sdc/core'
import { completeRecords, knownPairs, notUsed, refuseInfinite, withoutOrigin } from '@sdc/toolkit'
import { sampledRows } from '@sdc/toolkit/internal'
import { varyingColumns } from '../linkage/columns/linkage-keys.js'

/** Linked records of both files, as points: n × d, record after record. */
export interface LinkedPoints {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly rows: number
}

/** Input of a clustering. */
export interface ClusterRecords {
  /** Columns that vary in the original, by name. */
  readonly names: readonly string[]
  /** Number of linked records with all these columns in both files. */
  readonly rows: number
  /** Returns at most this number of records: a simple random sample from the stream if there are more. */
  points(most: number, rng: Rng): LinkedPoints
  /** Counts of omitted records and columns. */
  readonly counts: Readonly<Record<string, number>>
}

/** Largest difference in standard deviations: larger ones are cut here, so that their squares are doubles. */
const FURTHEST = 1e100

/**
 * Returns the linked records of two files in standard deviations of the original (ddof 1).
 *
 * Differences need no mean: each column has the same value subtracted in both files, which loses no digit. Columns are
 * sorted by name and records by their values, so neither order affects draws or sums. Cost: O(nd), and a sort of drawn
 * records.
 *
 * @param input - Input of the metric.
 * @returns Columns, records and omissions.
 * @throws NOT_NUMERIC for an infinite value.
 */
export function clusterRecords(input: MeasureInput<unknown>): ClusterRecords {
  const columns = [...input.columns].sort()
  for (const name of columns) {
    refuseInfinite(numericValues(input.original, name), 'original')
    refuseInfinite(numericValues(input.masked, name), 'masked')
  }
  const { names, spreads } = varyingColumns({ original: input.original, columns })
  const { masked, original, pairs } = completeRecords(input, names, knownPairs(input.origin))
  const rows = pairs.masked.length
  const unlinked = withoutOrigin(input.origin)
  const byOriginal = Int32Array.from(pairs.original.keys()).sort((a, b) => pairs.original[a] - pairs.original[b])
  const unit = (value: number, j: number): number => {
    const z = (value - spreads[j].base) / spreads[j].sd
    return Math.min(FURTHEST, Math.max(-FURTHEST, z))
  }
  const points = (most: number, rng: Rng): LinkedPoints => {
    const drawn = sampledRows(byOriginal, most, rng)
    const x = original.keys.map((key, j) => Float64Array.from(drawn, (r) => unit(key[pairs.original[r]], j)))
    const y = masked.keys.map((key, j) => Float64Array.from(drawn, (r) => unit(key[pairs.masked[r]], j)))
    const order = sortedByValues([...x, ...y], drawn.length)
    return { x: recordAfterRecord(x, order), y: recordAfterRecord(y, order), rows: drawn.length }
  }
  return {
    names,
    rows,
    points,
    counts: {
      [notUsed.withoutOrigin]: unlinked,
      [notUsed.incomplete]: input.masked.rows - unlinked - rows,
      [notUsed.constantColumns]: columns.length - names.length,
    },
  }
}

/** Sorts rows by their values, column by column; equal rows give equal results in any order. */
function sortedByValues(columns: readonly Float64Array[], rows: number): Int32Array {
  return Int32Array.from({ length: rows }, (_, i) => i).sort((a, b) => {
    for (const column of columns) if (column[a] !== column[b]) return column[a] - column[b]
    return 0
  })
}

function recordAfterRecord(columns: readonly Float64Array[], order: Int32Array): Float64Array {
  const points = new Float64Array(columns.length * order.length)
  columns.forEach((column, j) => order.forEach((row, i) => (points[i * columns.length + j] = column[row])))
  return points
}
