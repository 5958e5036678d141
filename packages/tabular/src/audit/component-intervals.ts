import type { ComponentProgram, ComponentShape, Farthest } from './component-program.js'
import { outerBounds, type Reaches } from './outer-bounds.js'

/** So often at most are many places moved at once, and no more often than that settles some. */
const TURNS = 200
const FEW = 10
/** What agrees with a bound to this share of it has attained it. */
const ATTAINED = 1e-9

/**
 * How far every place of a component can go below and above its true value. Two programs a place would do; most answers
 * follow without: a bound that the relations give one by one is the answer where a solution of any other program attains it,
 * so that programs that move many places at once come first. A reach that may be the solver's tolerance only is looked at
 * apart from magnitudes.
 *
 * @param shape - Relations and rooms.
 * @param program - The programs of the same component.
 * @param tick - Told how much of it is done.
 * @returns The reach of every place on both sides; ∞ where there is no bound, 0 on both where it can be computed exactly.
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
  // In each unit the places whose bound can be told in it, the greatest unit first.
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
        // One program a place would settle as many.
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
 * The reach that a program found, or 0 where it is the solver's tolerance and the place cannot move at all.
 *
 * @param found - What the program found.
 * @param program - The program.
 * @param place - The place.
 * @param direction - Where it went.
 * @returns Its reach.
 */
export function reachOf(found: Farthest, program: ComponentProgram, place: number, direction: 1 | -1): number {
  return found.reach > 10 * found.noise || program.moves(place, direction) ? found.reach : 0
}

/** One direction of all places: the best bound known, and where it is not yet known to be attained. */
interface Side {
  readonly direction: 1 | -1
  readonly outer: Float64Array
  readonly open: Uint8Array
  readonly room: Float64Array
}

function side(outer: Float64Array, direction: 1 | -1, room: Float64Array): Side {
  return { direction, outer, open: Uint8Array.from(outer, (bound) => (bound > 0 ? 1 : 0)), room }
}

/** What cannot move at all can be computed exactly: found for all places at once, in a few programs. */
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

/** Each place counts by the share of its bound that it moves. */
function weightsOf({ open, outer, direction }: Side, counts: (open: number, i: number) => boolean): Float64Array {
  return Float64Array.from(open, (one, i) => (counts(one, i) ? direction / outer[i] : 0))
}

/** Places that a solution moves as far as their bound allows. Of places smaller than the unit it was found in, it says nothing. */
function attain({ direction, outer, open }: Side, { deviations, noise }: Farthest): void {
  if (deviations.length === 0) return
  for (let i = 0; i < outer.length; i++) {
    if (open[i] === 0 || outer[i] === Infinity || outer[i] < 1e6 * noise) continue
    if (direction * deviations[i] >= outer[i] * (1 - ATTAINED)) open[i] = 0
  }
}
