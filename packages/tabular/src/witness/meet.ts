import type { Witness } from '@sdc/core'
import type { AttackModel, Demand } from '../attackers/attack-model.js'
import type { Knowledge } from './local-program.js'
import { reachOf, TOLERANCE } from './reach.js'
import type { Serving } from './serving.js'

/** Finds a witness of a demand at a level, for attackers with given knowledge. */
export type Search = (demand: Demand, level: number, knowledge?: Knowledge) => Witness | undefined

export interface Met {
  readonly witnesses: readonly Witness[]
  /** Respondents from whom the demand cannot be kept. */
  readonly missed: readonly number[]
}

/** Options of `meet`. */
export interface MeetOptions {
  /** Existing witnesses. New ones are searched only for attackers whom these do not serve. */
  readonly kept?: readonly Witness[] | undefined
  /** Respondents against whom the demand may fail; by default all. */
  readonly exempt?: ReadonlySet<number> | undefined
}

/**
 * Meets a demand for all attackers. One witness is enough, unless it moves cells that respondents know. Then a second one moves
 * no cell that any of them knows. Only if there is none, each respondent gets a witness at their own level.
 *
 * @param model - Levels by respondent.
 * @param serving - Attackers that a witness serves.
 * @param demand - Cells, direction and level.
 * @param search - Source of witnesses.
 * @param options - Existing witnesses, and respondents against whom the demand may fail.
 * @returns Witnesses and missed respondents; undefined if everybody, or a respondent who is not exempt, cannot be served.
 */
export function meet(
  model: AttackModel,
  serving: Serving,
  demand: Demand,
  search: Search,
  { kept = [], exempt }: MeetOptions = {},
): Met | undefined {
  const witnesses = [...kept]
  if (serving.open(demand, witnesses) === undefined) {
    const first = search(demand, demand.level)
    if (!first) return undefined
    witnesses.push(first)
  }
  const left = serving.open(demand, witnesses) ?? []
  if (left.length === 0) return { witnesses, missed: [] }
  if (left.length > 1) {
    const together = serving.knowledge(left)
    const level = Math.max(demand.level, ...left.map((who) => model.levelFrom(who, demand)))
    const second = together.blocked.has(demand.cells[0]) ? undefined : search(demand, level, together)
    if (second) {
      for (const enough of [[second], [...witnesses, second]])
        if (serving.open(demand, enough)?.length === 0) return { witnesses: enough, missed: [] }
    }
  }
  const missed: number[] = []
  for (const who of left) {
    const level = model.levelFrom(who, demand)
    const isServed = witnesses.some(
      (one) => !serving.touched(one).has(who) && reachOf(one, demand) >= level * (1 - TOLERANCE),
    )
    if (isServed) continue
    const own = search(demand, level, serving.knowledge([who]))
    if (own) witnesses.push(own)
    else if (exempt && !exempt.has(who)) return undefined
    else missed.push(who)
  }
  return { witnesses, missed }
}

/**
 * Scales a witness of one demand to another; undefined if it then violates the bounds.
 *
 * @param witness - Witness that satisfies the relations.
 * @param demand - The other demand.
 * @param below - Possible distance of cells below their true values.
 * @param above - Possible distance above.
 * @param whole - True if differences must be whole.
 * @returns The scaled witness.
 */
export function scaledTo(
  witness: Witness,
  demand: Demand,
  below: Float64Array,
  above: Float64Array,
  whole: boolean,
): Witness | undefined {
  const reach = reachOf(witness, demand)
  if (reach === 0) return undefined
  const factor = demand.level / reach
  if (factor === 1) return witness
  const { cells, differences } = witness
  const scaled = new Float64Array(differences.length)
  for (let i = 0; i < cells.length; i++) {
    const d = differences[i] * factor
    if (d > above[cells[i]] * (1 + TOLERANCE) || -d > below[cells[i]] * (1 + TOLERANCE)) return undefined
    if (whole && !Number.isInteger(d)) return undefined
    scaled[i] = d
  }
  return { cells, differences: scaled }
}
