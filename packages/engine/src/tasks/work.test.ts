import { createRegistry, dataset, numeric, seededRng } from '@sdc/core'
import { expect, it } from 'vitest'
import { plainWork, workFrom, type Work } from './work.js'

const file = (...values: number[]): Work['original'] => dataset([['income', numeric(Float64Array.from(values))]])
const work: Work = {
  registry: createRegistry().freeze(),
  original: file(1, 2, 3),
  population: file(1, 2, 3, 4),
  control: file(7, 8),
  columns: ['income'],
  given: [],
  metrics: [],
  rng: seededRng('1'),
  prepared: new Map(),
}

it('includes every file in plain work', () => {
  for (const shared of [true, false]) {
    const arrived = workFrom(structuredClone(plainWork(work, shared)), [])
    for (const name of ['original', 'population', 'control'] as const)
      expect(arrived[name]?.column('income')).toEqual(work[name]?.column('income'))
    expect(arrived.columns).toEqual(work.columns)
  }
  const { control: _, ...alone } = work
  expect(workFrom(structuredClone(plainWork(alone, false)), []).control).toBeUndefined()
})
