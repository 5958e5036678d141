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
import type { Streamed } from './streamed.js'
import type { Work } from '../work/work.js'

export interface MaskInput<P> extends Work<P> {
  /** The records of this group, as the steps before left them. */
  readonly data: Dataset
  /** The records of all groups. */
  readonly whole: Dataset
  /**
   * What the schema says of the numbers of columns, where it says something. The engine brings what is beyond within
   * (reflects it at the bound); a method that can do better by its model does so itself.
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
   * The columns that changed, of a coarser kind where the trait `kinds` says so, with exactly the levels they say; null
   * drops one; a new name adds one, where the trait `adds` says so.
   */
  readonly columns: ReadonlyMap<string, Column | null>
  /**
   * Where the records are not those of `data` in their order: the record of `data` each came from, −1 none. A column
   * that is not named then goes along with its record.
   */
  readonly origin?: Int32Array
}

export interface MaskResult {
  /** One file; several for multiple imputation. */
  readonly files: OneOrMore<MaskedFile>
  /** What is worth knowing about the run (groups, fits): it stays in the house. */
  readonly report?: ReadonlyMap<string, Dataset | Column | number>
  /** What users of the file need for their estimates (a transition matrix): released where it is asked for, only. */
  readonly publish?: ReadonlyMap<string, Dataset | number>
  /**
   * Columns that this method has seen to be safe as they go out in its result, although they are or may be as they were:
   * keys whose every combination is shared by k records, sensitive columns that it held to a condition in every class of
   * these. A release takes them as settled so long as no later step changes the file.
   */
  readonly protects?: readonly string[]
  /** Sentences for the person who runs it: missing cells left as they were, constant columns left out of a distance. */
  readonly warnings?: readonly string[]
}

/** A function from a dataset to a dataset, described by data; `I` is what a caller writes for its parameters P. */
export interface MaskingMethod<P = unknown, I = ParamsInput<P>> extends Card {
  readonly traits: Traits
  readonly params: Params<P, I>
  /** What an intruder can do who knows the parameters: said wherever they are published. */
  readonly enables?: readonly string[] | undefined
  /** Parameters that the conformance suite runs it with besides the defaults. */
  readonly examples?: readonly Readonly<Record<string, unknown>>[]
  apply(input: MaskInput<P>): MaskResult | Promise<MaskResult>
  /**
   * How it runs, with these parameters, on a file of which a part at a time is in memory. What it gives there is, bit for
   * bit, what `apply` gives of the whole file. A method that says nothing needs the whole file.
   */
  streamed?(params: P): Streamed<P>
}

/** Gives `apply` the types of `params`, and the traits that are not said those of `plainTraits`. */
export function defineMethod<P, I = ParamsInput<P>>(
  method: Omit<MaskingMethod<P, I>, 'traits'> & { readonly traits: Partial<Traits> },
): MaskingMethod<P, I> {
  return { ...method, traits: { ...plainTraits, ...method.traits } }
}

/** What is wrong with the form of a method; an empty list where nothing is. */
export function methodProblems(method: Partial<MaskingMethod>): string[] {
  if (typeof method !== 'object' || method === null) return ['a method is not an object made by defineMethod']
  const problems = [...cardProblems(method), ...paramProblems(method.params)]
  if (typeof method.apply !== 'function') problems.push('apply is not a function')
  problems.push(...traitProblems(method.traits, Object.keys(method.params?.shape ?? {})))
  return problemsNamed(method.id, problems)
}
