import type { Note } from '@sdc/core'

/** What holds of every suppression by a heuristic. */
export const suppressionNotes: readonly Note[] = [
  {
    topic: 'attacks',
    text: 'Protected are sensitive cells from whoever knows what is published, the relations and the bounds of cells, and with singletons: protect from each respondent who is alone in a cell. Several who put together what they know are not attackers here.',
  },
  {
    topic: 'reading',
    text: 'cost is that of the secondary cells; no pattern costs less than bound, and gap is the distance between them in percent of the cost. The bound is found relation by relation, and so low that the gap says little of how good the pattern is.',
  },
  {
    topic: 'choices',
    text: 'Every level is kept: the method holds a deviation of the suppressed cells for each, which shows that an attacker cannot exclude it. Cells of value 0 are published and known to be 0 unless they are suppressible. A level that is missed by less than 1e-7 of it is kept.',
  },
]
