import type { ColumnKind } from '../columns/kind.js'

/** Holds where the parameters have these values; null: where the parameter, which has no default, is left out. */
export interface Conditional {
  readonly when: Readonly<Record<string, unknown>>
}

/** A claim holds always, never, or where the parameters have certain values. */
export type Claim = boolean | Conditional

/**
 * Claims of methods: properties that the masked file keeps. A claim that is not made is false; the conformance suite
 * tests those that are.
 */
export const claimMeanings = {
  marginals: 'Every column is, bit for bit, a permutation of the original column.',
  means:
    "Every column's mean equals the original's, to 1e-9 of its standard deviation. Averages are rounded to " +
    'the step of their column unless the precision is fine.',
  correlations: "The Pearson correlations equal the original's, to 1e-9.",
  covariances: "Means and covariances equal the original's, to 1e-9 relative to the standard deviations.",
  differences:
    'In each record the differences between masked columns equal the original ones: all columns move by the same number.',
  expectedMarginals: "Over the draws, the expected frequency of every category equals the original's.",
  approachesCorrelations:
    "As the file grows, the Pearson correlations, also with the given columns, tend to the original's.",
  approachesRankCorrelations:
    'As the file grows, the Spearman rank correlations (equal values share their mean rank), also with the ' +
    "given columns, tend to the original's.",
  independentGiven:
    'Given the columns conditioned on, the masked values are independent of the original ones: they disclose ' +
    'nothing more.',
  newPersons:
    'Makes new persons with all their records: new ids, and one value in all records of a person (or household) in ' +
    'columns of persons (or households).',
} as const

export type ClaimName = keyof typeof claimMeanings

export const claimNames = Object.keys(claimMeanings) as readonly ClaimName[]

export interface Claims extends Readonly<Partial<Record<ClaimName, Claim>>> {
  /**
   * Parameter k such that every combination of masked values occurs at least k times; of each column by itself if the
   * scope is less than the file. With `when`, it holds for these parameter values only.
   */
  readonly kAnonymousBy?: string | ({ readonly parameter: string } & Conditional)
}

/** Accepted columns of a method, and its claims. The conformance suite tests every trait. */
export interface Traits {
  /** The kinds of columns it masks. */
  readonly accepts: readonly ColumnKind[]
  /** True if the method draws random numbers. */
  readonly stochastic: boolean
  /**
   * Use of the random draws. `numbers`: values that contain them (noise, imputation), which the engine rounds to the
   * step of the column. `choices`: one of a few values for each record, or an original value (a multiple of a base, a
   * mode). Values computed without a draw (averages) are rounded to the step of the column too.
   */
  readonly draws: 'numbers' | 'choices'
  /** `refuse`: the engine refuses them; `keep`: they stay missing, the others are masked; `own`: see its card. */
  readonly missing: 'refuse' | 'keep' | 'own'
  /** Use of `given`: ignored, optional, or required; `keys`: required, to match records by equal values. */
  readonly given: 'unused' | 'optional' | 'required' | 'keys'
  /** Record i of the output is record i of the input; some of its records, each once at the most; or new ones. */
  readonly records: 'same' | 'subset' | 'synthetic'
  /** True if it adds columns (a weight) and leaves the columns it was given unchanged. */
  readonly adds: boolean
  /**
   * `coarser`: numbers may become categories (global recoding). `pseudonyms`: each value becomes a category of its own that
   * nobody can tell without a key. Such a method masks named columns only, also identifiers; a release keeps these.
   */
  readonly kinds: 'same' | 'coarser' | 'pseudonyms'
  /** Values needed to mask one value: itself, its column, or other columns too. */
  readonly scope: 'cell' | 'column' | 'file'
  /**
   * `all`: every named column. `unsafe`: only unsafe values (recoding until each class is large enough, suppression).
   * With `unsafe`, a column may stay unchanged, a constant column is not an error, and suppressed records may also lose
   * their confidential values.
   */
  readonly changes: 'all' | 'unsafe'
  /** True if the order of the named columns matters. */
  readonly ordered: boolean
  /** True if the input is the masked file of an earlier step (reverse mapping, post-masking optimisation). */
  readonly postMasking: boolean
  /**
   * True if values only change places within their columns: input columns must be permutations of the original's
   * (swapped or reverse-mapped), and stay so.
   */
  readonly permutes: boolean
  /** True if a comparison tries it by default. */
  readonly searched: boolean
  readonly claims: Claims
}

/** Default traits of a method. */
export const plainTraits: Traits = {
  accepts: ['numeric'],
  stochastic: false,
  draws: 'numbers',
  missing: 'refuse',
  given: 'unused',
  records: 'same',
  adds: false,
  kinds: 'same',
  scope: 'file',
  changes: 'all',
  ordered: false,
  postMasking: false,
  permutes: false,
  searched: true,
  claims: {},
}

/**
 * Returns true if the method makes a claim for these parameters.
 *
 * @param claim - The claim; undefined is none.
 * @param params - Resolved parameters.
 * @returns True if the claim holds for them.
 */
export function claimed(claim: Claim | undefined, params: unknown): boolean {
  if (claim === undefined) return false
  if (typeof claim === 'boolean') return claim
  const values = params as Readonly<Record<string, unknown>>
  return Object.entries(claim.when).every(([name, value]) => (values[name] ?? null) === value)
}

/**
 * Returns the name of the parameter k of a method's k-anonymity.
 *
 * @param traits - Traits of the method.
 * @param params - Resolved parameters.
 * @returns The name; null if the method does not claim k-anonymity for these parameters.
 */
export function kParameter({ claims: { kAnonymousBy: by } }: Traits, params: unknown): string | null {
  if (by === undefined) return null
  return typeof by === 'string' ? by : claimed(by, params) ? by.parameter : null
}
