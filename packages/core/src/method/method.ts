import { cardProblems, problemsNamed, type Card } from '../card/card.js'
import { paramProblems } from '../params/param-problems.js'
import type { Params, ParamsInput } from '../params/params.js'
import { traitProblems } from './trait-problems.js'
import { plainTraits, type Traits } from './traits.js'
import type { Facts, NeedsFile, Planned } from '../plan/plan.js'
import type { Masking } from '../plan/masking.js'
import type { MaskInput } from '../work/masked-file.js'

/** A function from a dataset to a dataset, described by data; `I` is what a caller writes for its parameters P. */
export interface MaskingMethod<P = unknown, I = ParamsInput<P>> extends Card {
  readonly traits: Traits
  readonly params: Params<P, I>
  /** Attacks that knowledge of the parameters enables; printed wherever the parameters are published. */
  readonly enables?: readonly string[] | undefined
  /** Parameters that the conformance suite runs it with besides the defaults. */
  readonly examples?: readonly Readonly<Record<string, unknown>>[]
  /** Reason why all records must be in memory; by default partitions are enough. Called before the file is read. */
  needsFile?(facts: Pick<Facts<P>, 'params' | 'columns' | 'masked'>): NeedsFile | undefined
  /** Proposes the settings of each column; throws the errors of columns that it cannot mask. */
  propose?(input: Pick<MaskInput<P>, 'data' | 'columns' | 'given' | 'roles' | 'params'>): Proposal<P>
  /** Requests aggregates of the file, and ends with how it is masked. */
  plan(facts: Facts<P>): Planned<Masking<P>>
}

/** Settings of a method for each column of a file, decided before it runs. */
export interface Proposal<P = unknown> {
  /** Parameters that say the same explicitly. */
  readonly params: P
  /** The columns, in the order in which the method makes them. */
  readonly columns: readonly ProposedColumn[]
  /** Number of new records, or of persons or households that have several; undefined if the records stay. */
  readonly made?: { readonly count: number; readonly of: 'record' | 'person' | 'household' } | undefined
}

/** Column of a proposal. */
export interface ProposedColumn {
  readonly name: string
  /** Model of the column, or `equation` if a rule computes it. */
  readonly model: string
  /** Columns that it is made from. */
  readonly from: readonly string[]
}

/** Gives `plan` the types of `params`, and the traits that are not said those of `plainTraits`. */
export function defineMethod<P, I = ParamsInput<P>>(
  method: Omit<MaskingMethod<P, I>, 'traits'> & { readonly traits: Partial<Traits> },
): MaskingMethod<P, I> {
  return { ...method, traits: { ...plainTraits, ...method.traits } }
}

/** Lists the problems in the form of a method; empty if there are none. */
export function methodProblems(method: Partial<MaskingMethod>): string[] {
  if (typeof method !== 'object' || method === null) return ['a method is not an object made by defineMethod']
  const problems = [...cardProblems(method), ...paramProblems(method.params)]
  if (typeof method.plan !== 'function') problems.push('plan is not a function')
  if (method.needsFile !== undefined && typeof method.needsFile !== 'function')
    problems.push('needsFile is not a function')
  if (method.propose !== undefined && typeof method.propose !== 'function') problems.push('propose is not a function')
  problems.push(...traitProblems(method.traits, Object.keys(method.params?.shape ?? {})))
  return problemsNamed(method.id, problems)
}
