import type { Note, WholeFile } from '@sdc/core'
import * as z from 'zod'

/** The parameter by which a multivariate method masks cells of records. */
export const cellParams = {
  inBlocks: z.int().min(4).optional().meta({
    description:
      'Masks blocks of about so many records at most, each by itself, so that files run in parts that do not fit in memory. A block is a cell of a kd-tree: records that are near each other. Where it is left out the whole file is one block.',
    unit: 'records',
  }),
}

/** What the cards of these methods say of cells. */
export const cellNotes: readonly Note[] = [
  {
    topic: 'parameters',
    text: 'inBlocks cuts the file again and again at the median of the column in which the records of a block are farthest apart. The medians are those of a sample that the number of records decides, so blocks differ in size, by up to some fifteen percent where there are many. Equal values go one way: where a value is so frequent that no column can be cut, a block is larger. Every block has 2k records or more, and k-anonymity and means hold in the file as in each block.',
  },
  {
    topic: 'loses',
    text: 'Groups do not reach over the border of a block: of a million records in five numeric columns MDAV at k = 5 lost 1.03 to 1.11 times in 8 blocks and 1.09 to 1.43 times in 128 what it loses in the whole file. With inBlocks a warning says what was lost.',
  },
]

/** How these methods run where nothing is said of cells. */
export const wholeFile: WholeFile = {
  shape: 'whole',
  groups: true,
  why: 'its groups are of the records nearest to each other in the whole file',
  instead: 'inBlocks (a number of records, say 100000) masks blocks of records that are near each other',
}
