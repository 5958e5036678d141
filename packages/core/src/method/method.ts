import { cardProblems, problemsNamed, type Card } from '../card/card.js'
import type { OneOrMore } from '../base/one-or-more.js'
import type { Column, Dataset } from '../columns/dataset.js'
import type { ValueBounds } from '../columns/value-bounds.js'
import type { Measurement } from '../metric/measurement.js'
import type { MetricSession } from '../metric/metric.js'
import { paramProblems } from '../params/param-problems.js'
import type { Params, ParamsInput } from '../params/params.js'
import type { Ref } from '../reference/ref.js'
import { traitProblems } from './trait-problems.js'
import { plainTraits, type Traits } from './traits.js'
import type { Facts, NeedsFile, Planned } from '../plan/plan.js'
import type { Masking } from '../plan/masking.js'
import type { Streamed } from './streamed.js'
import type { Work } from '../work/work.js'

export interface MaskInput<P> extends Work<P> {
  /** The records of this group, as the steps before left them. */
  readonly data: Dataset
  /** The records of all groups. */
  readonly whole: Dataset
  /**
   * Ranges of numeric columns from the schema. The engine reflects out-of-range values at the bound; a method whose
   * model can do better does so itself.
   */
  readonly bounds?: ReadonlyMap<string, ValueBounds>
  /** Measures columns of this group against its original, by a metric that a parameter names (`refParam`). */
  measure(metric: Ref, columns: ReadonlyMap<string, Column>): Promise<Measurement>
  /**
   * The same for a search that changes few records at a time. Metrics that have no `session` of their own are measured
   * anew at every proposal.
   */
  session(metric: Ref, columns: ReadonlyMap<string, Column>): Promise<MetricSession>
}

export interface MaskedFile {
  /**
   * The changed columns. Their kind is coarser if the trait `kinds` allows it, with exactly the levels that occur; null
   * drops a column; a new name adds one if the trait `adds` allows it.
   */
  readonly columns: ReadonlyMap<string, Column | null>
  /**
   * Origin of each record in `data`, −1 for none; needed if the records are not those of `data` in their order. A
   * column that is not named then moves with its record.
   */
  readonly origin?: Int32Array
}

export interface MaskResult {
  /** One file; several for multiple imputation. */
  readonly files: OneOrMore<MaskedFile>
  /** Details of the run (groups, fits), for the owner only. */
  readonly report?: ReadonlyMap<string, Dataset | Column | number>
  /** Data that users of the file need for their estimates (a transition matrix); released only on request. */
  readonly publish?: ReadonlyMap<string, Dataset | number>
  /**
   * Columns that the method found safe to release although values may be unchanged: quasi-identifiers whose every
   * combination k records share, or confidential columns that satisfy a condition in every class. A release accepts
   * them if no later step changes the file.
   */
  readonly protects?: readonly string[]
  /** Warnings for the user: missing cells left unchanged, constant columns left out of a distance. */
  readonly warnings?: readonly string[]
}

/** A function from a dataset to a dataset, described by data; `I` is what a caller writes for its parameters P. */
export interface MaskingMethod<P = unknown, I = ParamsInput<P>> extends Card {
  readonly traits: Traits
  readonly params: Params<P, I>
  /** Attacks that knowledge of the parameters enables; printed wherever the parameters are published. */
  readonly enables?: readonly string[] | undefined
  /** Parameters that the conformance suite runs it with besides the defaults. */
  readonly examples?: readonly Readonly<Record<string, unknown>>[]
  /** Reason why all records must be in memory, given what is known before the file is read; by default partitions are enough. */
  needsFile?(facts: Pick<Facts<P>, 'params' | 'columns' | 'masked'>): NeedsFile | undefined
  /** Requests aggregates of the file, and ends with how it is masked. */
  plan(facts: Facts<P>): Planned<Masking<P>>
  /** Legacy: replaced by `plan`. */
  streamed?(params: P): Streamed<P>
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
  problems.push(...traitProblems(method.traits, Object.keys(method.params?.shape ?? {})))
  return problemsNamed(method.id, problems)
}
