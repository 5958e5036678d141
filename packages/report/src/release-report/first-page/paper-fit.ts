import { textWidth } from '../../text.js'
import { shownName } from '../page/page-text.js'

/** Millimetres of a point. */
const POINT = 25.4 / 72
/** Words do not fill their lines to the end. */
const RAGGED = 1.1
/** Sums of millimetres are not exact. */
const ROUNDING = 1e-6

/** About how many lines a text takes on paper: rather one too many, and `most` at most, since the rest is cut there. */
export function linesOf(text: string, width: number, size: number, most: number): number {
  const needed = (textWidth(shownName(text, 2000), size) * POINT) / width
  return Math.max(1, Math.min(most, Math.ceil(needed <= 1 ? needed : needed * RAGGED)))
}

/** Whether a text is cut where it may take so many lines. */
export function isCut(text: string, width: number, size: number, most: number): boolean {
  return linesOf(text, width, size, most + 1) > most
}

/** A list of which a page shows the beginning. */
export interface Fitted<Item> {
  readonly shown: readonly Item[]
  readonly left: readonly Item[]
}

/** As many items as there is room for; where not all have it, there is room for a line that says so. */
export function fitted<Item>(
  items: readonly Item[],
  height: (item: Item) => number,
  room: number,
  line: number,
): Fitted<Item> {
  const whole = items.reduce((sum, item) => sum + height(item), 0)
  if (whole <= room + ROUNDING) return { shown: items, left: [] }
  let used = line
  const count = items.findIndex((item) => (used += height(item)) > room + ROUNDING)
  return { shown: items.slice(0, count), left: items.slice(count) }
}

/** How much of a room each of several parts gets: its share at least where it needs it, and of what others leave the first first. */
export function shared(needs: readonly number[], shares: readonly number[], room: number): number[] {
  const given = needs.map((need, i) => Math.min(need, shares[i] * room))
  let rest = room - given.reduce((sum, one) => sum + one, 0)
  for (const [i, need] of needs.entries()) {
    const more = Math.min(rest, need - given[i])
    given[i] += more
    rest -= more
  }
  return given
}
