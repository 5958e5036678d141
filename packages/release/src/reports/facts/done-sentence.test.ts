import { expect, it } from 'vitest'
import { parseStep } from '@sdc/engine'
import { registry } from '../../../../inspect/src/in-memory.fixture.js'
import { doneSentence } from './done-sentence.js'

it('has the parameters, groups and given columns of every step', () => {
  const steps = [
    { use: 'linear/ipso-a', columns: ['tax'], given: ['age'], params: {} },
    { use: 'swapping/rank-swap', columns: ['tax'], by: ['region'], params: { percent: 15 } },
    { use: 'noise/additive', columns: ['tax'], params: { relativeVariance: 0.123456 } },
  ].map((step) => parseStep(step))
  const sentence = doneSentence({ registry, steps, columns: ['tax'], all: 4, dropped: ['id'], records: 60 })
  expect(sentence).toMatch(/^1 of 4 columns \(tax\) of 60 records were masked: /)
  expect(sentence).toMatch(
    / given age; then rank swapping \(percent = 15\) within groups of region; then additive noise \(relativeVariance = 0\.123\)\. id left the file\.$/,
  )
})

it('says that synthetic records were drawn', () => {
  const step = parseStep({ use: 'copula/lhs', columns: ['tax', 'age'], params: {} })
  const input = { registry, steps: [step], columns: ['tax', 'age'], all: 3, dropped: ['id'], records: 60, drawn: 1500 }
  expect(doneSentence(input)).toBe(
    '1,500 new records with 2 of 3 columns (tax and age) were drawn from a model of 60 records: latin-hypercube synthetic data. id left the file.',
  )
})
