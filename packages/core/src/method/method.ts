import { cardProblems, type Card } from '../base/card.js'
import type { Column, Dataset } from '../columns/dataset.js'
import { paramProblems } from '../params/param-problems.js'
import type { Params } from '../params/params.js'
import type { Rng } from '../random/rng.js'

/** What a method or metric works with. */
export interface Work<P> {
  /** The original file. */
  readonly original: Dataset
  /** The original's record of every record at hand; −1 where there is none or it is unknown. */
  readonly origin: Int32Array
  /**
   * The columns to mask or measure. Methods get them sorted by name (in the plan's order where their trait is `ordered`),
   * metrics in the order of the file.
   */
  readonly columns: readonly string[]
  /** The non-confidential columns that a conditional method masks the others by. */
  readonly given: readonly string[]
  readonly params: P
  readonly rng: Rng
  /** Carries progress (0 to 1) out, and cancellation in: it throws when the run was stopped. */
  tick(fraction: number): void
}

export interface MaskInput<P> extends Work<P> {
  /** The records of this group, as the steps before left them. */
  readonly data: Dataset
  /** The records of all groups. */
  readonly whole: Dataset
}

export interface MaskedFile {
  /** The columns that changed; null drops the column. */
  readonly columns: ReadonlyMap<string, Column | null>
  /** Where the records are not those of `data` in their order: the record of `data` each came from, −1 none. */
  readonly origin?: Int32Array
}

export interface MaskResult {
  /** One file; several for multiple imputation. */
  readonly files: readonly MaskedFile[]
  /** What is worth knowing about the run (groups, fits): never released. */
  readonly report?: ReadonlyMap<string, Dataset | Column | number>
  /** Sentences for the person who runs it: missing cells left as they were, constant columns left out of a distance. */
  readonly warnings?: readonly string[]
}

/** Holds where the parameters have these values; null: where the parameter, which has no default, is left out. */
export interface Conditional {
  readonly when: Readonly<Record<string, unknown>>
}

/** A claim holds always, never, or where the parameters have certain values. */
export type Claim = boolean | Conditional

/** What a method accepts and what it claims. The conformance suite tests every claim. */
export interface Traits {
  /** The kind of columns it masks. */
  readonly columns: 'numeric' | 'categorical' | 'any'
  /** Whether it draws random numbers. */
  readonly stochastic: boolean
  /** `refuse`: the engine refuses them; `keep`: they stay missing, the others are masked; `own`: see its card. */
  readonly missing: 'refuse' | 'keep' | 'own'
  /** Whether it ignores, can use, or needs `given`; `keys`: needs them to match records by their equal values. */
  readonly given: 'unused' | 'optional' | 'required' | 'keys'
  /** Whether record i of the output is record i of the input, masked. */
  readonly keepsRows: boolean
  /** Whether the order in which the columns are named matters. */
  readonly ordered: boolean
  /** Whether each column is masked by itself: the other columns change nothing in it. */
  readonly columnwise: boolean
  /** Every column is, bit for bit, a permutation of the original's. */
  readonly keepsMarginals: Claim
  /** Every column's mean is the original's, to 1e-9 of its standard deviation. */
  readonly keepsMeans: Claim
  /** The Pearson correlations are the original's, to 1e-9. */
  readonly keepsCorrelations: Claim
  /** Means and covariances are the original's, to 1e-9 relative to the standard deviations. */
  readonly keepsCovariances: Claim
  /** As the file grows, the Pearson correlations, those with the given columns too, tend to the original's. */
  readonly approachesCorrelations?: Claim
  /** As the file grows, the Spearman rank correlations, those with the given columns too, tend to the original's. */
  readonly approachesRankCorrelations?: Claim
  /** The masked values are independent of the original ones given the columns conditioned on: no more is disclosed. */
  readonly independentGiven?: Claim
  /**
   * The parameter k such that every combination of masked values occurs at least k times (each column's, where
   * columnwise); with `when`, where the parameters have these values; null where there is none.
   */
  readonly kAnonymousBy: string | ({ readonly parameter: string } & Conditional) | null
  /** Whether the input is the masked file of an earlier step (reverse mapping, post-masking optimisation), not the original. */
  readonly postMasking: boolean
}

/** A function from a dataset to a dataset, described by data. */
export interface MaskingMethod<P = unknown> extends Card {
  readonly traits: Traits
  readonly params: Params<P>
  /** What an intruder can do who knows the parameters: said wherever they are published. */
  readonly arms?: readonly string[] | undefined
  /** Parameters that the conformance suite runs it with besides the defaults. */
  readonly examples?: readonly Readonly<Record<string, unknown>>[]
  apply(input: MaskInput<P>): MaskResult | Promise<MaskResult>
}

/** Checks nothing at run time (the registry does); gives `apply` the types of `params`. */
export function defineMethod<P>(method: MaskingMethod<P>): MaskingMethod<P> {
  return method
}

/** Whether a claim is made for these resolved parameters. */
export function claimed(claim: Claim, params: unknown): boolean {
  if (typeof claim === 'boolean') return claim
  const values = params as Readonly<Record<string, unknown>>
  return Object.entries(claim.when).every(([name, value]) => (values[name] ?? null) === value)
}

/** The parameter k of a method's k-anonymity, where these resolved parameters have it; null where they do not. */
export function kParameter({ kAnonymousBy: by }: Traits, params: unknown): string | null {
  return by === null || typeof by === 'string' ? by : claimed(by, params) ? by.parameter : null
}

const choices: Readonly<Partial<Record<keyof Traits, readonly unknown[]>>> = {
  columns: ['numeric', 'categorical', 'any'],
  missing: ['refuse', 'keep', 'own'],
  given: ['unused', 'optional', 'required', 'keys'],
}
const flags = ['stochastic', 'keepsRows', 'ordered', 'columnwise', 'postMasking'] as const
const claims = ['keepsMarginals', 'keepsMeans', 'keepsCorrelations', 'keepsCovariances'] as const
/** Claims that a method need not speak of: not to make them is not to claim them. */
const optionalClaims = ['approachesCorrelations', 'approachesRankCorrelations', 'independentGiven'] as const

/** What is wrong with the form of a method; an empty list where nothing is. */
export function methodProblems(method: Partial<MaskingMethod>): string[] {
  if (typeof method !== 'object' || method === null) return ['a method is not an object made by defineMethod']
  const problems = [...cardProblems(method), ...paramProblems(method.params)]
  if (typeof method.apply !== 'function') problems.push('apply is not a function')
  const traits: Partial<Traits> = method.traits ?? {}
  const names = Object.keys(method.params?.shape ?? {})
  for (const [name, allowed] of Object.entries(choices)) {
    const value = traits[name as keyof Traits]
    if (!allowed?.includes(value))
      problems.push(`trait ${name} is ${JSON.stringify(value)}, not one of ${allowed?.join(', ')}`)
  }
  for (const name of flags) if (typeof traits[name] !== 'boolean') problems.push(`trait ${name} is not true or false`)
  for (const name of [...claims, ...optionalClaims.filter((one) => traits[one] !== undefined)]) {
    const value = traits[name]
    if (typeof value === 'boolean') continue
    if (!isConditional(value)) problems.push(`trait ${name} is not true, false or { when: … }`)
    else problems.push(...unknownNames(name, Object.keys(value.when), names))
  }
  const by = traits.kAnonymousBy
  if (typeof by === 'string') problems.push(...unknownNames('kAnonymousBy', [by], names))
  else if (isConditional(by))
    problems.push(...unknownNames('kAnonymousBy', [by.parameter, ...Object.keys(by.when)], names))
  else if (by !== null) problems.push('trait kAnonymousBy is not the name of a parameter, { parameter, when } or null')
  return problems.map((problem) => (method.id && !problem.startsWith(method.id) ? `${method.id}: ${problem}` : problem))
}

function isConditional(value: unknown): value is Conditional {
  return (
    typeof value === 'object' &&
    value !== null &&
    'when' in value &&
    typeof value.when === 'object' &&
    value.when !== null
  )
}

function unknownNames(trait: string, used: readonly string[], names: readonly string[]): string[] {
  return used.filter((name) => !names.includes(name)).map((name) => `trait ${trait} names no parameter: ${name}`)
}
