import { studentQuantile } from '@sdc/stats/distributions'

/** A place where the paper is known to be wrong or incomplete, with the right value. */
export interface Misprint {
  /** Number in the project's list of misprints. */
  readonly id: string
  /** Value that the paper should print; null if nothing reproduces the printed one. */
  readonly should: CheckValue | null
  /** One sentence. */
  readonly why: string
}

export type CheckValue = number | string

/** A value of a paper, and ours. */
export interface Check {
  /** Our value; null if it could not be computed. */
  readonly ours: CheckValue | null
  /** Reason why ours is null. */
  readonly reason?: string | undefined
  /** The paper's value; null if it prints none. */
  readonly printed: CheckValue | null
  /** If the paper prints none: the value that follows from other printed ones, and how. */
  readonly derived?: { readonly value: CheckValue; readonly how: string }
  /** Number of printed decimals; ours must round to the same. */
  readonly decimals?: number
  /** Number of decimals of ours that are shown; default: those printed. */
  readonly shown?: number
  /** Permitted difference of a value that cannot be exact, and why. */
  readonly tolerance?: Tolerance
  readonly misprint?: Misprint
  /** The paper defines the value differently or contradicts itself, although nothing is misprinted. */
  readonly disagreement?: Misprint
  /** Reason why ours cannot be compared with the printed value: other data. */
  readonly notCompared?: string
  /** The same value of a mask made in this run: another draw than the paper's, without a verdict. */
  readonly own?: number | null
  /** The same printed value is compared elsewhere in the paper: judged here too, counted there. */
  readonly again?: true
  /** Our value at the last renewal, if the printed one does not reproduce (see `before.ts`). */
  readonly before?: Before | undefined
}

/** Our value in the runs of the last renewal: mean and standard deviation over the seeds, or the texts that occurred. */
export type Before = { readonly mean: number; readonly deviation: number } | { readonly texts: readonly string[] }

export interface Tolerance {
  /** Largest permitted difference; the half-width of a 95 % interval if the printed value is drawn. */
  readonly by: number
  readonly why: string
  /** Ours is a mean of random draws, which is never exact, not even if it rounds to the printed value. */
  readonly random?: true
  /** If the printed value is drawn: largest difference that chance explains (1 in 100,000). */
  readonly most?: number
  /** If the printed value is drawn: standard error of the difference, and the degrees of freedom of its estimate. */
  readonly error?: { readonly value: number; readonly degrees: number }
}

export type Verdict =
  | 'not compared'
  | 'exact'
  | 'in range'
  | 'outlying'
  | 'misprint'
  | 'known bias'
  | 'not reproducible'
  | 'disputed'
  | 'not printed'
  | 'differs'

/** From the least to the most important. */
const order: readonly Verdict[] = [
  'not compared',
  'not printed',
  'exact',
  'in range',
  'outlying',
  'misprint',
  'known bias',
  'not reproducible',
  'disputed',
  'differs',
]

/** Number of seeds of a renewal. */
export const renewalSeeds = 20

/** Probability that ours counts as changed although it is drawn as before. */
const changeChance = 1e-5

/** Verdicts of values that do not reproduce. */
export const unreproduced: readonly Verdict[] = ['known bias', 'not reproducible']

/**
 * Returns the verdict on a check.
 *
 * - `exact`: equal to every printed decimal
 * - `in range`: within a tolerance that is stated with its reason
 * - `outlying`: drawn, and outside the range of 95 % of our draws; `summarise` limits the number of these
 * - `misprint`: equal to the value that the paper should print
 * - `known bias`: outside the range of draws in 20 earlier runs as well, and now as it was then
 * - `not reproducible`: nothing that was tried gives the printed value, and ours is as it was before
 * - `disputed`: a known difference of definition
 * - `not printed`: nothing to compare, or equal to the value that follows from printed ones
 * - `not compared`: other data than the paper's
 * - `differs`: none of these; the only failure
 */
export function verdictOf(check: Check): Verdict {
  const { ours, printed, derived, decimals = 0, tolerance, misprint, disagreement, before } = check
  if (ours === null) return 'differs'
  if (check.notCompared !== undefined) return 'not compared'
  if (printed === null) return !derived || agrees(ours, derived.value, decimals) ? 'not printed' : 'differs'
  if (!tolerance?.random && agrees(ours, printed, decimals)) return 'exact'
  if (before) {
    if (!isAsBefore(ours, before, tolerance?.random ? 10 ** -(check.shown ?? decimals) : 0)) return 'differs'
    if (misprint?.should === null) return 'not reproducible'
    return disagreement?.should === null ? 'disputed' : 'known bias'
  }
  if (tolerance && typeof ours === 'number' && typeof printed === 'number' && Math.abs(ours - printed) <= tolerance.by)
    return 'in range'
  if (isKnown(ours, disagreement, decimals)) return 'disputed'
  if (isOutlying(check)) return 'outlying'
  return isKnown(ours, misprint, decimals) ? 'misprint' : 'differs'
}

/**
 * Tests whether ours is as before: within t·s·√(1 + 1/n) of the mean of n earlier runs, t being Student's quantile of
 * 1 in 100,000; a value that is not drawn is equal.
 *
 * @param ours - value of this run
 * @param before - values of the earlier runs
 * @param unit - additional tolerance: the last shown unit if the value is drawn, which may have been constant by chance
 */
export function isAsBefore(ours: CheckValue, before: Before, unit: number): boolean {
  if ('texts' in before) return before.texts.includes(String(ours))
  if (typeof ours === 'string') return false
  const width =
    studentQuantile(1 - changeChance / 2, renewalSeeds - 1) * before.deviation * Math.sqrt(1 + 1 / renewalSeeds)
  return Math.abs(ours - before.mean) <= width + unit + 1e-6 * Math.max(1, Math.abs(before.mean))
}

const isKnown = (ours: CheckValue, known: Misprint | undefined, decimals: number): boolean =>
  known !== undefined && known.should !== null && agrees(ours, known.should, decimals)

function isOutlying({ ours, printed, tolerance }: Check): boolean {
  if (typeof ours !== 'number' || typeof printed !== 'number' || tolerance?.most === undefined) return false
  return Math.abs(ours - printed) <= tolerance.most
}

/** Tests for a difference of at most half a unit of the last printed decimal, with room for binary rounding. */
function agrees(ours: CheckValue, printed: CheckValue, decimals: number): boolean {
  if (typeof ours === 'string' || typeof printed === 'string') return ours === printed
  return Math.abs(ours - printed) <= 0.5 * 10 ** -decimals * (1 + 1e-9) && Number.isFinite(ours)
}

/** Returns the most important verdict. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce<Verdict>((a, b) => (order.indexOf(b) > order.indexOf(a) ? b : a), 'not compared')
}
