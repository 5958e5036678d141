import { cardProblems, problemsNamed, type Card } from '../base/card.js'
import type { Dataset } from '../columns/dataset.js'
import type { Work } from '../method/work.js'
import type { Measurement } from '../metric/metric.js'
import { paramProblems } from '../params/param-problems.js'
import type { Params } from '../params/params.js'

/** What an intruder has: the released file, and what the card of the attack says that they know besides. */
export interface AttackInput<P> extends Omit<Work<P>, 'original'> {
  readonly released: Dataset
  /** By the names of the attack's `knows`: the masked file before reverse mapping, a register, the original… */
  readonly known: ReadonlyMap<string, Dataset>
}

/** Something an intruder can do with a released file, as a program that measures what they learn. */
export interface Attack<P = unknown> extends Card {
  /** What they must have besides the released file, each with a sentence that says what it is. */
  readonly knows: Readonly<Record<string, string>>
  /** What it can be given besides to count how many findings are right (the original); no intruder has it. */
  readonly scores?: Readonly<Record<string, string>>
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
  const { knows } = attack
  const sentences = typeof knows === 'object' && knows !== null ? Object.values(knows) : [undefined]
  if (sentences.some((sentence) => typeof sentence !== 'string' || sentence === ''))
    problems.push('knows does not say what the intruder has besides the released file: { name: sentence }')
  if (attack.scores !== undefined && Object.values(attack.scores).some((sentence) => !sentence))
    problems.push('scores does not say what is given to count right findings: { name: sentence }')
  if (typeof attack.unit !== 'string' || attack.unit === '')
    problems.push('unit is missing: a value without one is misread')
  if (typeof attack.attack !== 'function') problems.push('attack is not a function')
  return problemsNamed(attack.id, problems)
}
