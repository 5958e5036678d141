import type { NastyInput, Subject } from './nasty-inputs.js'

/** Largest ratio of the CPU time of a nasty row to that of its normal row. */
export const most = 2

/** Accepted exception to the limit, with its reason. */
export interface NastyException {
  readonly id: string
  readonly input: string
  /** Largest accepted ratio. */
  readonly most: number
  readonly why: string
}

const farOutside =
  'Relative to a few huge values, all other originals form one small cloud, and every masked record is far outside ' +
  'of it. Its nearest record is the extreme point of the cloud in a direction, a linear programme over the ' +
  'records. A search tree answers it by visiting all boxes of that side. In five dimensions no structure of linear ' +
  'size is known that answers it much faster than the root of n.'

export const nastyExceptions: readonly NastyException[] = [
  { id: 'risk/dld', input: 'outliers', most: 5, why: farOutside },
  { id: 'risk/dr-combine', input: 'outliers', most: 5, why: farOutside },
  { id: 'risk/mixed-worst', input: 'outliers', most: 5, why: farOutside },
  { id: 'score/sebe', input: 'outliers', most: 4, why: farOutside },
  {
    id: 'risk/dbrl-mahalanobis',
    input: 'masked constant',
    most: 5,
    why:
      'The masked records form a plane oblique to the axes of the decorrelated space, and the originals are outside of ' +
      'it: no box of a search tree along the axes fits it.',
  },
  {
    id: 'risk/max-knowledge',
    input: 'masked constant',
    most: 8,
    why:
      'Most records are equally near in the constant column, and for each one the number within the ranges of all ' +
      'other columns is counted. No practical method counts in ranges of more than three dimensions in less than n² ' +
      'steps, here divided by 32 with bits.',
  },
]

/** Returns the exception that permits a ratio above the limit. */
export function exceptionOf({ id }: Subject, { name }: NastyInput, ratio: number): NastyException | undefined {
  return nastyExceptions.find((one) => one.id === id && one.input === name && ratio <= one.most)
}

/** Returns the largest permitted ratio of an input. */
export function allowedRatio({ id }: Subject, { name }: NastyInput): number {
  return nastyExceptions.find((one) => one.id === id && one.input === name)?.most ?? most
}
