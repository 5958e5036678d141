import type { Highs } from 'highs'
import { openLoaded, type OpenProgram, type Program, type Solution } from '../solver/program.js'

/** Connected suppressed cells by their places from 0, and the possible deviations of each from its true value. */
export interface ComponentShape {
  /** Relation r has the places `columns[k]` with the signs `signs[k]`, k from `starts[r]`. */
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly signs: Float64Array
  readonly below: Float64Array
  readonly above: Float64Array
}

/** Largest value of a weighted sum of deviations. */
export interface Farthest {
  /** ∞ if unbounded. */
  readonly reach: number
  /** The deviations that attain it; empty if unbounded. */
  readonly deviations: Float64Array
  /** A multiplier for each relation, as proof; empty if unbounded. */
  readonly multipliers: Float64Array
  /** The solver's tolerance: a smaller deviation may be 0. */
  readonly noise: number
}

/** The solver's tolerances are 1e-7 of the unit it works in. */
const TOLERANCE = 1e-7
/** Beyond this number of units, double precision cannot separate one unit from the tolerance. */
export const SPAN = 1e8

/** The programs of a component with bounds in a given unit, kept open in the solver. */
export interface ComponentSolver {
  /** Deviations with the greatest weighted sum of some places; undefined if unbounded. Unit 0 is the unit box. */
  solve(which: Int32Array, weights: Float64Array, unit: number): Farthest | undefined
  /** The same for unbounded places in the cone of unbounded directions, within the unit box. */
  inCone(which: Int32Array, direction: 1 | -1): Pick<Farthest, 'deviations' | 'reach'>
  /** Fixes known places, until others are fixed. */
  hold(places: Int32Array): void
  isHeld(place: number): boolean
  close(): void
}

/**
 * Opens the program `max Σ weight·d` with Σ sign·d = 0 in every relation and −below ≤ d ≤ above. Bounds are changed only
 * if the unit does.
 *
 * @param highs - The solver.
 * @param shape - Relations and rooms.
 * @param least - Unit of the first bounds.
 * @returns The program, to be closed after use.
 */
export function openComponentSolver(
  highs: Highs,
  { starts, columns, signs, below, above }: ComponentShape,
  least: number,
): ComponentSolver {
  const size = below.length
  const everywhere = Int32Array.from({ length: size }, (_, i) => i)
  const held = new Uint8Array(size)
  let program: OpenProgram | undefined
  /** Unit of the program's present bounds; 0 for the unit box, −1 for others. */
  let now = -1
  return {
    solve(which, weights, unit) {
      const cost = weights.map((weight) => -weight)
      let solution = attempt(which, cost, unit)
      if (solution.state === 'stopped' || solution.state === 'infeasible') {
        // The truth is feasible, so the solver failed from its last basis: start anew.
        program?.close()
        program = undefined
        solution = attempt(which, cost, unit)
      }
      const { state, objective, x, rowDuals } = solution
      if (state === 'unbounded') return undefined
      if (state !== 'optimal') throw new Error(`a program of the attacker ended ${state}`)
      const by = unit || 1
      return {
        reach: Math.max(0, -objective * by),
        deviations: x.map((d) => d * by),
        multipliers: rowDuals.map((dual) => -dual),
        noise: TOLERANCE * by,
      }
    },
    inCone(which, direction) {
      const open = bounded(least)
      const boxed = (room: number, i: number): number => (room === Infinity && !held[i] ? 1 : 0)
      open.setBounds(
        everywhere,
        below.map((room, i) => -boxed(room, i)),
        above.map(boxed),
      )
      now = -1
      open.setCost(which, new Float64Array(which.length).fill(-direction))
      const { state, objective, x } = open.solve()
      open.setCost(which, new Float64Array(which.length))
      if (state !== 'optimal') throw new Error(`a program of the attacker ended ${state}`)
      return { deviations: x, reach: -objective }
    },
    hold(places) {
      held.fill(0)
      for (const place of places) held[place] = 1
      now = -1
    },
    isHeld: (place) => held[place] === 1,
    close: () => program?.close(),
  }

  function attempt(which: Int32Array, cost: Float64Array, unit: number): Solution {
    const open = bounded(unit)
    open.setCost(which, cost)
    const solution = open.solve()
    open.setCost(which, new Float64Array(which.length))
    return solution
  }

  /** The program with its bounds in a unit. */
  function bounded(unit: number): OpenProgram {
    if (program !== undefined && now === unit) return program
    const lower = below.map((room, i) => -cut(held[i] ? 0 : room, unit))
    const upper = above.map((room, i) => cut(held[i] ? 0 : room, unit))
    now = unit
    if (program !== undefined) {
      program.setBounds(everywhere, lower, upper)
      return program
    }
    const none = new Float64Array(starts.length - 1)
    const rows: Program['rows'] = { lower: none, upper: none, starts, columns, values: signs }
    return (program = openLoaded(highs, { cost: new Float64Array(size), lower, upper, rows }))
  }
}

/** A room in units, cut to the span; in the unit box (unit 0) every positive room is 1. */
function cut(room: number, unit: number): number {
  if (unit === 0) return room > 0 ? 1 : 0
  return room === Infinity ? Infinity : Math.min(room / unit, SPAN)
}
