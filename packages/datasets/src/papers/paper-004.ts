/** A masking of Sebé et al. (2002): rank swapping within 14 % (table 1), or microaggregation of four columns in tens (table 2). */
export type Paper004Masking = 'rank swapping' | 'microaggregation'

/** A row of tables 1 and 2: a masked file, before or after Algorithm 1. */
export interface Paper004Row {
  readonly masking: Paper004Masking
  /** p and q of Algorithm 1; null if the file is not optimised. */
  readonly optimised: { readonly p: number; readonly q: number } | null
  readonly Score: number
  readonly IL: number
  readonly DLD: number
  readonly ID: number
  /** Objective function; for an optimised file also the target of Algorithm 1. */
  readonly E: number
}

/** q (0 where nothing was optimised), Score, IL, DLD, ID and E as printed; p is .5 throughout. */
// oxfmt-ignore
const printed: Readonly<Record<Paper004Masking, readonly (readonly number[])[]>> = {
  'rank swapping': [
    [0,   25.66, 23.83, 14.74, 40.23, 0.419],
    [0.5, 24.45, 14.73, 20.30, 48.03, 0.04 ],
    [0.3, 22.15, 13.65, 16.30, 44.98, 0.04 ],
    [0.1, 21.71, 15.26, 14.81, 41.51, 0.09 ],
  ],
  microaggregation: [
    [0,   31.86, 22.48, 22.14, 60.34, 0.122],
    [0.5, 26.96, 14.16, 21.06, 58.54, 0.008],
    [0.3, 27.39, 14.74, 21.29, 58.80, 0.008],
    [0.1, 28.03, 14.94, 21.83, 60.38, 0.008],
  ],
}

/**
 * Tables 1 and 2 of Sebé, Domingo-Ferrer, Mateo-Sanz & Torra (2002): Census, masked and optimised. The Score of
 * microaggregation with q = .5 is misprinted: its row gives 26.98, and the other seven rows give their Scores.
 */
export const paper004Table: readonly Paper004Row[] = (['rank swapping', 'microaggregation'] as const).flatMap(
  (masking) =>
    printed[masking].map(([q, Score, IL, DLD, ID, E]) => ({
      masking,
      optimised: q === 0 ? null : { p: 0.5, q },
      Score,
      IL,
      DLD,
      ID,
      E,
    })),
)
