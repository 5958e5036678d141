import { numeric, type Column, type NumericColumn } from '@sdc/core'
import { variance } from '@sdc/stats'
import { countGroups, groupMeans, spreadMeans } from './group-means.js'

/** Column and the group of each of its records. */
export interface GroupedColumn {
  readonly name: string
  readonly values: Float64Array
  readonly labels: Uint32Array
}

export interface MaskedByGroups {
  readonly masked: ReadonlyMap<string, Column>
  /** SSE, SST, IL (%) and groups. */
  readonly report: ReadonlyMap<string, number>
}

/**
 * Replaces values by group means, and computes the loss:
 *
 * SSE = Σ_j Σ_i (x_ij − x̄_g(i)j)²/s_j², SST = Σ_j Σ_i (x_ij − x̄_j)²/s_j² = (n − 1)p, IL = 100·SSE/SST percent, with
 * s_j² the variance (ddof 1) of column j. Columns without spread do not count; if there are no others, there is no IL.
 *
 * @param columns - p of n values, each with the groups of its records.
 * @returns The masked columns by name, and the report; its number of groups is that of the column with the most.
 */
export function maskByGroups(columns: readonly GroupedColumn[]): MaskedByGroups {
  const masked = new Map<string, Column>()
  let sse = 0
  let sst = 0
  for (const { name, values, labels } of columns) {
    const means = spreadMeans(groupMeans(values, labels), labels)
    masked.set(name, { kind: 'numeric', values: means })
    const spread = variance(values)
    if (!(spread > 0)) continue
    sse += squaredDistance(values, means) / spread
    sst += values.length - 1
  }
  const report = new Map([
    ['SSE', sse],
    ['SST', sst],
    ['groups', Math.max(0, ...columns.map(({ labels }) => countGroups(labels)))],
  ])
  if (sst > 0) report.set('IL (%)', (100 * sse) / sst)
  return { masked, report }
}

/**
 * Returns true if a column can be standardised: it is not constant, and its variance does not vanish below 1e-308.
 *
 * @param values - Values of the column.
 * @returns True if the variance is more than 0.
 */
export function hasSpread(values: Float64Array): boolean {
  return variance(values) > 0
}

/**
 * Computes Σ_i (a_i − b_i)².
 *
 * @param a - n numbers.
 * @param b - As many, in the same unit.
 * @returns The sum, in the square of the unit.
 */
export function squaredDistance(a: Float64Array, b: Float64Array): number {
  let squares = 0
  for (let i = 0; i < a.length; i++) squares += (a[i] - b[i]) * (a[i] - b[i])
  return squares
}

/**
 * Returns the groups for the report, as numbers from 1.
 *
 * @param labels - Group of each record, from 0.
 * @returns A numeric column.
 */
export function groupColumn(labels: Uint32Array): NumericColumn {
  const numbers = new Float64Array(labels.length)
  for (let i = 0; i < labels.length; i++) numbers[i] = labels[i] + 1
  return numeric(numbers)
}
