import type { NastyInput, Subject } from './nasty-inputs.js'

/** A nasty row may take so many times the CPU time of its normal one. */
export const most = 2

/** What takes longer all the same, and why. */
export interface NastyException {
  readonly id: string
  readonly input: string
  /** What the ratio is at most all the same. */
  readonly most: number
  readonly why: string
}

const farOutside =
  'Beside a few huge values all other originals are one small cloud, and every masked record is far outside of it: its nearest record is the ' +
  'extreme point of the cloud in a direction, a linear programme over the records, which a search tree answers by visiting all boxes of ' +
  'that side. In five dimensions nothing of linear size that answers it much faster than the root of n is known.'

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
      'The masked records are a plane that lies across the axes of the decorrelated space, and the originals are beside it: no box of a ' +
      'search tree along the axes fits it.',
  },
  {
    id: 'risk/max-knowledge',
    input: 'masked constant',
    most: 8,
    why:
      'Most records are equally near in the constant column, and how many are within the ranges of all others is to be counted for each: ' +
      'counting in ranges of d − 1 dimensions, for which beyond three nothing practical is below n², here over 32 by bits.',
  },
]

/** What allows a ratio over the limit. */
export function exceptionOf({ id }: Subject, { name }: NastyInput, ratio: number): NastyException | undefined {
  return nastyExceptions.find((one) => one.id === id && one.input === name && ratio <= one.most)
}

/** What the ratio of an input is at most. */
export function allowedRatio({ id }: Subject, { name }: NastyInput): number {
  return nastyExceptions.find((one) => one.id === id && one.input === name)?.most ?? most
}
