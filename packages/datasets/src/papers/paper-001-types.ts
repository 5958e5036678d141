/** The masks of Tables 2 to 7 in their order: data shuffling, and sufficiency-based linear models with β2 = d I. */
export const paper001Masks = ['Shuffled', 'Perturbed (0.00)', 'Perturbed (0.50)', 'Perturbed (0.90)'] as const

/** A sub-group and its number of identified records. */
export interface Paper001Identified {
  /** Values of the columns that form the sub-groups. */
  readonly labels: readonly number[]
  readonly size: number
  /** By mask, in the order of `paper001Masks`. */
  readonly identified: readonly number[]
}

/** Correlation of two columns in every sub-group, and last in the whole file. */
export interface Paper001Correlations {
  readonly columns: readonly [string, string]
  readonly groups: readonly {
    readonly original: number
    /** By mask, in the order of `paper001Masks`. */
    readonly masked: readonly number[]
  }[]
}
