import type { Totals } from '@sdc/core'
import { groupSizes } from './group-means.js'

/** Counts of the cells of a file: the first of the numbers that are merged over them. */
export interface CellSizes {
  readonly cells: number
  /** Number of records of the smallest and of the largest cell. */
  readonly least: number
  readonly most: number
  readonly groups: number
  /** Number of records of the smallest group. */
  readonly leastGroup: number
}

const fields = ['cells', 'least', 'most', 'groups', 'leastGroup'] as const

const numbersOf = (sizes: CellSizes): number[] => fields.map((field) => sizes[field])

/**
 * Reads the counts of the cells so far.
 *
 * @param total - Numbers that are merged over the cells.
 * @returns The first five, by name.
 */
export function cellSizes(total: Totals): CellSizes {
  const [cells, least, most, groups, leastGroup] = total
  return { cells, least, most, groups, leastGroup }
}

/** Returns the numbers after the counts: sums over the cells. */
export const cellSums = (total: Totals): Totals => total.subarray(fields.length)

/**
 * Makes the numbers of one cell from the groups of its records.
 *
 * @param groups - Group of each record, from 0.
 * @param sums - Further numbers to add up over the cells.
 * @returns The counts, and the sums after them.
 */
export function cellTotals(groups: Uint32Array, sums: readonly number[]): Totals {
  const sizes = groupSizes(groups)
  const leastGroup = sizes.reduce((least, size) => Math.min(least, size))
  const own = { cells: 1, least: groups.length, most: groups.length, groups: sizes.length, leastGroup }
  return Float64Array.from([...numbersOf(own), ...sums])
}

/**
 * Merges the totals of the cells so far with those of the next one.
 *
 * @param total - Totals of the cells so far.
 * @param next - Totals of the next cell.
 * @returns Counts and sums of all of them; the sizes of the smallest and the largest.
 */
export function mergedCells(total: Totals, next: Totals): Totals {
  const [before, own] = [cellSizes(total), cellSizes(next)]
  const sizes = {
    cells: before.cells + own.cells,
    least: Math.min(before.least, own.least),
    most: Math.max(before.most, own.most),
    groups: before.groups + own.groups,
    leastGroup: Math.min(before.leastGroup, own.leastGroup),
  }
  const sums = cellSums(next)
  return Float64Array.from([...numbersOf(sizes), ...cellSums(total).map((sum, k) => sum + sums[k])])
}

/** Factor above the wanted size from which on a block of records is reported: medians come from a sample. */
const LARGER = 1.5

/**
 * Reports the cells of a file and their information loss.
 *
 * @param sizes - Their counts.
 * @param wanted - Maximum number of records wanted per cell.
 * @param loss - SSE/SST in percent, if something varies.
 * @returns The sentences.
 */
export function cellSentences(
  { cells, least, most }: CellSizes,
  wanted: number,
  loss: number | undefined,
): readonly string[] {
  const blocks = cells === 1 ? `one block of ${most} records` : `${cells} blocks of ${least} to ${most} records`
  const lost =
    loss === undefined ? '' : `: ${loss.toPrecision(3)} % of the squared distances is lost within groups (IL = SSE/SST)`
  const large =
    `a block has ${most} records, more than the ${wanted} of inBlocks: too many records have equal values to ` +
    'cut a column further'
  return [`masked in ${blocks}${lost}`, ...(most > LARGER * wanted ? [large] : [])]
}

/**
 * Reports groups: SSE, SST, the number of groups, and IL (%) if something varies.
 *
 * @param groups - Number of groups.
 * @param sse - Sum of squared distances within groups.
 * @param sst - The same with all records in one group.
 * @returns The numbers by their names in the report.
 */
export function groupingReport(groups: number, sse: number, sst: number): ReadonlyMap<string, number> {
  const report = new Map([
    ['SSE', sse],
    ['SST', sst],
    ['groups', groups],
  ])
  if (sst > 0) report.set('IL (%)', (100 * sse) / sst)
  return report
}
