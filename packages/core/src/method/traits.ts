import type { ColumnKind } from '../columns/kind.js'

/** Holds where the parameters have these values; null: where the parameter, which has no default, is left out. */
export interface Conditional {
  readonly when: Readonly<Record<string, unknown>>
}

/** A claim holds always, never, or where the parameters have certain values. */
export type Claim = boolean | Conditional

/** What a method can claim to keep. A claim that is not made is false; the conformance suite tests those that are. */
export const claimMeanings = {
  marginals: "Every column is, bit for bit, a permutation of the original's.",
  means:
    "Every column's mean is the original's, to 1e-9 of its standard deviation; averages go out rounded to the step of their column, and keep it to the rounding, unless --precision fine asks for all their digits.",
  correlations: "The Pearson correlations are the original's, to 1e-9.",
  covariances: "Means and covariances are the original's, to 1e-9 relative to the standard deviations.",
  expectedMarginals: 'Over the draws, every category of a column is expected as often as the original has it.',
  approachesCorrelations:
    "As the file grows, the Pearson correlations, those with the given columns too, tend to the original's.",
  approachesRankCorrelations:
    "As the file grows, the Spearman rank correlations (equal values share their mean rank), those with the given columns too, tend to the original's.",
  independentGiven:
    'The masked values are independent of the original ones given the columns conditioned on: no more is disclosed.',
} as const

export type ClaimName = keyof typeof claimMeanings

export const claimNames = Object.keys(claimMeanings) as readonly ClaimName[]

export interface Claims extends Readonly<Partial<Record<ClaimName, Claim>>> {
  /**
   * The parameter k such that every combination of masked values occurs at least k times (each column's by itself,
   * where the scope is less than the file); with `when`, where the parameters have these values.
   */
  readonly kAnonymousBy?: string | ({ readonly parameter: string } & Conditional)
}

/** What a method accepts and what it claims. The conformance suite tests every trait. */
export interface Traits {
  /** The kinds of columns it masks. */
  readonly accepts: readonly ColumnKind[]
  /** Whether it draws random numbers. */
  readonly stochastic: boolean
  /**
   * What its draws become: `numbers`, values that hold them (noise, imputation), which the engine rounds to the step of the
   * column; `choices`, one of a few values for each record, or one that the original has (a multiple of a base, a mode).
   * What a method computes without a draw in it (averages) is rounded to the step of the column, too.
   */
  readonly draws: 'numbers' | 'choices'
  /** `refuse`: the engine refuses them; `keep`: they stay missing, the others are masked; `own`: see its card. */
  readonly missing: 'refuse' | 'keep' | 'own'
  /** Whether it ignores, can use, or needs `given`; `keys`: needs them to match records by their equal values. */
  readonly given: 'unused' | 'optional' | 'required' | 'keys'
  /** Record i of the output is record i of the input; some of its records, each once at the most; or new ones. */
  readonly records: 'same' | 'subset' | 'synthetic'
  /** Whether it adds columns (a weight), and leaves the columns it was given as they are. */
  readonly adds: boolean
  /** Whether numbers may become categories (global recoding). */
  readonly kinds: 'same' | 'coarser'
  /** What one value needs to be masked: itself, the other values of its column, or the other columns too. */
  readonly scope: 'cell' | 'column' | 'file'
  /**
   * `all`: every column it is asked for; `unsafe`: only what is unsafe (recoding until each class is large enough,
   * suppression). Then a column may come out as it went in, a constant one is no error, and records that are suppressed may
   * lose the values of their confidential columns too.
   */
  readonly changes: 'all' | 'unsafe'
  /** Whether the order in which the columns are named matters. */
  readonly ordered: boolean
  /** Whether the input is the masked file of an earlier step (reverse mapping, post-masking optimisation). */
  readonly postMasking: boolean
  /**
   * Whether its values only change places within their columns: the columns it gets must be permutations of the original's
   * (swapped or reverse-mapped), and are so when they leave it.
   */
  readonly permutes: boolean
  /** Whether a comparison tries it where nobody names it. */
  readonly searched: boolean
  readonly claims: Claims
}

/** What a method is taken to be where it says nothing else. */
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

/** Whether a claim is made for these resolved parameters. */
export function claimed(claim: Claim | undefined, params: unknown): boolean {
  if (claim === undefined) return false
  if (typeof claim === 'boolean') return claim
  const values = params as Readonly<Record<string, unknown>>
  return Object.entries(claim.when).every(([name, value]) => (values[name] ?? null) === value)
}

/** The parameter k of a method's k-anonymity, where these resolved parameters have it; null where they do not. */
export function kParameter({ claims: { kAnonymousBy: by } }: Traits, params: unknown): string | null {
  if (by === undefined) return null
  return typeof by === 'string' ? by : claimed(by, params) ? by.parameter : null
}
