import { expect, it } from 'vitest'
import { registry } from '../../../../inspect/src/in-memory.fixture.js'
import { plainWarning } from './plain-warning.js'

it.each([
  [
    'microaggregation/mdav k=3: risk/dld has no value; noise/none stays',
    'multivariate microaggregation (MDAV) k=3: distance-based record linkage (DLD) has no value; noise/none stays',
  ],
  ['Weights are missing. Use --weights COLUMN, or a schema.', 'Weights are missing.'],
  ['2 cells are empty (fill them: --missing impute); they disclose', '2 cells are empty; they disclose'],
  ['groups are small; set “small groups” of the command line', 'groups are small'],
  ['set --small-groups pooled', 'set --small-groups pooled'],
  ['a – b, and column "x/y" of data/people.csv', 'a – b, and column "x/y" of data/people.csv'],
])('rewrites %s plainly', (text, plain) => {
  expect(plainWarning(registry, text)).toBe(plain)
})
