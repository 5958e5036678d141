import type { Note } from '@sdc/core'

/** Notes of every suppression method. */
export const suppressionNotes: readonly Note[] = [
  {
    topic: 'attacks',
    text: 'Every reader knows the published values, the relations, that counts are whole, and the least value of a suppressed cell (1 in a table of counts whose empty cells are published). With singletons, each respondent who is alone in suppressed cells attacks the whole component. With own, each respondent of several cells uses their own contributions. Sums of suppressed cells to which one respondent contributes are protected like cells. Not covered: cooperating respondents, respondents whose cells the table does not name (alone, contributions), and other tables. An intruder who knows the costs learns a little about the values from the pattern itself.',
  },
  {
    topic: 'choices',
    text: 'Cells of value 0 are published and known to be 0 unless zeros are suppressible. The cost is that of the secondary cells. A cell has no upper bound unless the table gives one (known). Levels have a tolerance of 1e-6. A sensitive cell without a level must not be known exactly. A level that no pattern can keep is an exception: the pattern keeps the other levels, and this one as far as possible.',
  },
]
