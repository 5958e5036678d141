/** Kinds of findings about a file before its release, each with the heading of its messages. */
export const findingKinds = {
  role: 'unmasked columns have a role that asks for masking',
  'gives-away': 'unmasked columns predict masked ones',
  'names-people': 'unmasked columns identify people',
  unchanged: 'masked columns are (almost) unchanged',
} as const

export type FindingKind = keyof typeof findingKinds

/** A reason against the release of a file. */
export interface ReleaseFinding {
  readonly kind: FindingKind
  /** Columns that it concerns. */
  readonly columns: readonly string[]
  /** Share of the values or records that it concerns; null if it concerns the column as a whole. */
  readonly share: number | null
  /** Finding in words, printed after the heading of its kind. */
  readonly sentence: string
  /** Columns that a user must all accept to settle it; empty if acceptance cannot settle it. */
  readonly accept: readonly string[]
  /** Another remedy, as a sentence; empty if there is none. */
  readonly remedy: string
}
