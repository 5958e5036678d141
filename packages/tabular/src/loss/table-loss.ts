import type { Table, TableResult } from '@sdc/core'
import { innerCells } from '../table/inner-cells.js'
import { hellingerDistance } from './hellinger-distance.js'

/** A number, or null with the reason. */
export interface LossFigure {
  readonly value: number | null
  readonly reason?: string | undefined
}

/** Information loss of a protected table by figure; `tableLossTitles` has the titles. */
export type TableLoss = Readonly<Record<keyof typeof tableLossTitles, LossFigure>>

/** Titles of the figures of a table's information loss, in print order. */
export const tableLossTitles = {
  cells: 'cells',
  suppressed: 'suppressed cells',
  suppressedPercent: 'suppressed cells, % of all cells',
  suppressedValue: 'value of the suppressed cells, including totals',
  suppressedInnerPercent: 'value of the suppressed inner cells, % of all inner cells',
  mergedCells: 'cells after merging',
  changed: 'changed cells',
  meanChange: 'mean absolute change of a published cell',
  greatestChange: 'largest absolute change',
  meanRelativeChange: 'mean absolute change of a published nonzero cell, % of its value',
  greatestRelativeChange: 'largest relative change, % of the value of the cell',
  falsePresence: 'cells of 0 that are published as another value',
  falseAbsence: 'other cells that are published as 0',
  hellinger: 'Hellinger distance of the inner cells, 0 to 1',
} as const

/**
 * Computes the information loss of a protected table. Absolute values of cells are added. Changes |y − x| are over all
 * shown cells including totals, relative ones over those with x ≠ 0. The Hellinger distance compares the inner cells as
 * shares of their sum, √(½ Σ (√(x/Σx) − √(y/Σy))²), independently of the total. O(cells).
 *
 * @param table - True table.
 * @param result - Protected cells.
 * @returns The figures; null with the reason if one does not apply.
 */
export function tableLoss(table: Table, result: TableResult): TableLoss {
  const { values: truth } = table
  const { status, values, table: merged } = result
  const cells = Array.from(truth.keys())
  const inner = innerCells(table)
  const size = (some: readonly number[]): number => some.reduce((sum, c) => sum + Math.abs(truth[c]), 0)
  const isInner = (c: number): boolean => inner[c] === 1
  const hidden = cells.filter((c) => status[c] > 0)
  const whole = size(cells.filter(isInner))
  return {
    cells: { value: truth.length },
    suppressed: { value: hidden.length },
    suppressedPercent: share(hidden.length, truth.length, 'the table has no cells'),
    suppressedValue: { value: size(hidden) },
    suppressedInnerPercent: share(size(hidden.filter(isInner)), whole, 'all inner cells are 0'),
    mergedCells: merged ? { value: merged.values.length } : none('nothing was merged'),
    ...changes(truth, result),
    hellinger: values
      ? hellingerFigure(truth, values, cells, isInner, hidden)
      : none(merged ? 'the merged table has other cells' : 'no value was changed'),
  }
}

function changes(
  truth: Float64Array,
  { status, values, table: merged }: TableResult,
): Omit<TableLoss, 'cells' | 'hellinger' | 'mergedCells' | `suppressed${string}`> {
  if (!values) {
    const why = none(merged ? 'the merged table has other cells' : 'no value was changed')
    return {
      changed: why,
      meanChange: why,
      greatestChange: why,
      meanRelativeChange: why,
      greatestRelativeChange: why,
      falsePresence: why,
      falseAbsence: why,
    }
  }
  let [shown, changed, sum, greatest] = [0, 0, 0, 0]
  let [nonZero, relativeSum, greatestRelative] = [0, 0, 0]
  let [presence, absence] = [0, 0]
  truth.forEach((x, c) => {
    if (status[c] > 0) return
    const change = Math.abs(values[c] - x)
    shown++
    if (change > 0) changed++
    sum += change
    greatest = Math.max(greatest, change)
    if (x === 0) {
      if (values[c] !== 0) presence++
      return
    }
    if (values[c] === 0) absence++
    nonZero++
    relativeSum += change / Math.abs(x)
    greatestRelative = Math.max(greatestRelative, change / Math.abs(x))
  })
  const noneShown = 'no cell is published'
  const allZero = shown === 0 ? noneShown : 'every published cell was 0'
  return {
    changed: { value: changed },
    meanChange: shown > 0 ? { value: sum / shown } : none(noneShown),
    greatestChange: shown > 0 ? { value: greatest } : none(noneShown),
    meanRelativeChange: nonZero > 0 ? { value: (100 * relativeSum) / nonZero } : none(allZero),
    greatestRelativeChange: nonZero > 0 ? { value: 100 * greatestRelative } : none(allZero),
    falsePresence: { value: presence },
    falseAbsence: { value: absence },
  }
}

function hellingerFigure(
  truth: Float64Array,
  values: Float64Array,
  cells: readonly number[],
  isInner: (c: number) => boolean,
  hidden: readonly number[],
): LossFigure {
  if (hidden.some(isInner)) return none('suppressed inner cells have no value')
  const own = cells.filter(isInner)
  const [before, after] = [truth, values].map((numbers) => Float64Array.from(own, (c) => numbers[c]))
  if (before.some((x) => x < 0) || after.some((y) => y < 0)) return none('an inner cell is negative')
  const distance = hellingerDistance(before, after)
  return distance === undefined ? none('all inner cells are 0, before or after protection') : { value: distance }
}

function share(part: number, whole: number, reason: string): LossFigure {
  return whole > 0 ? { value: (100 * part) / whole } : none(reason)
}

function none(reason: string): LossFigure {
  return { value: null, reason }
}
