import { describe, expect, it } from 'vitest'
import { standardRegistry } from '../surroundings.js'
import { goals } from './goals.js'
import { fullSizes, operations, smokeSizes } from './operations.js'

const registry = standardRegistry()

describe('operations', () => {
  it('are every registered method and metric at every size', () => {
    const all = operations(registry, fullSizes)
    for (const { id } of registry.methods()) {
      for (const n of fullSizes.methods)
        expect(all.filter((one) => one.id === id && one.n === n && one.d === 5)).toHaveLength(1)
    }
    for (const { id } of registry.metrics()) {
      for (const n of fullSizes.metrics)
        expect(all.filter((one) => one.id === id && one.n === n && one.d === 5)).toHaveLength(1)
    }
  })

  it('have every goal of what is registered once, with its parameters', () => {
    const all = operations(registry, fullSizes)
    const registered = new Set(registry.methods().map(({ id }) => id))
    const known = goals.filter(({ kind, id }) => kind === 'kernel' || registered.has(id))
    expect(known.length).toBeGreaterThan(4)
    for (const goal of known) {
      expect(all.filter((one) => one.id === goal.id && one.n === goal.n && one.d === goal.d)).toEqual([goal])
    }
    expect(new Set(all.map(({ kind, id, n, d }) => `${kind} ${id} ${n} ${d}`)).size).toBe(all.length)
  })

  it('are small in a smoke run', () => {
    expect(Math.max(...operations(registry, smokeSizes).map(({ n }) => n))).toBeLessThanOrEqual(1_000)
  })
})
