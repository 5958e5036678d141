import type { Note } from '@sdc/core'

/** Notes of every suppression method. */
export const suppressionNotes: readonly Note[] = [
  {
    topic: 'attacks',
    text: 'Everybody knows the published values, the relations, and that counts are whole. Everybody also knows the least value of a suppressed cell: 1 in a table of counts whose empty cells are published. With singletons, each respondent who is alone in suppressed cells attacks their whole component. With own, each respondent of several cells uses what they gave to each. A sum of suppressed cells that one respondent contributes to is kept as a cell is. Not covered: respondents who join forces, respondents whose cells nobody names (alone, contributions), and other tables. To an intruder who knows the costs, the pattern itself discloses a little about the values.',
  },
  {
    topic: 'choices',
    text: 'Cells of value 0 are published and known to be 0 unless they are suppressible; the cost is that of the secondary cells; a cell has no upper bound unless the table says what is known. A level that is missed by less than 1e-6 of it is kept. A sensitive cell without a level must not be known exactly. A level that fails whatever is suppressed is an exception: the pattern is made for the others, and for this one as far as it goes.',
  },
]
