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

/** Linear programs of one component, kept open in the solver. */
export interface ComponentProgram {
  /** Greatest deviation of one place upward (1) or downward (−1); never below 0. */
  farthest(place: number, direction: 1 | -1, guess?: number): Farthest
  /** Units of the answers, the least first. */
  readonly units: readonly number[]
  /** Deviations with the greatest weighted sum, in one of the units; undefined if unbounded. */
  together(weights: Float64Array, unit: number): Farthest | undefined
  /** Places that are unbounded in a direction. */
  unbounded(direction: 1 | -1): Uint8Array
  /** Places that cannot move in either direction; independent of magnitudes. */
  frozen(): Uint8Array
  /** True if a place can move in a direction; independent of the magnitudes of the values. */
  moves(place: number, direction: 1 | -1): boolean
  /** Fixes known places, until others are fixed. */
  hold(places: Int32Array): void
  close(): void
}

/** The solver's tolerances are 1e-7 of the unit it works in. */
const TOLERANCE = 1e-7
/** Beyond this number of units, double precision cannot separate one unit from the tolerance. */
const SPAN = 1e8
/** Factor by which the unit changes if an answer is out of its span or within its tolerance. */
const STEP = 2 ** 13

/**
 * Opens the programs `max ±d_c` with Σ sign·d = 0 in every relation and −below ≤ d ≤ above. The unit is chosen such
 * that the answer exceeds the solver's tolerance. If the values of a component lie within a factor of 10^8 of each
 * other, it is their least room; else it is found for each cell. Rooms far above the unit are temporarily cut to 10^8
 * units. If such a cut limits the answer, the unit grows; if the answer is within the tolerance, it shrinks.
 *
 * @param highs - The solver.
 * @param shape - Relations and rooms.
 * @returns The programs, to be closed after use.
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
  /** Unit of the program's present bounds; 0 for the cone of directions in the unit box, −1 for none. */
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
      // The truth is feasible, so the solver failed from its last basis: start anew.
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
      // The greatest unit not above the guessed answer.
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
      // If a sum with irregular weights and its opposite cannot move, none of its terms can.
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

  /** Solves in the cone of unbounded directions, within the unit box. */
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

/** In the unit box every corner is a ratio of small whole numbers: smaller values are 0. */
const CONE = 1e-6

/** A room in units, cut to the span; in the unit box (scale 0) every positive room is 1. */
function cut(room: number, scale: number): number {
  if (scale === 0) return room > 0 ? 1 : 0
  return room === Infinity ? Infinity : Math.min(room / scale, SPAN)
}

/** The power of 2 at or below a number: division by it is exact. */
function unit(size: number): number {
  if (!(size > 0) || size === Infinity) return 1
  let power = 1
  while (power > size) power /= 2
  while (power * 2 <= size) power *= 2
  return power
}

/** Returns an irregular number between 0 and 1 for each place: no signed sum of a few of them equals that of others. */
function mixed(place: number): number {
  let hash = Math.imul(place + 1, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
