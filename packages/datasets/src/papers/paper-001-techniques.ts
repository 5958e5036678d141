/** The six questions of Table 1, in its order. */
export const paper001Questions = [
  'disclosure risk minimized',
  'marginal distributions maintained',
  'sufficient statistics maintained',
  'linear relationships maintained',
  'monotonic relationships maintained',
  'non-monotonic relationships maintained',
] as const

/** A line of Table 1. */
export interface Paper001Technique {
  readonly name: string
  /** Yes or no to every question of `paper001Questions`. */
  readonly answers: readonly boolean[]
}

/** Table 1 as printed: properties of ten masking techniques. */
export const paper001Table1: readonly Paper001Technique[] = [
  technique('simple noise addition', 'no no no no no no'),
  technique('noise addition, Kim', 'no no no no no no'),
  technique('noise addition, Tendick and Matloff', 'no no no no no no'),
  technique('general linear model, equation 5', 'no no no yes no no'),
  technique('general linear model, equation 6', 'yes no no yes no no'),
  technique('sufficiency-based linear models', 'yes no yes yes no no'),
  technique('multiple imputation', 'yes no no yes no no'),
  technique('micro-aggregation', 'no no no no no no'),
  technique('data swapping', 'no yes no no no no'),
  technique('data shuffling', 'yes yes no yes yes no'),
]

function technique(name: string, answers: string): Paper001Technique {
  return { name, answers: answers.split(' ').map((answer) => answer === 'yes') }
}
