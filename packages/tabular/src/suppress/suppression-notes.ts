import type { Note } from '@sdc/core'

/** What holds of every suppression. */
export const suppressionNotes: readonly Note[] = [
  {
    topic: 'attacks',
    text: 'Protected are sensitive cells from everybody, who knows what is published, the relations, the least value of a suppressed cell (1 in a table of counts whose empty cells are published) and that counts are whole; with singletons from each respondent who is alone in suppressed cells, throughout their component; with own from each respondent of several, who knows what they gave to each. Sums over suppressed cells of a relation that one respondent contributes to are kept as a cell is. Not covered: respondents who put together what they know, respondents of whom nobody says where they contribute (alone, contributions), other tables, and who knows the programs’ costs: the pattern itself says a little of the values.',
  },
  {
    topic: 'choices',
    text: 'Cells of value 0 are published and known to be 0 unless they are suppressible; the cost is that of the secondary cells; a cell has no upper bound unless the table says what is known. A level that is missed by less than 1e-6 of it is kept. A sensitive cell without a level must not be known exactly. A level that fails whatever is suppressed is an exception: the pattern is made for the others, and for this one as far as it goes.',
  },
]
