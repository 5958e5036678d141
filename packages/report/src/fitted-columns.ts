import { displayWidth } from './display-width.js'
import type { TextColumn } from './text-column.js'

/** A column that is shown, and how wide. */
export interface FittedColumn {
  /** Its place among all. */
  readonly at: number
  readonly width: number
}

/** Columns of words are not cut below this, unless nothing else helps. */
export const LEAST_WORDS = 16
/** Most cells that the longest word of a name above numbers keeps. */
const LEAST_NAME = 18

/**
 * Which columns a line has room for, and how wide each of them is. All that fit are as wide as they would be; else columns
 * of words give way, the widest first, down to their least; then columns are left out, those of the greatest rank first,
 * of equal rank the last. Names above numbers are broken at blanks. Numbers are cut only where those of rank 0 alone are too wide.
 *
 * @param columns - The columns with their names.
 * @param cells - The width of the widest cell of each.
 * @param room - How wide a line may be.
 * @param gap - The blanks between two columns.
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

/** Widths with the last column of each group widened where the group's name is wider than all its columns. */
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

/** Takes from the widest of some columns what is too much, a cell at a time, none below its least. */
function narrow(widths: number[], which: readonly number[], least: readonly number[], excess: () => number): void {
  for (let over = excess(); over > 0; over--) {
    const able = which.filter((j) => widths[j] > least[j])
    if (able.length === 0) return
    const widest = able.reduce((a, b) => (widths[b] > widths[a] ? b : a))
    widths[widest]--
  }
}
