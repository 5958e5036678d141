import type { Note } from '@sdc/core'

/** What whoever reads SUDA must know. */
export const sudaNotes: readonly Note[] = [
  {
    topic: 'interpretation',
    text:
      'A record that is unique by two or three keys is a special unique: an intruder need not know all keys, and it is more ' +
      'likely to be unique in the population, too, than one that is unique by all of them only. The value counts both; the ' +
      'table of the file says how many are special uniques.',
  },
  {
    topic: 'interpretation',
    text:
      'Of every record: its score; dis, a probability that a match with it is right; how many minimal sets it has and how ' +
      'many keys the smallest; and why: up to three of the smallest sets in words. Scores compare records of one file ' +
      'with the same keys and maxSize, no others.',
  },
  {
    topic: 'limits',
    text:
      'Sets of more than maxSize keys are not looked at: a record may be unique by all its keys and have no set. The ' +
      'value counts it, a warning says how many there are, and its score is 0, its dis missing.',
  },
  {
    topic: 'limits',
    text:
      'dis spreads one number, DIS, over the unique records by a rule of thumb, Q = 1 + (8 − d)/20 for d keys: it is no ' +
      'probability of a model, and not defined for 28 keys or more. Where no record has exactly one match, DIS is 1, and dis ' +
      'of every unique record is.',
  },
  {
    topic: 'parameters',
    text:
      'The sampling fraction π of DIS is the records over the sum of the weights (role weight), or samplingFraction; without ' +
      'either the file is taken for the whole population, π = 1, and dis of every unique record is 1.',
  },
  {
    topic: 'parameters',
    text:
      'score: factorial counts (d − k)! for a set of k of d keys whatever maxSize is; the same where maxSize is d − 1 or more, ' +
      'and what some programs give at every depth.',
  },
  {
    topic: 'parameters',
    text:
      'At most 30 keys, and at most 1,048,576 sets of them (all sets of 20 keys, those of up to 6 of 30): for more keys choose a ' +
      'smaller maxSize, or name fewer keys. Numbers are keys by their exact value: band columns with many digits first.',
  },
  {
    topic: 'missing',
    text:
      'wildcard: a record that lacks a key is like every other in it, so that it keeps others from being unique; the minimal ' +
      'sets are those of this rule, and no record is unique by a key that it lacks. own-level: missing is a value. never: ' +
      'who lacks a key is like nobody in it, and no record is looked for by a key that it lacks. share is refused: it counts a ' +
      'part of a record, and a set is unique or it is not.',
  },
  {
    topic: 'choices',
    text:
      'DIS counts, by the same rule of missing keys, the records that match none and exactly one other. Another program takes ' +
      'the sets by never and these counts by own-level. A file of one record is unique by every key it has.',
  },
  {
    topic: 'interpretation',
    text:
      'Where a column has the role person, a set of keys counts where it singles out one person, however many of their records it is true ' +
      'of; the value, DIS and its fraction are of persons, each with the greatest score of their records.',
  },
  {
    topic: 'limits',
    text:
      'Of an unmasked file it is what it is: no value is stated for it. Units, the order of records and columns and names of ' +
      'levels change no number; of sets of the same size, why names those with earlier keys first.',
  },
]
