import { displayWidth } from './display-width.js'
import type { TextColumn } from './text-column.js'

/** A column that is shown, and its width. */
export interface FittedColumn {
  /** Index among all columns. */
  readonly at: number
  readonly width: number
}

/** Least width of a column of words, unless nothing else helps. */
export const LEAST_WORDS = 16
/** Most cells reserved for the longest word of the name of a column of numbers. */
const LEAST_NAME = 18

/**
 * Chooses the columns that a line has room for, and their widths. If not all fit, columns of words are narrowed, the
 * widest first, down to their least width. Then columns are left out, those of the greatest rank first, and the last
 * one among equals. Names above numbers are broken at blanks. Numbers are cut only if those of rank 0 alone are too
 * wide.
 *
 * @param columns - The columns with their names.
 * @param cells - Width of the widest cell of each column.
 * @param room - Greatest width of a line.
 * @param gap - Number of blanks between two columns.
 * @returns The columns that are shown, in their order.
 */
export function fittedColumns(
  columns: readonly TextColumn[],
  cells: readonly number[],
  room: number,
  gap: number,
): FittedColumn[] {
  const names = columns.map(({ name }) => displayWidth(name))
  const wanted = withGroups(columns, columns.map((_, j) => Math.max(names[j], cells[j])), gap) // oxfmt-ignore
  const least = columns.map(({ align, least = LEAST_WORDS }, j) =>
    align === 'left'
      ? Math.min(wanted[j], least)
      : Math.max(cells[j], Math.min(longestWord(columns[j].name), LEAST_NAME)),
  )
  let kept = columns.map((_, j) => j)
  const sum = (widths: readonly number[]): number =>
    kept.reduce((total, j) => total + widths[j], gap * Math.max(0, kept.length - 1))
  while (sum(least) > room) {
    const worst = kept.reduce((a, b) => (rankOf(columns[b]) >= rankOf(columns[a]) ? b : a))
    if (rankOf(columns[worst]) === 0) break
    kept = kept.filter((j) => j !== worst)
  }
  const widths = withGroups(columns, wanted, gap, kept)
  const words = kept.filter((j) => columns[j].align === 'left')
  narrow(widths, words, least, () => sum(widths) - room)
  narrow(widths, kept.filter((j) => columns[j].align === 'right'), least, () => sum(widths) - room) // oxfmt-ignore
  narrow(widths, words, widths.map(() => 4), () => sum(widths) - room) // oxfmt-ignore
  narrow(widths, kept, widths.map(() => 1), () => sum(widths) - room) // oxfmt-ignore
  return kept.map((at) => ({ at, width: widths[at] }))
}

function longestWord(name: string): number {
  return name.split(' ').reduce((most, word) => Math.max(most, displayWidth(word)), 0)
}

function rankOf({ rank = 1 }: TextColumn): number {
  return rank
}

/** Returns the widths, with the last column of a group widened if the group's name is wider than its columns. */
function withGroups(
  columns: readonly TextColumn[],
  widths: readonly number[],
  gap: number,
  kept: readonly number[] = columns.map((_, j) => j),
): number[] {
  const wider = [...widths]
  for (let from = 0; from < kept.length;) {
    const { group = '' } = columns[kept[from]]
    const isOther = (j: number, i: number): boolean => i > 0 && (group === '' || columns[j].group !== group)
    const end = kept.slice(from).findIndex(isOther)
    const to = end < 0 ? kept.length - 1 : from + end - 1
    const span = kept.slice(from, to + 1).reduce((total, j) => total + wider[j], gap * (to - from))
    wider[kept[to]] += Math.max(0, displayWidth(group) - span)
    from = to + 1
  }
  return wider
}

/** Narrows the widest of some columns, one cell at a time, until there is no excess or all are at their least width. */
function narrow(widths: number[], which: readonly number[], least: readonly number[], excess: () => number): void {
  for (let over = excess(); over > 0; over--) {
    const able = which.filter((j) => widths[j] > least[j])
    if (able.length === 0) return
    const widest = able.reduce((a, b) => (widths[b] > widths[a] ? b : a))
    widths[widest]--
  }
}
