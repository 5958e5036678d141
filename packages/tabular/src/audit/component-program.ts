import type { Highs } from 'highs'
import { openComponentSolver, SPAN, type ComponentShape, type Farthest } from './component-solver.js'

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

/** Factor by which the unit changes if an answer is out of its span or within its tolerance. */
const STEP = 2 ** 13
/** In the unit box every corner is a ratio of small whole numbers: smaller values are 0. */
const CONE = 1e-6

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
  const { below, above } = shape
  const size = below.length
  const { units, greatest } = unitsOf(shape)
  const solver = openComponentSolver(highs, shape, units[0])
  const everywhere = Int32Array.from({ length: size }, (_, i) => i)
  return {
    farthest(place, direction, guess = Infinity) {
      // The greatest unit not above the guessed answer.
      let u = Math.max(
        0,
        units.findLastIndex((one) => one <= guess),
      )
      let grown = false
      for (;;) {
        const found = farthestOf(place, direction, units[u])
        if (found === undefined) return endless()
        if (cutBinds(found, units[u]) && u + 1 < units.length) {
          u++
          grown = true
        } else if (!grown && u > 0 && found.reach < units[u] / 64) u--
        else return found
      }
    },
    units,
    together: (weights, u) => solver.solve(everywhere, weights, units[u]),
    unbounded(direction) {
      const room = direction > 0 ? above : below
      const found = new Uint8Array(size)
      for (;;) {
        const rest = everywhere.filter((i) => room[i] === Infinity && !solver.isHeld(i) && !found[i])
        if (rest.length === 0) return found
        const { deviations, reach } = solver.inCone(rest, direction)
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
          const found = solver.solve(rest, weights, 0)
          if (!found || found.reach < CONE) continue
          for (const i of rest) if (still[i] && Math.abs(found.deviations[i]) > CONE) still[i] = Number(!(more = true))
        }
        if (!more) return still
      }
    },
    moves(place, direction) {
      const found = farthestOf(place, direction, 0)
      return found === undefined || found.reach > CONE
    },
    hold: solver.hold,
    close: solver.close,
  }

  function farthestOf(place: number, direction: 1 | -1, scale: number): Farthest | undefined {
    return solver.solve(Int32Array.of(place), Float64Array.of(direction), scale)
  }

  /** True if a room that was cut to the span limits an answer. */
  function cutBinds({ deviations }: Farthest, scale: number): boolean {
    if (greatest <= SPAN * scale) return false
    return deviations.some((d, i) => {
      if (solver.isHeld(i)) return false
      const room = d < 0 ? below[i] : above[i]
      return room < Infinity && room > SPAN * scale && Math.abs(d) > 0.999 * SPAN * scale
    })
  }
}

/** The answer for an unbounded place. */
const endless = (): Farthest => ({
  reach: Infinity,
  deviations: new Float64Array(),
  multipliers: new Float64Array(),
  noise: 0,
})

/** The units from the least room to the greatest. */
function unitsOf({ below, above }: ComponentShape): { readonly units: number[]; readonly greatest: number } {
  const rooms = [...below, ...above].filter((room) => room > 0 && room < Infinity)
  const units = [unit(rooms.reduce((a, b) => Math.min(a, b), rooms.length > 0 ? Infinity : 1))]
  const greatest = rooms.reduce((a, b) => Math.max(a, b), 0)
  while (greatest > SPAN * units[units.length - 1]) units.push(units[units.length - 1] * STEP)
  return { units, greatest }
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
