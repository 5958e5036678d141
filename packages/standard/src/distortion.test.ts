import { categorical, createRegistry, dataset, numeric, seededRng, type MaskInput } from '@sdc/core'
import { parseStep, runSteps } from '@sdc/engine'
import { checkMethod } from '@sdc/test-kit'
import { describe, expect, it } from 'vitest'
import standard from './index.js'
import { maskByPlan } from '@sdc/toolkit'

const registry = createRegistry().use(standard).freeze()
const id = 'distortion/by-distribution'

describe(id, () => {
  it('passes the suite by rank, too, as a method that keeps every record in its place', async () => {
    const method = registry.get('methods', id)
    const byRank = {
      ...method,
      id: 'distortion/by-rank',
      traits: { ...method.traits, accepts: ['numeric'] as const, records: 'same' as const },
      examples: [{ family: 'gamma' }],
      plan: () => ({
        form: 'file' as const,
        mask: (input: MaskInput<unknown>) =>
          maskByPlan(method, { ...input, params: Object.assign({}, input.params, { map: true }) }),
      }),
    }
    const checks = await checkMethod(byRank, { registry })
    expect(checks.length).toBeGreaterThan(25)
    expect(checks.filter(({ ok }) => !ok).map(({ name, message }) => `${name}: ${message}`)).toEqual([])
  })

  const n = 120
  const values = Array.from({ length: n }, (_, i) => 3 + ((i * 37) % 101) / 7)
  const original = dataset([
    ['a', numeric(values)],
    ['region', categorical(values.map((_, i) => (i % 3 === 0 ? 'north' : 'south')))],
    ['note', categorical(values.map((_, i) => `n${i}`))],
  ])
  const run = (params: Record<string, unknown>, by: string[] = []) =>
    // eslint-disable-line
    runSteps({
      registry,
      original,
      schema: { columns: {} },
      steps: [parseStep({ use: id, columns: ['a'], by, params })],
      rng: seededRng('distortion'),
    })

  it('keeps the origin of every record by rank, and has none if records are drawn', async () => {
    const mapped = await run({})
    expect(mapped.files[0].origin).toEqual(Int32Array.from(values.keys()))
    expect(mapped.files[0].data.names).toEqual(['a', 'region', 'note'])
    const anew = await run({ map: false }, ['region'])
    expect(anew.files[0].origin).toEqual(new Int32Array(n).fill(-1))
    // Within groups, whose column stays unchanged.
    expect(anew.files[0].data.names).toEqual(['a', 'region'])
  })

  it('is undone by reverse mapping, which is refused', async () => {
    const steps = [
      parseStep({ use: id, columns: ['a'], params: { map: true } }),
      parseStep({ use: 'reverse-map/rank' }),
    ]
    await expect(
      runSteps({ registry, original, schema: { columns: {} }, steps, rng: seededRng('undone') }),
    ).rejects.toMatchObject({ code: 'UNCHANGED' })
  })
})
