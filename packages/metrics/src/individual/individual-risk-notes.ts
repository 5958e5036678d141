import type { Note } from '@sdc/core'

/** What whoever reads an individual risk must know. */
export const individualRiskNotes: readonly Note[] = [
  {
    topic: 'interpretation',
    text:
      'r is a probability of a record, given that its person is looked for by somebody who knows their keys without error: ' +
      '1/F on average over what F may be, F being how many people of the population have these keys. The value is its ' +
      'mean over the records, in percent; its sum is how many records are expected to be re-identified if all are ' +
      'looked for.',
  },
  {
    topic: 'limits',
    text:
      'F is not known but estimated: F − f is taken for negative binomial with a mean by the weights. Where the weights of a ' +
      'small class are off, so is its risk, and a sample unique with a large weight gets a small risk that may not be ' +
      'true of this one person. An intruder who knows that somebody is in the sample has 1/f: see risk/reidentification.',
  },
  {
    topic: 'limits',
    text:
      'A mean hides its worst records: read the table of thresholds and the greatest risk, too. It says nothing of what is ' +
      'learnt after a re-identification, nor of classes that share a confidential value.',
  },
  {
    topic: 'parameters',
    text:
      'Without sampling weights (role weight) and without samplingFraction the file is taken for the whole population: r = 1/f, ' +
      'the greatest it can be. samplingFraction takes the place of weights: F = f/samplingFraction for every record; 1 is ' +
      'the whole population.',
  },
  {
    topic: 'parameters',
    text:
      'Weights that add up to fewer people than a class has records are refused, with the class. A weight of 0 is taken where ' +
      'the others of its class make up for it.',
  },
  {
    topic: 'interpretation',
    text:
      'Where a column has the role household, every member has the risk of the household, that at least one member is ' +
      're-identified, as if members were independent: 1 − Π(1 − r). The value is the mean of that risk over the records; the table has the ' +
      'mean of r, too. A record without a household is one by itself. Members may have different weights: each is taken as it is, and ' +
      'the report counts such households.',
  },
  {
    topic: 'interpretation',
    text:
      'Where a column has the role person, f and F count persons, and the value is a mean over persons, each with the greatest risk of ' +
      'their records. The weight of a person is the mean of those of their records.',
  },
  {
    topic: 'missing',
    text:
      'f and F are counted by the rule of missing: with share, f may be a fraction. The integral is defined for every f, and r ' +
      'is its value; the approximation is in use above f = 2 only.',
  },
  {
    topic: 'limits',
    text:
      'Of an unmasked file it is what it is: no value is stated for it. Numbers are keys by their exact value: a column with ' +
      'many digits makes nearly every record unique. Units, the order of records and columns and names of levels change nothing.',
  },
]
