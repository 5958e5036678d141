import type { SuppressionProblem } from '../problem.js'
import type { Demand } from './demands.js'

/**
 * What an attacker cannot exclude: differences of the cells to their true values that keep every relation and every bound.
 * It shows that a demand is met wherever all of its cells are suppressed.
 */
export interface Deviation {
  /** In order. */
  readonly cells: Int32Array
  /** In the unit of the table. */
  readonly differences: Float64Array
}

/** Finds deviations: what meets a demand, at as little cost as it can. */
export interface DeviationSearch {
  /** How often it can be asked in a few seconds, about: by the size of the table, not by the clock. */
  readonly calls: number
  /**
   * @param demand - What is to be met.
   * @param prices - What each cell costs to use: 0 where it is suppressed already, ∞ where it may not be used.
   * @returns A deviation; undefined where there is none of allowed cells only.
   */
  cheapest(demand: Demand, prices: Float64Array): Deviation | undefined
  /** Some deviation of free cells (prices of 0). Quick: there may be one where it finds none. */
  another(demand: Demand, prices: Float64Array): Deviation | undefined
  /** How far the sensitive cell can go with the allowed cells (prices below ∞), up to the level; and with which deviation. */
  farthest(demand: Demand, prices: Float64Array): { readonly level: number; readonly deviation: Deviation }
  close(): void
}

/** How much of a level may be missing, and how much of a bound passed: the numbers of a solver are no closer. */
export const TOLERANCE = 1e-7

/**
 * Whether a deviation that was found for one demand meets another: all of its differences times the one factor that
 * gives the other cell its level must keep the bounds.
 *
 * @param room - How far the cells can be from their true values.
 * @param deviation - It keeps the relations.
 * @param demand - The other demand.
 * @returns True where it does.
 */
export function meets({ below, above }: SuppressionProblem['room'], deviation: Deviation, demand: Demand): boolean {
  const { cells, differences } = deviation
  const at = cells.indexOf(demand.cell)
  if (at < 0) return false
  const factor = (demand.direction * demand.level) / differences[at]
  return cells.every((cell, i) => {
    const difference = factor * differences[i]
    return (
      difference <= above[cell] * (1 + TOLERANCE) &&
      -difference <= below[cell] * (1 + TOLERANCE) &&
      !demand.knows.includes(cell)
    )
  })
}

/** What `another` is of a search that finds quickly how far a cell can go: that deviation, if it is far enough. */
export function farEnough(
  farthest: DeviationSearch['farthest'],
  demand: Demand,
  prices: Float64Array,
): Deviation | undefined {
  const { level, deviation } = farthest(demand, prices)
  return level >= demand.level * (1 - TOLERANCE) ? deviation : undefined
}
