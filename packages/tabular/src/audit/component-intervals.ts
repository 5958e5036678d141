import type { ComponentProgram } from './component-program.js'
import type { ComponentShape, Farthest } from './component-solver.js'
import { outerBounds, type Reaches } from './outer-bounds.js'

/** Largest number of programs that move many places at once; more settle few places. */
const TURNS = 200
const FEW = 10
/** Relative difference up to which a bound counts as attained. */
const ATTAINED = 1e-9

/**
 * Returns how far every place of a component can go below and above its true value. Two programs per place would
 * suffice, but most answers follow without them: a bound from the single relations is the answer if a solution of any
 * program attains it. Programs that move many places at once therefore run first. A reach within the solver's tolerance
 * is examined independently of magnitudes.
 *
 * @param shape - Relations and rooms.
 * @param program - Programs of the same component.
 * @param tick - Receives the share of work done, 0 to 1.
 * @returns The reach of every place on both sides; ∞ if unbounded, 0 on both if it can be computed exactly.
 */
export function intervalsOf(
  shape: ComponentShape,
  program: ComponentProgram,
  tick: (fraction: number) => void = () => {},
): Reaches {
  const outer = outerBounds(shape)
  const size = outer.below.length
  const sides = [side(outer.below, -1, shape.below), side(outer.above, 1, shape.above)]
  if (sides.every((one) => one.open.every((open) => open === 0))) return outer
  settleFrozen(sides, program)
  for (const one of sides) settleEndless(one, program)
  const learn = (found: Farthest): void => sides.forEach((one) => attain(one, found))
  // In each unit, the places whose bound exceeds its tolerance; the greatest unit first.
  const unitOf = (bound: number): number =>
    Math.max(
      0,
      program.units.findLastIndex((unit) => unit <= bound),
    )
  for (let u = program.units.length - 1; u >= 0; u--) {
    for (const one of sides) {
      for (let turn = 0, before = Infinity; turn < TURNS; turn++) {
        const there = (open: number, i: number): boolean =>
          open === 1 && one.outer[i] < Infinity && unitOf(one.outer[i]) === u
        const left = one.open.filter(there).length
        // One program per place would settle as many.
        if (left === 0 || before - left < FEW) break
        before = left
        const found = program.together(weightsOf(one, there), u)
        if (found) learn(found)
      }
    }
    for (let i = 0; i < size; i++) {
      for (const one of sides) {
        if (one.open[i] === 0 || unitOf(one.outer[i]) !== u) continue
        const found = program.farthest(i, one.direction, one.outer[i])
        one.outer[i] = Math.min(one.outer[i], reachOf(found, program, i, one.direction))
        one.open[i] = 0
        learn(found)
      }
      if (i % 16 === 15) tick((program.units.length - 1 - u + i / size) / program.units.length)
    }
  }
  return outer
}

/**
 * Returns the reach that a program found, or 0 if it is within the solver's tolerance and the place cannot move.
 *
 * @param found - Solution of the program.
 * @param program - The program.
 * @param place - The place.
 * @param direction - Direction of the reach: 1 upward, −1 downward.
 * @returns The reach, 0 or more.
 */
export function reachOf(found: Farthest, program: ComponentProgram, place: number, direction: 1 | -1): number {
  return found.reach > 10 * found.noise || program.moves(place, direction) ? found.reach : 0
}

/** One direction of all places: the best known bound, and the places for which it is not yet known to be attained. */
interface Side {
  readonly direction: 1 | -1
  readonly outer: Float64Array
  readonly open: Uint8Array
  readonly room: Float64Array
}

function side(outer: Float64Array, direction: 1 | -1, room: Float64Array): Side {
  return { direction, outer, open: Uint8Array.from(outer, (bound) => (bound > 0 ? 1 : 0)), room }
}

/** Settles places that cannot move, which readers can compute exactly: all at once, in a few programs. */
function settleFrozen(sides: readonly Side[], program: ComponentProgram): void {
  if (!sides.some(({ open }) => open.includes(1))) return
  program.frozen().forEach((frozen, i) => {
    if (!frozen) return
    for (const { outer, open } of sides) outer[i] = open[i] = 0
  })
}

function settleEndless({ direction, outer, open }: Side, program: ComponentProgram): void {
  if (!outer.some((bound, i) => open[i] === 1 && bound === Infinity)) return
  program.unbounded(direction).forEach((endless, i) => {
    if (endless) open[i] = 0
  })
}

/** Weights each place by the share of its bound that it moves. */
function weightsOf({ open, outer, direction }: Side, counts: (open: number, i: number) => boolean): Float64Array {
  return Float64Array.from(open, (one, i) => (counts(one, i) ? direction / outer[i] : 0))
}

/**
 * Marks places that a solution moves as far as their bound allows. A solution is inconclusive for places smaller than
 * its unit.
 */
function attain({ direction, outer, open }: Side, { deviations, noise }: Farthest): void {
  if (deviations.length === 0) return
  for (let i = 0; i < outer.length; i++) {
    if (open[i] === 0 || outer[i] === Infinity || outer[i] < 1e6 * noise) continue
    if (direction * deviations[i] >= outer[i] * (1 - ATTAINED)) open[i] = 0
  }
}
