import type { Highs } from 'highs'
import { openLoaded, type OpenProgram, type Program, type Solution } from '../solver/program.js'

/** Suppressed cells that relations join, by their places from 0, and how far each can be from its true value. */
export interface ComponentShape {
  /** Relation r has the places `columns[k]` with the signs `signs[k]`, k from `starts[r]`. */
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly signs: Float64Array
  readonly below: Float64Array
  readonly above: Float64Array
}

/** The farthest that a weighted sum of deviations can go. */
export interface Farthest {
  /** ∞ where nothing bounds it. */
  readonly reach: number
  /** The deviations that reach it; empty where it is unbounded. */
  readonly deviations: Float64Array
  /** A multiplier for each relation, that proves it; empty where it is unbounded. */
  readonly multipliers: Float64Array
  /** What the solver's tolerance amounts to: a deviation below it may be none. */
  readonly noise: number
}

/** The linear programs of one component, held by the solver. */
export interface ComponentProgram {
  /** The greatest deviation of one place upward (1), or downward (−1); never below 0. */
  farthest(place: number, direction: 1 | -1, guess?: number): Farthest
  /** The units that answers are found in, the least first. */
  readonly units: readonly number[]
  /** Deviations whose weighted sum is greatest, in one of the units; undefined where it has no bound. */
  together(weights: Float64Array, unit: number): Farthest | undefined
  /** Among places without a bound on one side, those that can go there without end. */
  unbounded(direction: 1 | -1): Uint8Array
  /** The places that cannot move at all, in whatever direction the others go: decided apart from magnitudes. */
  frozen(): Uint8Array
  /** Whether a place can move at all in a direction: decided apart from the magnitudes of the values. */
  moves(place: number, direction: 1 | -1): boolean
  /** Places that are known and do not move, until others are held. */
  hold(places: Int32Array): void
  close(): void
}

/** The solver's tolerances are 1e-7 of the unit it works in. */
const TOLERANCE = 1e-7
/** Beyond so many units double precision would not tell one unit from its tolerance any more. */
const SPAN = 1e8
/** How far the unit moves where an answer is out of its span, or lost in its tolerance. */
const STEP = 2 ** 13

/**
 * Opens the programs `max ±d_c` with Σ sign·d = 0 in every relation and −below ≤ d ≤ above. The unit is chosen so that the
 * answer can be told from the solver's tolerance: where the values of a component lie within a factor of 10^8 of each
 * other it is the least room of them; else it is found for each cell. Rooms far above the unit are cut to 10^8 units for the
 * while, and where such a cut is what bounds the answer, the unit grows; where the answer is lost in the tolerance, it shrinks.
 *
 * @param highs - The solver.
 * @param shape - Relations and rooms.
 * @returns The programs, open until closed.
 */
export function openComponent(highs: Highs, shape: ComponentShape): ComponentProgram {
  const { starts, columns, signs, below, above } = shape
  const size = below.length
  const rooms = [...below, ...above].filter((room) => room > 0 && room < Infinity)
  const least = unit(rooms.reduce((a, b) => Math.min(a, b), rooms.length > 0 ? Infinity : 1))
  const greatest = rooms.reduce((a, b) => Math.max(a, b), 0)
  const units = [least]
  while (greatest > SPAN * units[units.length - 1]) units.push(units[units.length - 1] * STEP)
  const everywhere = Int32Array.from({ length: size }, (_, i) => i)
  const held = new Uint8Array(size)
  let program: OpenProgram | undefined
  /** The unit of the bounds that the program has; 0 for the cone of directions in the unit box, −1 for none. */
  let now = -1

  const lowerAt = (i: number, scale: number): number => -cut(held[i] ? 0 : below[i], scale)
  const upperAt = (i: number, scale: number): number => cut(held[i] ? 0 : above[i], scale)
  const bounded = (scale: number): OpenProgram => {
    if (program !== undefined && now === scale) return program
    const lower = Float64Array.from(everywhere, (i) => lowerAt(i, scale))
    const upper = Float64Array.from(everywhere, (i) => upperAt(i, scale))
    now = scale
    if (program !== undefined) {
      program.setBounds(everywhere, lower, upper)
      return program
    }
    const none = new Float64Array(starts.length - 1)
    const rows: Program['rows'] = { lower: none, upper: none, starts, columns, values: signs }
    return (program = openLoaded(highs, { cost: new Float64Array(size), lower, upper, rows }))
  }
  const attempt = (which: Int32Array, cost: Float64Array, scale: number): Solution => {
    const open = bounded(scale)
    open.setCost(which, cost)
    const solution = open.solve()
    open.setCost(which, new Float64Array(which.length))
    return solution
  }
  const solve = (which: Int32Array, weights: Float64Array, scale: number): Farthest | undefined => {
    const cost = weights.map((weight) => -weight)
    let solution = attempt(which, cost, scale)
    if (solution.state === 'stopped' || solution.state === 'infeasible') {
      // The truth is feasible, so that the solver lost its way from where the last program ended: begin anew.
      program?.close()
      program = undefined
      solution = attempt(which, cost, scale)
    }
    const { state, objective, x, rowDuals } = solution
    if (state === 'unbounded') return undefined
    if (state !== 'optimal') throw new Error(`a program of the attacker ended ${state}`)
    const by = scale || 1
    return {
      reach: Math.max(0, -objective * by),
      deviations: x.map((d) => d * by),
      multipliers: rowDuals.map((dual) => -dual),
      noise: TOLERANCE * by,
    }
  }
  const isCut = (scale: number): boolean => greatest > SPAN * scale
  const cutBinds = ({ deviations }: Farthest, scale: number): boolean =>
    isCut(scale) &&
    deviations.some((d, i) => {
      if (held[i]) return false
      const room = d < 0 ? below[i] : above[i]
      return room < Infinity && room > SPAN * scale && Math.abs(d) > 0.999 * SPAN * scale
    })

  const endless = (): Farthest => ({
    reach: Infinity,
    deviations: new Float64Array(),
    multipliers: new Float64Array(),
    noise: 0,
  })
  const sole = (place: number, direction: number): [Int32Array, Float64Array] => [
    Int32Array.of(place),
    Float64Array.of(direction),
  ]

  return {
    farthest(place, direction, guess = Infinity) {
      // The greatest unit that is not above the answer, as far as it can be guessed.
      let u = Math.max(
        0,
        units.findLastIndex((one) => one <= guess),
      )
      let grown = false
      for (;;) {
        const found = solve(...sole(place, direction), units[u])
        if (found === undefined) return endless()
        if (cutBinds(found, units[u]) && u + 1 < units.length) {
          u++
          grown = true
        } else if (!grown && u > 0 && found.reach < units[u] / 64) u--
        else return found
      }
    },
    units,
    together: (weights, u) => solve(everywhere, weights, units[u]),
    unbounded(direction) {
      const room = direction > 0 ? above : below
      const found = new Uint8Array(size)
      for (;;) {
        const rest = everywhere.filter((i) => room[i] === Infinity && !held[i] && !found[i])
        if (rest.length === 0) return found
        const { deviations, reach } = inCone(rest, direction)
        if (reach < CONE) return found
        let more = false
        for (const i of rest) if (direction * deviations[i] > CONE) found[i] = Number((more = true))
        if (!more) return found
      }
    },
    frozen() {
      // Where neither a sum with weights of no pattern nor its opposite can move, none of its terms can.
      const still = new Uint8Array(size).fill(1)
      for (;;) {
        const rest = everywhere.filter((i) => still[i] === 1)
        if (rest.length === 0) return still
        let more = false
        for (const direction of [1, -1]) {
          const weights = Float64Array.from(rest, (i) => direction * (1 + mixed(i)))
          const found = solve(rest, weights, 0)
          if (!found || found.reach < CONE) continue
          for (const i of rest) if (still[i] && Math.abs(found.deviations[i]) > CONE) still[i] = Number(!(more = true))
        }
        if (!more) return still
      }
    },
    moves(place, direction) {
      const found = solve(...sole(place, direction), 0)
      return found === undefined || found.reach > CONE
    },
    hold(places) {
      held.fill(0)
      for (const place of places) held[place] = 1
      now = -1
    },
    close: () => program?.close(),
  }

  /** The cone of endless directions, within the unit box. */
  function inCone(which: Int32Array, direction: number): { deviations: Float64Array; reach: number } {
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
  }
}

/** In the unit box every corner is a ratio of small whole numbers: what is below this is nothing. */
const CONE = 1e-6

/** A room in units, cut to the span; in the unit box (scale 0) all that is not 0 is 1. */
function cut(room: number, scale: number): number {
  if (scale === 0) return room > 0 ? 1 : 0
  return room === Infinity ? Infinity : Math.min(room / scale, SPAN)
}

/** The power of 2 at or below a number: numbers are divided by it without rounding. */
function unit(size: number): number {
  if (!(size > 0) || size === Infinity) return 1
  let power = 1
  while (power > size) power /= 2
  while (power * 2 <= size) power *= 2
  return power
}

/** A number between 0 and 1 for each place, of no pattern: no sum of a few of them, with signs, is that of others. */
function mixed(place: number): number {
  let hash = Math.imul(place + 1, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
