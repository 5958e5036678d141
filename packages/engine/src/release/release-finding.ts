/** What is found about a file before it leaves the house, each with what the user is told of all of its kind. */
export const findingKinds = {
  role: 'columns go out as they are although their role asks for masking',
  'gives-away': 'columns that go out as they are give masked ones away',
  'names-people': 'columns that go out as they are name people',
  unchanged: 'masked columns are (almost) as they were',
} as const

export type FindingKind = keyof typeof findingKinds

/** A reason why a file should not be released as it is. */
export interface ReleaseFinding {
  readonly kind: FindingKind
  /** The columns that it is about. */
  readonly columns: readonly string[]
  /** What share of the values or records it concerns; null where that is no question. */
  readonly share: number | null
  /** What was found, to stand after the words of its kind. */
  readonly sentence: string
  /** The columns by whose acceptance it is settled, all of them; empty where accepting no column settles it. */
  readonly accept: readonly string[]
  /** What else settles it, as a sentence; empty where nothing does. */
  readonly remedy: string
}
