import type { Message } from '../base/message.js'
import { cardProblems, problemsNamed, type Card } from '../card/card.js'
import type { MaskInput } from '../work/masked-file.js'
import { traitProblems } from '../method/trait-problems.js'
import { plainTraits, type Traits } from '../method/traits.js'
import { paramProblems } from '../params/param-problems.js'
import type { Params } from '../params/params.js'

/** Kinds of queries on a confidential file. */
export const queryKinds = [
  'count',
  'sum',
  'mean',
  'variance',
  'covariance',
  'regression',
  'min',
  'max',
  'median',
] as const

export interface Query {
  readonly ask: (typeof queryKinds)[number]
  /** Queried columns; in a regression the others explain the first. */
  readonly columns: readonly string[]
  /** A value, or the least and greatest value, that the records counted must have. */
  readonly where?: Readonly<Record<string, string | number | readonly [number, number]>>
}

export interface Answer {
  /** null where the service gives no one number; then there is an interval, or `refused` says why there is none. */
  readonly value: number | null
  /** An interval that holds the true value (camouflage). */
  readonly interval?: readonly [number, number]
  /** The same of every coefficient of a regression, the constant first. */
  readonly coefficients?: readonly Coefficient[]
  readonly refused?: string
  /** Number of records in the query set, which the log keeps. */
  readonly records?: number
}

/** A coefficient of a regression: the column it is of, null for the constant, and what holds the true value. */
export interface Coefficient {
  readonly column: string | null
  readonly interval: readonly [number, number]
}

/** A query that a service was asked before, and its answer: what a log keeps. */
export interface PastQuery {
  readonly query: Query
  readonly answer: Answer
}

/** Saved form of a service: JSON and typed arrays only, so that it can be written to a file and opened elsewhere. */
export interface Saved {
  readonly format: string
  readonly json: unknown
  readonly arrays: ReadonlyMap<string, Float64Array | Int32Array | Uint8Array>
}

/** Result of `build`: what is saved, and messages for the person who builds it, which are not saved. */
export interface Built extends Saved {
  readonly messages?: readonly Message[]
}

/**
 * A service that is open for questions. It remembers its answers, so that it can refuse queries that would disclose too
 * much together with them.
 */
export interface QueryService {
  readonly asks: readonly Query['ask'][]
  answer(query: Query): Answer
  readonly trial?: ServiceTrial
}

/** Data that the owner needs to try an attack on the service. Must not be shown to the querier. */
export interface ServiceTrial {
  /** Number of records that it was built from. */
  readonly records: number
  /** The columns that it protects. */
  readonly columns: readonly string[]
  /** Answers about any set of records, ascending, whether or not conditions can name it: the worst case. */
  answer(query: Pick<Query, 'ask' | 'columns'>, records: Int32Array): Answer
  /** Records that meet the conditions of a query, ascending: those that a published total is of. */
  select(where: Query['where']): Int32Array
  /** The true values of a column, to say how right an attack is. */
  values(column: string): Float64Array
}

/** Traits of a service, a subset of those of a method. */
export type QueryTraits = Pick<Traits, 'accepts' | 'stochastic' | 'missing' | 'given'>

/** Answers queries about a file instead of releasing it. */
export interface QueryMethod<P = unknown> extends Card {
  readonly traits: QueryTraits
  readonly params: Params<P>
  build(input: MaskInput<P>): Built | Promise<Built>
  /** asked: what it was asked before, as its log has it, the oldest first. */
  open(saved: Saved, asked?: readonly PastQuery[]): QueryService
}

/** Gives `build` the types of `params`, and the traits that are not said their usual values. */
export function defineService<P>(
  service: Omit<QueryMethod<P>, 'traits'> & { readonly traits: Partial<QueryTraits> },
): QueryMethod<P> {
  const { accepts, stochastic, missing, given } = plainTraits
  return { ...service, traits: { accepts, stochastic, missing, given, ...service.traits } }
}

/** Lists the problems in the form of a service; empty if there are none. */
export function serviceProblems(service: Partial<QueryMethod>): string[] {
  if (typeof service !== 'object' || service === null) return ['a service is not an object made by defineService']
  const problems = [...cardProblems(service), ...paramProblems(service.params)]
  const names = Object.keys(service.params?.shape ?? {})
  problems.push(...traitProblems({ ...plainTraits, ...service.traits }, names))
  for (const name of ['build', 'open'] as const)
    if (typeof service[name] !== 'function') problems.push(`${name} is not a function`)
  return problemsNamed(service.id, problems)
}
