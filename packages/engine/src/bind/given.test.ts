import { describe, expect, it } from 'vitest'
import { categorical, dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { registry, seenGiven } from '../testing/fake-methods.js'
import { parseFileSchema, parseStep } from '../plan/plan.js'
import { type RunResult, runSteps } from '../run/run.js'

const people: Dataset = dataset([
  ['income', numeric([10, 20, 30, 40])],
  ['tax', numeric([1, 2, 3, 4])],
  ['age', numeric([20, 30, 40, 50])],
  ['sex', categorical(['f', 'm', 'm', 'f'])],
])
const schema = parseFileSchema({
  columns: { tax: { role: 'confidential' }, sex: { role: 'non-confidential' }, age: { role: 'non-confidential' } },
})

async function run(step: object): Promise<RunResult> {
  seenGiven.length = 0
  return runSteps({ registry, original: people, schema, steps: [parseStep(step)], rng: seededRng(1) })
}

describe('givenColumns', () => {
  it('returns the non-confidential columns of the schema, sorted, if the method conditions on any', async () => {
    expect((await run({ use: 'fake/conditional' })).given).toEqual(['age', 'sex'])
    expect(seenGiven).toEqual([['age', 'sex']])
    expect((await run({ use: 'fake/shift' })).given).toEqual([])
  })

  it('returns the columns that the step names, and an empty list if the step names an empty list', async () => {
    expect((await run({ use: 'fake/conditional', given: ['sex', 'income'] })).given).toEqual(['income', 'sex'])
    expect((await run({ use: 'fake/conditional', given: [] })).given).toEqual([])
  })

  it('leaves out columns that are masked or grouped by', async () => {
    const masked = await run({ use: 'fake/conditional', columns: ['age', 'tax'] })
    expect([masked.columns, masked.given]).toEqual([['tax', 'age'], ['sex']])
    const grouped = await run({ use: 'fake/conditional', by: ['sex'] })
    expect(grouped.given).toEqual(['age'])
    const all = await run({ use: 'fake/conditional', columns: ['income', 'tax', 'age'], given: [] })
    expect(all.given).toEqual([])
  })
})
