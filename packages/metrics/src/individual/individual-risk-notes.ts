import type { Note } from '@sdc/core'

/** Notes on individual risks. */
export const individualRiskNotes: readonly Note[] = [
  {
    topic: 'interpretation',
    text:
      'r is the probability that a record is re-identified, given that somebody with correct quasi-identifiers looks ' +
      'for its person. It is the mean of 1/F over the possible F, the number of people in the population with these ' +
      'quasi-identifiers. The value is the mean of r over the records, in percent. The sum is the expected number of ' +
      're-identifications if all are looked for.',
  },
  {
    topic: 'limits',
    text:
      'F is unknown but estimated: F − f is assumed negative binomial with a mean from the weights. If the weights of ' +
      'a small class are wrong, so is its risk. A sample unique with a large weight gets a small risk, which may be ' +
      'wrong for this person. An intruder who knows that somebody is in the sample has 1/f: see risk/reidentification.',
  },
  {
    topic: 'limits',
    text:
      'A mean hides the worst records: read the table of thresholds and the greatest risk, too. It does not measure ' +
      'what a re-identification discloses, nor classes that share a confidential value.',
  },
  {
    topic: 'parameters',
    text:
      'Without sampling weights (role weight) and without samplingFraction, the file counts as the whole population: r ' +
      '= 1/f, its maximum. samplingFraction replaces weights: F = f/samplingFraction for every record; 1 is the whole ' +
      'population.',
  },
  {
    topic: 'parameters',
    text:
      'Weights below 1, also 0, are valid; calibration makes them. If the weights of a class sum to less than its ' +
      'records, F counts as f: r = 1/f, its maximum. A warning counts these records.',
  },
  {
    topic: 'interpretation',
    text:
      'If a column has the role household, every member has the risk of the household: the probability that at least ' +
      'one member is re-identified, as if members were independent, 1 − Π(1 − r). The value is the mean of that risk ' +
      'over the records; the table has the mean of r, too. A record without a household is its own household. Members ' +
      'may have different weights: each weight is used unchanged, and the report counts such households.',
  },
  {
    topic: 'interpretation',
    text:
      'If a column has the role person, f and F count persons. The value is a mean over persons, each with the ' +
      'greatest risk of their records. The weight of a person is the mean of the weights of their records.',
  },
  {
    topic: 'missing',
    text:
      'The rule missing determines f and F: with share, f may be a fraction. The integral is defined for every f, and ' +
      'r is its value; the approximation is used above f = 2 only.',
  },
  {
    topic: 'limits',
    text:
      'The metric refers to this file and assigns no value to an unmasked one. Quasi-identifiers match by exact value: ' +
      'a numeric column with many digits makes nearly every record unique. Units, order of records and columns, and ' +
      'names of levels change nothing.',
  },
]
