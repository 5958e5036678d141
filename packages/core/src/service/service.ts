import { cardProblems, problemsNamed, type Card } from '../base/card.js'
import type { MaskInput } from '../method/method.js'
import { traitProblems } from '../method/trait-problems.js'
import { plainTraits, type Traits } from '../method/traits.js'
import { paramProblems } from '../params/param-problems.js'
import type { Params } from '../params/params.js'

/** What a query asks of a file that nobody gets to see. */
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
  readonly columns: readonly string[]
  /** A value, or the least and greatest value, that the records counted must have. */
  readonly where?: Readonly<Record<string, string | number | readonly [number, number]>>
}

export interface Answer {
  /** null where the service does not answer; then `refused` says why. */
  readonly value: number | null
  /** An interval that holds the true value (camouflage). */
  readonly interval?: readonly [number, number]
  readonly refused?: string
}

/** What a service was built to: JSON and typed arrays only, so that it can be written to a file and opened elsewhere. */
export interface Saved {
  readonly format: string
  readonly json: unknown
  readonly arrays: ReadonlyMap<string, Float64Array | Int32Array | Uint8Array>
}

/** A service that is open for questions. */
export interface QueryService {
  readonly asks: readonly Query['ask'][]
  answer(query: Query): Answer
}

/** What a service says of itself of what a method says. */
export type QueryTraits = Pick<Traits, 'accepts' | 'stochastic' | 'missing' | 'given'>

/** Answers queries about a file instead of releasing it. */
export interface QueryMethod<P = unknown> extends Card {
  readonly traits: QueryTraits
  readonly params: Params<P>
  build(input: MaskInput<P>): Saved | Promise<Saved>
  open(saved: Saved): QueryService
}

/** Gives `build` the types of `params`, and the traits that are not said their usual values. */
export function defineService<P>(
  service: Omit<QueryMethod<P>, 'traits'> & { readonly traits: Partial<QueryTraits> },
): QueryMethod<P> {
  const { accepts, stochastic, missing, given } = plainTraits
  return { ...service, traits: { accepts, stochastic, missing, given, ...service.traits } }
}

/** What is wrong with the form of a service; an empty list where nothing is. */
export function serviceProblems(service: Partial<QueryMethod>): string[] {
  if (typeof service !== 'object' || service === null) return ['a service is not an object made by defineService']
  const problems = [...cardProblems(service), ...paramProblems(service.params)]
  const names = Object.keys(service.params?.shape ?? {})
  problems.push(...traitProblems({ ...plainTraits, ...service.traits }, names))
  for (const name of ['build', 'open'] as const)
    if (typeof service[name] !== 'function') problems.push(`${name} is not a function`)
  return problemsNamed(service.id, problems)
}
