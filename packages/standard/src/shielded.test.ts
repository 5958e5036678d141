import { categorical, createRegistry, dataset, keyedRng } from '@sdc/core'
import { parseFileSchema, parseStep, runSteps, type StepPlan } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import standard from './index.js'

const registry = createRegistry().use(standard).freeze()
const columns = (n: number, name: string, of: number) =>
  categorical(Array.from({ length: n }, (_, i) => `${name}${(i * 7) % of}`))
const original = dataset([
  ['a', columns(60, 'a', 3)],
  ['b', columns(60, 'b', 4)],
  ['s', columns(60, 's', 5)],
  ['g', columns(60, 'g', 2)],
])
const schema = parseFileSchema({ columns: { s: { role: 'confidential' } } })
const recoding = (params: object): StepPlan =>
  parseStep({ use: 'coding/k-anonymous-recode', columns: ['a', 'b'], params: { k: 3, ...params } })

const shielded = async (...steps: readonly StepPlan[]): Promise<readonly string[]> =>
  (await runSteps({ registry, original, schema, steps, rng: keyedRng() })).shielded

describe('columns protected by a step', () => {
  it('are keys, and sensitive ones if l or t is requested', async () => {
    expect(await shielded(recoding({}))).toEqual(['a', 'b'])
    expect(await shielded(recoding({ l: 2 }))).toEqual(['a', 'b', 's'])
    expect(await shielded(recoding({ t: 0.9, sensitive: ['g'] }))).toEqual(['a', 'b', 'g'])
  })

  it('are no longer protected after another step, which may remove records or values from a class', async () => {
    const sampling = parseStep({ use: 'coding/sampling', params: { percent: 50 } })
    expect(await shielded(recoding({ l: 2 }), sampling)).toEqual([])
    expect(await shielded(sampling, recoding({}))).toEqual(['a', 'b'])
  })

  it('are not protected if some groups were kept unchanged', async () => {
    const few = { ...recoding({ k: 40 }), by: ['g'], smallGroups: 'keep' as const }
    await expect(shielded(few)).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
  })
})
