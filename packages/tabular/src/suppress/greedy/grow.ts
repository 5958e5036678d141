import { SdcError } from '@sdc/core'
import { cellName } from '../../table/cell-name.js'
import type { SuppressionProblem } from '../problem.js'
import type { Demand, Demands, Span } from '../search/demands.js'
import { meets, TOLERANCE, type Deviation, type DeviationSearch } from '../search/deviation.js'
import type { Pattern } from '../search/pattern.js'

/**
 * Meets the demands one after the other, each as cheaply as the search can beside what is suppressed already.
 *
 * @param problem - For messages, and the room of the cells.
 * @param pattern - It is changed.
 * @param search - Where deviations come from.
 * @param order - The demands, by their places in the pattern.
 * @param tick - Called before each.
 * @throws INFEASIBLE with the cell and the greatest level that it can have
 */
export function grow(
  problem: SuppressionProblem,
  pattern: Pattern,
  search: DeviationSearch,
  order: Iterable<number>,
  tick: () => void,
): void {
  const { demands, prices } = pattern
  const of = new Map<number, number[]>()
  demands.forEach(({ cell }, k) => of.set(cell, [...(of.get(cell) ?? []), k]))
  for (const k of order) {
    if (pattern.deviation(k)) continue
    tick()
    const demand = demands[k]
    const found = search.cheapest(demand, prices) ?? farthest(problem, demand, search, prices)
    pattern.set(k, found)
    // What it meets besides costs nothing more.
    for (const cell of found.cells)
      for (const other of of.get(cell) ?? [])
        if (!pattern.deviation(other) && meets(problem.room, found, demands[other])) pattern.set(other, found)
  }
}

/** The deviation that takes a cell as far as it can go. */
function farthest(
  problem: SuppressionProblem,
  demand: Demand,
  search: DeviationSearch,
  prices: Float64Array,
): Deviation {
  const { level, deviation } = search.farthest(demand, prices)
  if (level < demand.level * (1 - TOLERANCE)) throw infeasible(problem, demand, level)
  return deviation
}

/** The largest level first: what it suppresses is wide enough for many others. */
export function largestFirst(demands: readonly Demand[]): number[] {
  return [...demands.keys()].sort((a, b) => demands[b].level - demands[a].level || a - b)
}

/** The two sides of a span, as equal as the room below and above allows. */
function split({ cell, width, lower, upper, knows }: Span, down: number, up: number): Demand[] {
  const below = Math.min(down, Math.max(lower + (width - lower - upper) / 2, width - up))
  const sides: Demand[] = [
    { cell, knows, direction: 1, level: width - below },
    { cell, knows, direction: -1, level: below },
  ]
  return sides.filter(({ level }) => level > 0)
}

/**
 * The sides that a sliding level comes down to: half of what is missing on each side, or as much as there can be.
 *
 * @param problem - For messages, and what may be suppressed.
 * @param demands - Sides and spans.
 * @param search - Tells how far a cell can go.
 * @param prices - ∞ where a cell must be published.
 * @returns The sides, with those of the spans as wide as these need.
 * @throws INFEASIBLE where there is no room for a span
 */
export function sidesOf(
  problem: SuppressionProblem,
  { sides, spans }: Demands,
  search: DeviationSearch,
  prices: Float64Array,
): Demand[] {
  if (spans.length === 0) return [...sides]
  const spanned = spans.flatMap((span): Demand[] => {
    const half = split(span, problem.room.below[span.cell], problem.room.above[span.cell])
    if (half.every((side) => search.cheapest(side, prices))) return half
    const wanted = { cell: span.cell, knows: span.knows, level: span.width }
    const [down, up] = ([-1, 1] as const).map((direction) => search.farthest({ ...wanted, direction }, prices).level)
    if (down + up < span.width * (1 - TOLERANCE)) throw infeasible(problem, { ...wanted, direction: 0 }, down + up)
    return split(span, down, up)
  })
  const replaced = new Set(spans.map(({ cell, knows }) => `${cell},${knows.join()}`))
  return [...sides.filter(({ cell, knows }) => !replaced.has(`${cell},${knows.join()}`)), ...spanned]
}

function infeasible(
  { table }: SuppressionProblem,
  { cell, direction, level, knows }: Omit<Demand, 'direction'> & { readonly direction: -1 | 0 | 1 },
  most: number,
): SdcError {
  const side = { '-1': 'below its value', 0: 'of width', 1: 'above its value' }[direction]
  const whom = knows.length > 0 ? ` from whoever is alone in ${cellName(table, knows[0])}` : ''
  const message = `${cellName(table, cell)} cannot keep its level of ${figure(level)} ${side}${whom}: with every cell suppressed that may be, the greatest that it can have is ${figure(most)}`
  const advice = 'Ask for less, or allow more cells to be suppressed (cells of value 0, totals that are fixed).'
  return new SdcError('INFEASIBLE', message, { row: cell + 1 }, advice)
}

const figure = (value: number): string => String(Number(value.toPrecision(9)))
