import { truthParam } from '@sdc/toolkit'
import * as z from 'zod'

/** The parameters of the linkage, which the scores share. */
export const linkageParams = {
  truth: truthParam,
  keys: z
    .enum(['first', 'random', 'all'])
    .default('first')
    .meta({
      description:
        'The columns the intruder knows in DLD-i: the first i of the file, or any i of its columns; then DLD-i is the mean ' +
        'over sets of i columns drawn at random (see subsets), or over all of them.',
    }),
  subsets: z.int().min(1).max(1000).default(10).meta({
    description: 'How many sets of each size are drawn with keys: random; where there are no more, all are taken.',
    unit: 'sets',
  }),
  ties: z
    .enum(['fractional', 'first', 'inclusive', 'strict'])
    .default('fractional')
    .meta({
      description:
        'What a link is worth where several original records are equally near: the chance of a random pick among them, ' +
        'the one that comes first, a hit if the right one is among them, or a hit only if it is alone.',
    }),
}
