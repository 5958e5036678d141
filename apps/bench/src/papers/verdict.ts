/** Where the paper is known to be wrong or incomplete, and what it should say. */
export interface Misprint {
  /** Its number in the project's list of misprints. */
  readonly id: string
  /** What the paper should say; null where nothing reproduces it. */
  readonly should: CheckValue | null
  /** One sentence. */
  readonly why: string
}

export type CheckValue = number | string

/** One value of a paper beside ours. */
export interface Check {
  /** Ours; null where it could not be computed. */
  readonly ours: CheckValue | null
  /** Why ours is null. */
  readonly reason?: string | undefined
  /** The paper's; null where it prints none. */
  readonly printed: CheckValue | null
  /** Where the paper prints none: what follows from what it prints, and how. */
  readonly derived?: { readonly value: CheckValue; readonly how: string }
  /** How many decimals the paper prints; ours must round to the same. */
  readonly decimals?: number
  /** How many decimals of ours are shown; as many as are printed unless said. */
  readonly shown?: number
  /**
   * How far from the printed value ours may be where it cannot be exact, and why. `random`: ours is a mean of random
   * draws, which is never exact, not even where it happens to round to what is printed.
   */
  readonly tolerance?: Tolerance
  readonly misprint?: Misprint
  /** Where nothing is misprinted, but the paper is of another opinion, or contradicts itself: what ours should be. */
  readonly disagreement?: Misprint
  /** Why ours says nothing of the printed value, where both are shown but from other data. */
  readonly notCompared?: string
  /** The same measured on a mask made in this run: random, so nothing to compare with. */
  readonly own?: number | null
}

export interface Tolerance {
  readonly by: number
  readonly why: string
  readonly random?: true
  /**
   * Of a printed value that was drawn once: `by` is the half-width of a 95 % interval, so that one in twenty lies outside,
   * and this is what none may exceed.
   */
  readonly most?: number
}

export type Verdict =
  | 'not compared'
  | 'exact'
  | 'within tolerance'
  | 'outlying'
  | 'misprint'
  | 'not reproducible'
  | 'disputed'
  | 'not printed'
  | 'differs'

/** From the one that matters least to the one that matters most. */
const order: readonly Verdict[] = [
  'not compared',
  'not printed',
  'exact',
  'within tolerance',
  'outlying',
  'misprint',
  'not reproducible',
  'disputed',
  'differs',
]

/**
 * What a check shows. `exact`: equal to every printed decimal. `misprint`: not equal, but what the list of misprints
 * says the paper should print. `not reproducible`: not equal, and nothing that was tried is (`should` is null). `disputed`: not equal, and a known difference of
 * opinion. `outlying`: drawn, and outside of what 19 of 20 draws are within; `summarise` judges how many may be. `not printed`: nothing to compare, or equal to what
 * follows from what is printed. `not compared`: other data, which stand beside. `differs` is the only failure; a value that is missing
 * although the paper prints one differs.
 */
export function verdictOf(check: Check): Verdict {
  const { ours, printed, derived, decimals = 0, tolerance, misprint } = check
  if (ours === null) return 'differs'
  if (check.notCompared !== undefined) return 'not compared'
  if (printed === null) return !derived || agrees(ours, derived.value, decimals) ? 'not printed' : 'differs'
  if (!tolerance?.random && agrees(ours, printed, decimals)) return 'exact'
  if (tolerance && typeof ours === 'number' && typeof printed === 'number' && Math.abs(ours - printed) <= tolerance.by)
    return 'within tolerance'
  const { disagreement } = check
  if (disagreement && (disagreement.should === null || agrees(ours, disagreement.should, decimals))) return 'disputed'
  if (isOutlying(check)) return 'outlying'
  if (!misprint || Number.isNaN(ours)) return 'differs'
  if (misprint.should === null) return 'not reproducible'
  return agrees(ours, misprint.should, decimals) ? 'misprint' : 'differs'
}

function isOutlying({ ours, printed, tolerance }: Check): boolean {
  if (typeof ours !== 'number' || typeof printed !== 'number' || tolerance?.most === undefined) return false
  return Math.abs(ours - printed) <= tolerance.most
}

/** Half a unit of the last printed decimal, and room for the rounding of a decimal fraction to binary. */
function agrees(ours: CheckValue, printed: CheckValue, decimals: number): boolean {
  if (typeof ours === 'string' || typeof printed === 'string') return ours === printed
  return Math.abs(ours - printed) <= 0.5 * 10 ** -decimals * (1 + 1e-9) && Number.isFinite(ours)
}

/** The verdict that matters most. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce<Verdict>((a, b) => (order.indexOf(b) > order.indexOf(a) ? b : a), 'not compared')
}
