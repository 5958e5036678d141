import { cardProblems, problemsNamed, type Card } from '../card/card.js'
import type { Dataset } from '../columns/dataset.js'
import type { Work } from '../work/work.js'
import type { Measurement } from '../work/measurement.js'
import { paramProblems } from '../params/param-problems.js'
import type { Params } from '../params/params.js'
import type { ServiceTrial } from '../service/service.js'

/** The intruder's input: the released file, and the further data that the attack's card lists. */
export interface AttackInput<P> extends Omit<Work<P>, 'original'> {
  readonly released: Dataset
  /** By the names of the attack's `knows` and `mayKnow`: the masked file before reverse mapping, a register, the original… */
  readonly known: ReadonlyMap<string, Dataset>
  /** Returns the service's answer about a set of records; present if the attack is `of` a service. */
  readonly ask?: ServiceTrial['answer'] | undefined
}

/** Something an intruder can do with a released file, as a program that measures what they learn. */
export interface Attack<P = unknown> extends Card {
  /**
   * Target of the attack; by default a file. If it is a service, `released` has no column and one record for each that
   * may be asked about; `ask` answers.
   */
  readonly of?: 'file' | 'service' | undefined
  /** Data that the attack needs besides the released file, each with a sentence that describes it. */
  readonly knows: Readonly<Record<string, string>>
  /** Optional data that help the attack or tell how right it is: the original, known records. */
  readonly mayKnow?: Readonly<Record<string, string>> | undefined
  /** `%` (0 to 100), or what else one unit of the value is. */
  readonly unit: string
  readonly params: Params<P>
  /** value: what share of the records (or cells, as the card says) they learn. */
  attack(input: AttackInput<P>): Measurement | Promise<Measurement>
}

/** Checks nothing at run time (the registry does); gives `attack` the types of `params`. */
export function defineAttack<P>(attack: Attack<P>): Attack<P> {
  return attack
}

/** Lists the problems in the form of an attack; empty if there are none. */
export function attackProblems(attack: Partial<Attack>): string[] {
  if (typeof attack !== 'object' || attack === null) return ['an attack is not an object made by defineAttack']
  const problems = [...cardProblems(attack), ...paramProblems(attack.params)]
  const { knows, mayKnow = {} } = attack
  if (!areSentences(knows))
    problems.push('knows does not say what the intruder has besides the released file: { name: sentence }')
  if (!areSentences(mayKnow))
    problems.push('mayKnow does not say what the intruder may have besides: { name: sentence }')
  else if (areSentences(knows) && Object.keys(mayKnow).some((name) => Object.hasOwn(knows, name)))
    problems.push('a name is in both knows and mayKnow: needed data cannot be optional')
  if (attack.of !== undefined && attack.of !== 'file' && attack.of !== 'service')
    problems.push(`of is ${JSON.stringify(attack.of)}, not one of file, service`)
  if (typeof attack.unit !== 'string' || attack.unit === '')
    problems.push('unit is missing: a value without one is misread')
  if (typeof attack.attack !== 'function') problems.push('attack is not a function')
  return problemsNamed(attack.id, problems)
}

function areSentences(knows: unknown): knows is Readonly<Record<string, string>> {
  if (typeof knows !== 'object' || knows === null) return false
  return Object.values(knows).every((sentence) => typeof sentence === 'string' && sentence !== '')
}
