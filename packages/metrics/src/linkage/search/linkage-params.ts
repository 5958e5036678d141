import { truthParam } from '@sdc/toolkit'
import * as z from 'zod'

/** Parameters of the linkage, shared by the scores. */
export const linkageParams = {
  truth: truthParam,
  keys: z
    .enum(['first', 'random', 'all'])
    .default('first')
    .meta({
      description:
        'Columns that the intruder knows in DLD-i: the first i of the file, or any i of its columns. For the latter, ' +
        'DLD-i is the mean over random sets of i columns (see subsets), or over all of them.',
    }),
  subsets: z.int().min(1).max(1000).default(10).meta({
    description: 'Number of random sets of each size with keys: random; all sets if there are no more.',
    unit: 'sets',
  }),
  ties: z
    .enum(['fractional', 'first', 'inclusive', 'strict'])
    .default('fractional')
    .meta({
      description:
        'Credit of a link if several original records are equally near. fractional: probability of a random pick; first: ' +
        'the first one; inclusive: 1 if the right one is among them; strict: 1 only if it is alone.',
    }),
}
