import { describe, expect, it } from 'vitest'
import { standardRegistry } from '../stage-context.js'
import { goals } from './goals.js'
import { gridOperations, smallGrid } from './grid.js'
import { seriesKey, titleOf } from './operation.js'
import { overviewOperations, overviewSizes } from './overview.js'

const registry = standardRegistry()
const grid = gridOperations(registry)

describe('the grid', () => {
  it('has microaggregation and the search for the nearest record at every size, width and distribution', () => {
    for (const id of ['microaggregation/mdav', 'swapping/rank-swap', 'nearest-record']) {
      const own = grid.filter((one) => one.id === id)
      expect(own).toHaveLength(4 * 5 * 2)
      expect(new Set(own.map(({ n }) => n))).toEqual(new Set([1_080, 10_000, 100_000, 1_000_000]))
      expect(new Set(own.map(({ d }) => d))).toEqual(new Set([2, 4, 5, 7, 13]))
      expect(new Set(own.map(({ data }) => data))).toEqual(new Set(['normal', 'log-normal']))
    }
  })

  it('has no operation twice, and the sizes of each growing', () => {
    expect(new Set(grid.map((one) => `${seriesKey(one)} ${one.n}`)).size).toBe(grid.length)
    grid.forEach((one, i) => {
      const next = grid.at(i + 1)
      if (next && seriesKey(next) === seriesKey(one)) expect(next.n).toBeGreaterThan(one.n)
    })
  })

  it('has every goal of its operations', () => {
    const ids = new Set(grid.map(({ id }) => id))
    const reachable = goals.filter(({ id }) => ids.has(id))
    expect(reachable.length).toBeGreaterThan(10)
    for (const { kind, id, n, d, goal } of reachable) {
      const own = grid.filter((one) => one.kind === kind && one.id === id && one.n === n && one.d === d)
      expect(own.length).toBeGreaterThan(0)
      for (const one of own) expect(one.goal).toBe(goal)
    }
    expect(
      grid.filter(({ goal }) => goal).every(({ id, n, d }) => goals.some((g) => g.id === id && g.n === n && g.d === d)),
    ).toBe(true)
  })

  it('has every operation once at a small size', () => {
    const small = smallGrid(registry, 1_000)
    expect(new Set(small.map(({ n }) => n))).toEqual(new Set([1_000]))
    expect(small.map(titleOf)).toEqual([...new Set(grid.map(titleOf))])
  })
})

describe('the overview', () => {
  it('is every registered method and metric at every size', () => {
    const all = overviewOperations(registry)
    for (const { id } of registry.all('methods'))
      expect(all.filter((one) => one.id === id).map(({ n }) => n)).toEqual(overviewSizes.methods)
    for (const { id } of registry.all('metrics'))
      expect(all.filter((one) => one.id === id).map(({ n }) => n)).toEqual(overviewSizes.metrics)
    expect(all.every(({ data, d }) => data === 'artificial' && d === 5)).toBe(true)
  })
})
