import type { Note } from '@sdc/core'

/** Notes on SUDA. */
export const sudaNotes: readonly Note[] = [
  {
    topic: 'interpretation',
    text:
      'A record that is unique by two or three quasi-identifiers is a special unique. An intruder needs only these, ' +
      'and the record is more likely to be population unique than one that needs all of them. The value counts both; ' +
      'the file table has the number of special uniques.',
  },
  {
    topic: 'interpretation',
    text:
      'Each record has its score, and dis, the probability that a match with it is correct. It also has the number of ' +
      'its minimal sets, the size of the smallest, and why: up to three of the smallest sets in words. Compare scores ' +
      'only between records of one file with the same quasi-identifiers and maxSize.',
  },
  {
    topic: 'limits',
    text:
      'The search ignores sets of more than maxSize quasi-identifiers, so a record may be unique without a set. The ' +
      'value counts it, a warning gives the number, its score is 0 and its dis missing.',
  },
  {
    topic: 'limits',
    text:
      'dis distributes one number, DIS, over the unique records by a rule of thumb, Q = 1 + (8 − d)/20 for d ' +
      'quasi-identifiers. It is not a model probability, and not defined for 28 or more. If no record has exactly one ' +
      'match, DIS is 1, and so is dis of every unique record.',
  },
  {
    topic: 'parameters',
    text:
      'The sampling fraction π of DIS is the number of records over the sum of the weights (role weight), or ' +
      'samplingFraction. Without either, the file counts as the whole population: π = 1, and dis of every unique ' +
      'record is 1.',
  },
  {
    topic: 'parameters',
    text:
      'score: factorial counts (d − k)! for a set of k of d quasi-identifiers, for any maxSize. It equals paths if ' +
      'maxSize is d − 1 or more; some programs use it at every depth.',
  },
  {
    topic: 'parameters',
    text:
      'At most 30 quasi-identifiers, and at most 1,048,576 sets of them (all sets of 20, those of up to 6 of 30). For ' +
      'more, choose a smaller maxSize, or name fewer. Quasi-identifiers match by exact value: band columns with many ' +
      'digits first.',
  },
  {
    topic: 'missing',
    text:
      'wildcard: a missing value matches every value, so such records make others less unique. Minimal sets follow ' +
      'this rule, and a record is never unique by a value that it lacks. own-level: missing is a value. never: a ' +
      'missing value matches nothing, and is not used to look for its record. share is refused: it counts a part of a ' +
      'record, but a set is either unique or not.',
  },
  {
    topic: 'choices',
    text:
      'DIS uses the same rule for missing values to count records with no match and with exactly one. Another program ' +
      'forms sets by never and these counts by own-level. A file with one record is unique by every known ' +
      'quasi-identifier.',
  },
  {
    topic: 'interpretation',
    text:
      'If a column has the role person, a set counts if it identifies one person, for any number of their records. The ' +
      'value, DIS and its fraction refer to persons, each with the greatest score of their records.',
  },
  {
    topic: 'limits',
    text:
      'The metric refers to this file and assigns no value to an unmasked one. Units, order of records and columns, ' +
      'and names of levels change no number. Among sets of the same size, why lists those with earlier ' +
      'quasi-identifiers first.',
  },
]
