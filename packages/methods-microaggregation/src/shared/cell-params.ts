import type { Note } from '@sdc/core'
import * as z from 'zod'

/** Parameter by which a multivariate method masks cells of records. */
export const cellParams = {
  inBlocks: z
    .int()
    .min(4)
    .optional()
    .meta({
      description:
        'Approximate limit for the records of a block; blocks are masked independently, so files larger than ' +
        'memory run out of core. A block is a cell of a kd-tree, that is, of similar records. By default the ' +
        'whole file is one block.',
      unit: 'records',
    }),
}

/** Notes on cells for the cards of these methods. */
export const cellNotes: readonly Note[] = [
  {
    topic: 'parameters',
    text:
      'inBlocks cuts the file repeatedly at the median of the column in which the records of a block are ' +
      'farthest apart. The medians are those of a sample that the number of records decides. So blocks differ ' +
      'in size, by up to some fifteen percent if there are many. Equal values stay together: if a value is so ' +
      'frequent that no column can be cut, a block is larger. Every block has 2k records or more, and ' +
      'k-anonymity and means hold in the file as in each block.',
  },
  {
    topic: 'loses',
    text: 'Groups do not cross the border of a block, which costs information. MDAV at k = 5 was tried on a million records in five numeric columns. It lost 1.03 to 1.11 times as much in 8 blocks as in the whole file, and 1.09 to 1.43 times in 128. With inBlocks a warning gives the loss.',
  },
]
