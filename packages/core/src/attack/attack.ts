import { cardProblems, problemsNamed, type Card } from '../card/card.js'
import type { Dataset } from '../columns/dataset.js'
import type { Work } from '../work/work.js'
import type { Measurement } from '../metric/measurement.js'
import { paramProblems } from '../params/param-problems.js'
import type { Params } from '../params/params.js'
import type { ServiceTrial } from '../service/service.js'

/** What an intruder has: the released file, and what the card of the attack says that they know besides. */
export interface AttackInput<P> extends Omit<Work<P>, 'original'> {
  readonly released: Dataset
  /** By the names of the attack's `knows` and `mayKnow`: the masked file before reverse mapping, a register, the original… */
  readonly known: ReadonlyMap<string, Dataset>
  /** What the service that is attacked answers about a set of records; there where the attack is `of` a service. */
  readonly ask?: ServiceTrial['answer'] | undefined
}

/** Something an intruder can do with a released file, as a program that measures what they learn. */
export interface Attack<P = unknown> extends Card {
  /**
   * What is attacked, a file where nothing is said. Of a service there is no released file: `released` has a record for
   * each that may be asked about, and no column; `ask` answers.
   */
  readonly of?: 'file' | 'service' | undefined
  /** What they must have besides the released file, each with a sentence that says what it is. */
  readonly knows: Readonly<Record<string, string>>
  /** What helps them and is not needed, or tells how right they are: the original, records they know. */
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

/** What is wrong with the form of an attack; an empty list where nothing is. */
export function attackProblems(attack: Partial<Attack>): string[] {
  if (typeof attack !== 'object' || attack === null) return ['an attack is not an object made by defineAttack']
  const problems = [...cardProblems(attack), ...paramProblems(attack.params)]
  const { knows, mayKnow = {} } = attack
  if (!areSentences(knows))
    problems.push('knows does not say what the intruder has besides the released file: { name: sentence }')
  if (!areSentences(mayKnow))
    problems.push('mayKnow does not say what the intruder may have besides: { name: sentence }')
  else if (areSentences(knows) && Object.keys(mayKnow).some((name) => Object.hasOwn(knows, name)))
    problems.push('a name is in knows and in mayKnow: what is needed is not optional')
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
