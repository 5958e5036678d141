import { describe, expect, it } from 'vitest'
import { parseFileSchema, parsePlan, parseStep, planJsonSchema } from './plan.js'

const refusal = (value: unknown): string => {
  try {
    parsePlan(value)
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('parsePlan', () => {
  it('fills in the defaults, and accepts bare ids as steps and metrics', () => {
    const plan = parsePlan({
      data: 'a.csv',
      steps: ['reverse-map/rank', { use: 'noise/additive', columns: 'all' }],
      metrics: ['risk/dld'],
      compare: {
        candidates: [{ use: 'noise/additive', grid: { relativeVariance: [0.1] } }],
        then: [[], ['reverse-map/rank']],
      },
    })
    expect(plan.steps[0]).toEqual({ use: 'reverse-map/rank', by: [], params: {}, smallGroups: 'error' })
    expect(plan.metrics).toEqual([{ use: 'risk/dld', params: {} }])
    expect(plan.compare?.then.map((steps) => steps.map(({ use }) => use))).toEqual([[], ['reverse-map/rank']])
    expect(plan.compare?.replicates).toBe(3)
  })

  it('refuses unknown keys, and names the place', () => {
    expect(refusal({ step: [] })).toMatch(/step/)
    expect(refusal({ steps: [{ use: 'a/b', column: ['x'] }] })).toMatch(/steps\.0/)
    expect(refusal({ schema: { columns: { x: { role: 'secret' } } } })).toMatch(/schema\.columns\.x\.role/)
    expect(refusal({ compare: { candidates: [] } })).toMatch(/compare\.candidates/)
    expect(refusal('text')).toMatch(/plan is not right/)
    expect(refusal(null)).toMatch(/plan is not right/)
  })

  it('accepts any column name', () => {
    const schema = parseFileSchema(
      JSON.parse('{"columns":{"1990":{"role":"confidential"},"constructor":{"kind":"numeric"}}}'),
    )
    expect(Object.keys(schema.columns)).toEqual(['1990', 'constructor'])
  })

  it('has a JSON Schema that names every key', () => {
    const text = JSON.stringify(planJsonSchema())
    for (const key of ['steps', 'compare', 'replicates', 'smallGroups']) expect(text).toContain(`"${key}"`)
  })

  it('accepts separate steps', () => {
    expect(parseStep('a/b').use).toBe('a/b')
    expect(() => parseStep({ use: 1 })).toThrow(/step is not right/)
  })
})
